// SPDX-License-Identifier: MIT
// Draws the luck of a packet from a stream of random numbers for each kind of trouble.
#include <tandem/net/transport/simulated/link.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

constexpr std::uint32_t k_certain_ppm = 1'000'000;
constexpr std::int64_t k_ns_per_s = 1'000'000'000;
// A lost reliable message is repeated after a round trip, but not sooner than a real stack would.
constexpr std::chrono::milliseconds k_repeat_min{30};

// The kinds of trouble. Each is the number of a stream.
enum class Stream : std::uint8_t {
    loss,
    burst,
    duplicate,
    reorder,
    damage,
    jitter,
    second_jitter,
    reliable,
};

Random stream(std::uint64_t seed, std::uint64_t link, Stream kind) {
    return Random(seed, link << 8 | static_cast<std::uint64_t>(kind));
}

Time draw(Random& random, Time most) { return Time(random.between<std::int64_t>(0, most.count())); }

}  // namespace

SimulatedLink::SimulatedLink(std::uint64_t seed, std::uint64_t number, LinkOptions options,
                             std::size_t heads_bytes)
    : options_(options),
      heads_bytes_(heads_bytes),
      loss_(stream(seed, number, Stream::loss)),
      burst_(stream(seed, number, Stream::burst)),
      duplicate_(stream(seed, number, Stream::duplicate)),
      reorder_(stream(seed, number, Stream::reorder)),
      damage_(stream(seed, number, Stream::damage)),
      jitter_(stream(seed, number, Stream::jitter)),
      second_jitter_(stream(seed, number, Stream::second_jitter)),
      reliable_(stream(seed, number, Stream::reliable)) {}

SimulatedLink::Passage SimulatedLink::send(Time now, std::size_t payload_bytes) {
    ++statistics_.packets_sent;
    statistics_.bytes_sent += payload_bytes;
    statistics_.head_bytes_sent += heads_bytes_;
    statistics_.largest_packet_bytes = std::max(statistics_.largest_packet_bytes, payload_bytes);
    // All numbers are drawn for every packet, whatever happens to it.
    const bool is_lost = loss_.chance(options_.loss_ppm, k_certain_ppm);
    const bool is_in_burst = is_lost_in_burst();
    const bool is_doubled = duplicate_.chance(options_.duplicate_ppm, k_certain_ppm);
    const bool is_late = reorder_.chance(options_.reorder_ppm, k_certain_ppm);
    const bool is_damaged = damage_.chance(options_.damage_ppm, k_certain_ppm);
    const std::uint32_t damaged_at = damage_.next32();
    const Time jitter = draw(jitter_, options_.jitter);
    const Time second_jitter = draw(second_jitter_, options_.jitter);
    // The queue comes before the rest of the way: a packet that is lost later has waited in it.
    const auto departs = departure(now, payload_bytes + heads_bytes_);

    const bool is_cut = is_cut_at(now);
    if (is_cut || !departs || is_in_burst || is_lost) {
        ++(is_cut        ? statistics_.lost_in_cuts
           : !departs    ? statistics_.lost_in_queues
           : is_in_burst ? statistics_.lost_in_bursts
                         : statistics_.lost_alone);
        ++statistics_.packets_lost;
        return {};
    }
    statistics_.packets_doubled += is_doubled ? 1U : 0U;
    statistics_.packets_reordered += is_late ? 1U : 0U;
    const Time late = is_late ? 4 * (options_.delay + options_.jitter) : Time{0};
    Passage passage;
    passage.departs = *departs;
    passage.arrival = *departs + options_.delay + jitter + late;
    passage.is_damaged = is_damaged;
    passage.damaged_at = damaged_at;
    if (is_doubled) {
        passage.second_arrival = *departs + options_.delay + second_jitter;
    }
    return passage;
}

