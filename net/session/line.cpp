// SPDX-License-Identifier: MIT
// Takes round trips from echoes, and losses from gaps in packet numbers.
#include <tandem/net/session/line.hpp>

#include <algorithm>
#include <functional>

namespace tandem::net {
namespace {

// The high round trip is measured anew after so many samples, because sorting costs time.
constexpr std::size_t k_samples_between = 16;
// So many of the remembered round trips may exceed the high one: a peer that stood still answers
// one packet late.
constexpr std::size_t k_above_high = 2;
// After a silence of so many packets a number is newer, whatever its eight bits say.
constexpr std::int64_t k_silence_packets = 64;
// So many runs of losses may exceed the result of loss_run(): one place of 1,024 packets.
constexpr std::uint32_t k_longer_runs = 1;
constexpr std::uint64_t k_millionths = 1'000'000;

}  // namespace

Line::Line(Time round_trip, Time packet_interval)
    : packet_interval_(packet_interval),
      round_trip_(round_trip),
      round_trip_high_(round_trip),
      round_trip_middle_(round_trip) {
    run_counts_[0] = k_packets;
}

std::uint64_t Line::on_sent(Time now) {
    sent_at_[next_number_ % sent_at_.size()] = now;
    return next_number_++;
}

std::optional<Time> Line::on_echo(std::uint8_t number, Time held, Time now, bool is_exact) {
    // This is the oldest unanswered packet with these low bits. After a cut more packets may be
    // unanswered than bits can tell apart. Then it is the oldest whose time is still known.
    const std::uint64_t known =
        next_number_ - std::min<std::uint64_t>(next_number_, sent_at_.size());
    const std::uint64_t from = std::max(echoed_ ? *echoed_ + 1 : 0, known);
    const std::uint64_t full = from + static_cast<std::uint8_t>(number - from);
    if (full >= next_number_) {
        return std::nullopt;
    }
    echoed_ = full;
    round_trip_ = std::max(now - sent_at_[full % sent_at_.size()] - held, Time{0});
    update_shortest(round_trip_, now, is_exact);
    update_steady(now);
    find_end_of_queue(now);
    recent_[recent_count_++ % recent_.size()] = round_trip_;
    if (round_trips_.size() < k_round_trips) {
        round_trips_.push_back(round_trip_);
    } else {
        round_trips_[round_trips_next_] = round_trip_;
    }
    round_trips_next_ = (round_trips_next_ + 1) % k_round_trips;
    if (round_trips_.size() < k_samples_between || round_trips_next_ % k_samples_between == 0) {
        measure_round_trips();
    }
    return round_trip_;
}

void Line::update_shortest(Time round_trip, Time now, bool is_exact) {
    if (now >= shortest_end_) {
        shortest_at_ = (shortest_at_ + 1) % k_shortest_stretches;
        shortest_[shortest_at_].reset();
        shortest_end_ = now + k_shortest_stretch;
    }
    auto& shortest = shortest_[shortest_at_];
    if (is_exact) {
        shortest = std::min(shortest.value_or(round_trip), round_trip);
    }
    if (now >= least_end_) {
        const bool is_old = now >= least_end_ + k_now_stretch;
        least_before_ = is_old ? std::nullopt : least_;
        least_.reset();
        least_end_ = now + k_now_stretch;
    }
    least_ = std::min(least_.value_or(round_trip), round_trip);
}

std::optional<Time> Line::round_trip_shortest() const {
    std::optional<Time> all;
    for (const auto& shortest : shortest_) {
        if (shortest) {
            all = std::min(all.value_or(*shortest), *shortest);
        }
    }
    return all;
}

std::optional<Time> Line::least_now() const {
    return least_ && least_before_ ? std::min(least_, least_before_) : least_;
}

Time Line::excess() const {
    const auto shortest = round_trip_shortest();
    const auto least = least_now();
    return shortest && least ? std::max(*least - *shortest - k_excess_least, Time{0}) : Time{0};
}

// The time of the oldest packet that is not answered, and whose time is still known.
std::optional<Time> Line::unanswered_since() const {
    const std::uint64_t unanswered = echoed_ ? next_number_ - *echoed_ - 1 : 0;
    if (unanswered == 0) {
        return std::nullopt;
    }
    const std::uint64_t open = next_number_ - std::min<std::uint64_t>(unanswered, sent_at_.size());
    return sent_at_[open % sent_at_.size()];
}

Time Line::unanswered(Time now) const {
    const auto since = unanswered_since();
    return since ? std::max(now - *since - round_trip_, Time{0}) : Time{0};
}

// A queue of ours gets shorter when we send less. If it does not, the way has become longer.
void Line::update_steady(Time now) {
    const auto least = least_now();
    if (!least || excess() == Time{0}) {
        steady_since_.reset();
        return;
    }
    const bool is_same = std::max(*least - steady_at_, steady_at_ - *least) <= k_excess_least;
    if (!steady_since_ || !is_same) {
        steady_since_ = now;
        steady_at_ = *least;
    }
    if (now - *steady_since_ >= k_steady + k_tried + *least) {
        shortest_.fill(std::nullopt);
        shortest_[shortest_at_] = *least;
        steady_since_.reset();
        queued_since_.reset();
    }
}

// Round trips behind a queue say nothing about the line without it.
void Line::find_end_of_queue(Time now) {
    if (excess() > Time{0}) {
        queued_since_ = queued_since_.value_or(now);
        return;
    }
    if (queued_since_ && now - *queued_since_ >= k_queue_noticed) {
        round_trips_.clear();
        round_trips_next_ = 0;
    }
    queued_since_.reset();
}

void Line::measure_round_trips() {
    std::vector<Time> sorted = round_trips_;
    const std::size_t above = std::min(k_above_high, sorted.size() / k_samples_between);
    const auto high = sorted.begin() + static_cast<std::ptrdiff_t>(above);
    std::nth_element(sorted.begin(), high, sorted.end(), std::greater<>());
    round_trip_high_ = *high;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    round_trip_middle_ = *middle;
}

Time Line::way_now() const {
    const std::size_t count = std::min(recent_count_, recent_.size());
    if (count == 0) {
        return round_trip_ / 2;
    }
    const auto [least, most] =
        std::minmax_element(recent_.begin(), recent_.begin() + static_cast<std::ptrdiff_t>(count));
    return *most - *least / 2;
}

void Line::update_interval(Time interval) {
    intervals_[intervals_next_++ % k_intervals] = std::min(interval, k_interval_max);
    std::array<Time, k_intervals> sorted = intervals_;
    std::nth_element(sorted.begin(), sorted.begin() + 1, sorted.end(), std::greater<>());
    interval_high_ = sorted[1];
}

bool Line::on_received(std::uint8_t number, Time now, Age age) {
    if (!newest_) {
        newest_ = Newest{number, now};
        judged_ = number;
        arrived_[number] = true;
        return true;
    }
    const auto ahead = static_cast<std::uint8_t>(number - newest_->number);
    const bool was_silent = now - newest_->at >= k_silence_packets * packet_interval_;
    const bool is_newest =
        age == Age::newer || (age == Age::unknown && ahead != 0 && (ahead < 0x80 || was_silent));
    constexpr std::uint64_t k_numbers = 256;
    const std::uint64_t full =
        is_newest ? newest_->number + (ahead == 0 ? k_numbers : ahead)
                  : newest_->number - static_cast<std::uint8_t>(newest_->number - number);
    if (full > newest_->number && !is_newest) {
        return false;  // older than the first one
    }
    if (full >= judged_) {
        arrived_[full % k_packets] = true;
    }
    if (is_newest) {
        // Packets that are missing behind a silence were cut off, and packets that a full queue
        // drops are not the line's losses either.
        if (now - newest_->at >= k_silence || unanswered(now) >= k_silence || excess() > Time{0}) {
            forgive(full);
        }
        update_interval(now - newest_->at);
        newest_ = Newest{full, now};
        while (judged_ + k_overtaken_max < full) {
            judge(judged_++);
        }
    }
    return is_newest;
}

// The packets between the newest one and this one count as arrived.
void Line::forgive(std::uint64_t number) {
    const std::uint64_t missing = number - newest_->number - 1;
    for (std::uint64_t back = 1; back <= std::min<std::uint64_t>(missing, k_packets - 1); ++back) {
        arrived_[(number - back) % k_packets] = true;
    }
}

void Line::judge(std::uint64_t number) {
    bool& has_arrived = arrived_[number % k_packets];
    run_ = has_arrived ? 0 : run_ + 1;
    has_arrived = false;
    if (run_ <= k_loss_run_max) {
        remember_run(static_cast<std::uint8_t>(run_));
    } else if (run_ == k_loss_run_max + 1) {
        forget_run(k_loss_run_max);
    }
}

void Line::remember_run(std::uint8_t length) {
    --run_counts_[runs_[runs_next_]];
    runs_[runs_next_] = length;
    ++run_counts_[length];
    runs_next_ = (runs_next_ + 1) % k_packets;
}

void Line::forget_run(std::uint32_t length) {
    for (std::uint32_t back = 1; back <= length; ++back) {
        std::uint8_t& run = runs_[(runs_next_ + k_packets - back) % k_packets];
        --run_counts_[run];
        run = 0;
        ++run_counts_[0];
    }
}

std::uint32_t Line::loss_run() const {
    std::uint32_t longer = 0;
    for (std::uint32_t length = k_loss_run_max; length >= 1; --length) {
        longer += run_counts_[length];
        if (longer > k_longer_runs) {
            return length;
        }
    }
    return 0;
}

std::uint32_t Line::loss_ppm() const {
    return static_cast<std::uint32_t>((k_packets - run_counts_[0]) * k_millionths / k_packets);
}

}  // namespace tandem::net
