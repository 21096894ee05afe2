// SPDX-License-Identifier: MIT
// Round trips from echoes, losses from gaps in packet numbers.
#include <tandem/net/session/line.hpp>

#include <algorithm>
#include <functional>

namespace tandem::net {
namespace {

// The high round trip is measured anew after so many samples, because sorting costs time.
constexpr std::size_t k_samples_between = 16;
// Of the remembered round trips so many may exceed the high one: a peer that stood still answers
// one packet late.
constexpr std::size_t k_above_high = 2;
// After a silence of so many packets a number is newer, whatever its eight bits say.
constexpr std::int64_t k_silence_packets = 64;
// Runs of losses that may exceed what loss_run() says: one place of 1,024 packets.
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

std::uint64_t Line::note_sent(Time now) {
    sent_at_[next_number_ % sent_at_.size()] = now;
    return next_number_++;
}

std::optional<Time> Line::note_echo(std::uint8_t number, Time held, Time now) {
    // The oldest unanswered packet with these low bits. After a cut more may be unanswered than
    // bits can tell apart: then it is the oldest whose time is still known.
    const std::uint64_t known =
        next_number_ - std::min<std::uint64_t>(next_number_, sent_at_.size());
    const std::uint64_t from = std::max(echoed_ ? *echoed_ + 1 : 0, known);
    const std::uint64_t full = from + static_cast<std::uint8_t>(number - from);
    if (full >= next_number_) {
        return std::nullopt;
    }
    echoed_ = full;
    round_trip_ = std::max(now - sent_at_[full % sent_at_.size()] - held, Time{0});
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

void Line::note_interval(Time interval) {
    intervals_[intervals_next_++ % k_intervals] = std::min(interval, k_interval_max);
    std::array<Time, k_intervals> sorted = intervals_;
    std::nth_element(sorted.begin(), sorted.begin() + 1, sorted.end(), std::greater<>());
    interval_high_ = sorted[1];
}

bool Line::note_received(std::uint8_t number, Time now, bool is_old) {
    if (!newest_) {
        newest_ = Newest{number, now};
        judged_ = number;
        arrived_[number] = true;
        return true;
    }
    const auto ahead = static_cast<std::uint8_t>(number - newest_->number);
    const bool was_silent = now - newest_->at >= k_silence_packets * packet_interval_;
    const bool is_newest = !is_old && ahead != 0 && (ahead < 0x80 || was_silent);
    const std::uint64_t full =
        is_newest ? newest_->number + ahead
                  : newest_->number - static_cast<std::uint8_t>(newest_->number - number);
    if (full > newest_->number && !is_newest) {
        return false;  // older than the first one
    }
    if (full >= judged_) {
        arrived_[full % k_packets] = true;
    }
    if (is_newest) {
        note_interval(now - newest_->at);
        newest_ = Newest{full, now};
        while (judged_ + k_overtaken_max < full) {
            judge(judged_++);
        }
    }
    return is_newest;
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