std::optional<Time> SimulatedLink::send_reliable(Time now, std::size_t payload_bytes) {
    ++statistics_.messages_sent;
    statistics_.message_bytes_sent += payload_bytes;
    statistics_.head_bytes_sent += heads_bytes_;
    reliable_free_at_ =
        std::max(now, reliable_free_at_) + passing_time(payload_bytes + heads_bytes_);
    const Time repeat = std::max<Time>(2 * options_.delay + 4 * options_.jitter, k_repeat_min);
    const Time jitter = draw(reliable_, options_.jitter);
    Time departs = reliable_free_at_;
    while (!takes_reliable(departs)) {
        departs += repeat;
    }
    reliable_arrival_ = std::max(reliable_arrival_, departs + options_.delay + jitter);
    return options_.is_cut ? std::nullopt : std::optional(reliable_arrival_);
}

void SimulatedLink::set_options(LinkOptions options, Time now) {
    free_at_ = departs_at(free_at_, now, options.rate_bytes_per_s);
    options_ = options;
}

Time SimulatedLink::departs_at(Time departs, Time now, std::uint64_t rate_bytes_per_s) const {
    const std::uint64_t before = options_.rate_bytes_per_s;
    if (departs <= now || before == rate_bytes_per_s) {
        return departs;
    }
    if (rate_bytes_per_s == 0) {
        return now;
    }
    // The waiting bytes are no more than a full queue, which is within passing_time().
    const auto bytes_ns = static_cast<std::uint64_t>((departs - now).count()) * before;
    return now + Time(static_cast<std::int64_t>(bytes_ns / rate_bytes_per_s));
}

void SimulatedLink::cut(Time begin, Time end) {
    TANDEM_ASSERT(end - begin <= k_cut_max);
    cuts_.push_back({begin, end});
}

bool SimulatedLink::is_cut_at(Time when) const {
    return options_.is_cut || std::any_of(cuts_.begin(), cuts_.end(), [&](const Cut& cut) {
               return cut.begin <= when && when < cut.end;
           });
}

// The line has two states, and loses everything in one of them. The mean length of a burst says how
// likely it ends, and its share how likely it begins.
bool SimulatedLink::is_lost_in_burst() {
    const std::uint64_t length = std::max<std::uint32_t>(options_.burst_packets, 1);
    const std::uint64_t share = std::min(options_.burst_ppm, k_certain_ppm);
    const std::uint32_t drawn = burst_.below(k_certain_ppm);
    if (share == k_certain_ppm) {
        is_in_burst_ = true;
    } else if (is_in_burst_) {
        is_in_burst_ = share > 0 && drawn >= k_certain_ppm / length;
    } else {
        is_in_burst_ = drawn < share * k_certain_ppm / (length * (k_certain_ppm - share));
    }
    return is_in_burst_;
}

// Returns whether a copy of a reliable packet comes through. A line that loses more than half would
// leave no transport alive, so the loss counts as half at most for these.
bool SimulatedLink::takes_reliable(Time when) {
    const std::uint32_t lost_ppm = std::min(
        std::min(options_.loss_ppm, k_certain_ppm) + std::min(options_.burst_ppm, k_certain_ppm),
        k_certain_ppm / 2);
    const bool is_lost = reliable_.chance(lost_ppm, k_certain_ppm);
    const bool is_in_cut = !options_.is_cut && is_cut_at(when);
    return !is_lost && !is_in_cut;
}

Time SimulatedLink::passing_time(std::size_t wire_bytes) const {
    const std::uint64_t rate = options_.rate_bytes_per_s;
    return rate == 0 ? Time{0}
                     : Time(static_cast<std::int64_t>(static_cast<std::uint64_t>(wire_bytes) *
                                                      k_ns_per_s / rate));
}

// The time when the last bit has gone out; nothing if the queue has no room for it.
std::optional<Time> SimulatedLink::departure(Time now, std::size_t wire_bytes) {
    std::erase_if(cuts_, [&](const Cut& cut) { return cut.end <= now; });
    if (options_.rate_bytes_per_s == 0) {
        return now;
    }
    const Time begins = std::max(now, free_at_);
    const Time ends = begins + passing_time(wire_bytes);
    if (ends - now > passing_time(options_.queue_bytes)) {
        return std::nullopt;
    }
    free_at_ = ends;
    return ends;
}

}  // namespace tandem::net
