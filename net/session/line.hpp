// SPDX-License-Identifier: MIT
// The packets to and from a peer tell how long the way takes, and how many packets in a row get
// lost. It is a pure function: numbers and times go in. It speaks of the line alone, never of the
// machines: a packet says for how long its sender held the packet that it answers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/net/transport/transport.hpp>

namespace tandem::net {

class Line {
public:
    // Losses are counted over so many packets, 17 seconds at 60 a second.
    static constexpr std::size_t k_packets = 1024;
    // A packet that so many later ones have overtaken is lost.
    static constexpr std::uint64_t k_overtaken_max = 16;
    // A longer run of losses is a cut, which no delay hides; it says nothing about the line.
    static constexpr std::uint32_t k_loss_run_max = 12;
    // The number of round trips that are remembered.
    static constexpr std::size_t k_round_trips = 256;
    // The number of round trips that tell how long the way takes now.
    static constexpr std::size_t k_round_trips_now = 8;
    // The packets that tell how often one comes, and the longest time between two.
    static constexpr std::size_t k_intervals = 32;
    static constexpr Time k_interval_max = std::chrono::seconds(1);
    // The shortest round trip is that of the last minute, in stretches of ten seconds.
    static constexpr std::size_t k_shortest_stretches = 6;
    static constexpr Time k_shortest_stretch = std::chrono::seconds(10);
    // The shortest of this stretch and of the one before counts now: some packet is always free of
    // jitter.
    static constexpr Time k_now_stretch = std::chrono::milliseconds(250);
    // A way that exceeds its shortest by so much there and back waits in a queue.
    static constexpr Time k_excess_least = std::chrono::milliseconds(30);
    // If an answer is missing for so much longer than the last round trip, the way is longer too.
    // Losses alone do not take 15 answers in a row.
    static constexpr Time k_silence = std::chrono::milliseconds(250);
    // An excess that stays the same (within k_excess_least) for so long is tried with fewer
    // packets.
    static constexpr Time k_steady = std::chrono::seconds(2);
    // If it still does so much longer, and a round trip, it is no queue of ours: the way has become
    // longer.
    static constexpr Time k_tried = std::chrono::milliseconds(750);
    // A shorter time behind a queue leaves nothing that is worth forgetting.
    static constexpr Time k_queue_noticed = std::chrono::milliseconds(500);

    // `round_trip` is the handshake's; it counts until packets tell more. `packet_interval` is the
    // usual time between two packets.
    Line(Time round_trip, Time packet_interval);

    // The number of the next packet, whose low eight bits are sent.
    std::uint64_t on_sent(Time now);
    // Our packet with this number has arrived there, and the answer left after being held that
    // long. Returns the round trip, or nothing if the number is none of a packet that is still
    // unanswered. `is_exact` means that the time a machine added to it is known.
    std::optional<Time> on_echo(std::uint8_t number, Time held, Time now, bool is_exact = true);

    // The age of a packet, as far as it is known beside its number: the eight bits of a packet that
    // was long under way cannot say whether it is newer or older than the newest.
    enum class Age : std::uint8_t { unknown, older, newer };
    // Returns whether this is the newest packet so far.
    bool on_received(std::uint8_t number, Time now, Age age = Age::unknown);
    // The newest packet's number and arrival, for the answer; nothing before the first one.
    struct Newest {
        std::uint64_t number = 0;
        Time at{0};
    };
    const std::optional<Newest>& newest() const { return newest_; }

    // ---- What is known ----
    // The longest that the way to us takes now, behind a full queue too: half of the shortest of
    // the last few round trips, and all by which the longest exceeds it.
    Time way_now() const;
    // The time by which the way there and back is longer now than its shortest, less the part that
    // jitter explains. 0 means that it is as short as it can be.
    Time excess() const;
    // The time by which an answer is overdue, beyond the last round trip; 0 if none is.
    Time unanswered(Time now) const;
    // The time since anything came; 0 before the first packet.
    Time unheard(Time now) const { return newest_ ? now - newest_->at : Time{0}; }
    // True if the excess stays the same, and has to be tried with fewer packets.
    bool is_steady(Time now) const { return steady_since_ && now - *steady_since_ >= k_steady; }
    // The shortest round trip; nothing before the first one.
    std::optional<Time> round_trip_shortest() const;
    // A round trip that hardly any exceeds (two of the last 256). The part that a queue added does
    // not count any more once it is gone.
    Time round_trip_high() const { return round_trip_high_; }
    // A round trip that half of them exceed. If a machine answers late, more of it is line.
    Time round_trip_middle() const { return round_trip_middle_; }
    // The time until the next packet comes, which is hardly ever longer (one of the last 32). A
    // peer that looks at the network once a frame sends once a frame.
    Time interval_high() const { return interval_high_; }
    // The last round trip.
    Time round_trip() const { return round_trip_; }
    // So many packets in a row get lost on the way to us, at more than one place in a thousand.
    std::uint32_t loss_run() const;
    // The share of the last k_packets packets to us that were lost, in millionths.
    std::uint32_t loss_ppm() const;

private:
    void forgive(std::uint64_t number);
    void judge(std::uint64_t number);
    void remember_run(std::uint8_t length);
    void forget_run(std::uint32_t length);
    void measure_round_trips();
    void update_shortest(Time round_trip, Time now, bool is_exact);
    void find_end_of_queue(Time now);
    void update_steady(Time now);
    std::optional<Time> least_now() const;
    std::optional<Time> unanswered_since() const;
    void update_interval(Time interval);

    Time packet_interval_;
    std::array<Time, 256> sent_at_{};
    std::uint64_t next_number_ = 0;
    std::optional<std::uint64_t> echoed_;

    std::optional<Newest> newest_;
    std::array<Time, k_intervals> intervals_{};
    std::size_t intervals_next_ = 0;
    Time interval_high_{0};
    std::array<bool, k_packets> arrived_{};
    std::uint64_t judged_ = 0;  // packets before this one count as arrived or lost
    std::uint32_t run_ = 0;     // losses in a row, up to judged_
    // The number of packets that were lost in a row with each of the last ones; 0 if it arrived.
    std::array<std::uint8_t, k_packets> runs_{};
    std::size_t runs_next_ = 0;
    std::array<std::uint32_t, k_loss_run_max + 1> run_counts_{};

    Time round_trip_;
    Time round_trip_high_;
    Time round_trip_middle_;
    std::vector<Time> round_trips_;  // at most k_round_trips
    std::size_t round_trips_next_ = 0;
    std::array<Time, k_round_trips_now> recent_{};
    std::size_t recent_count_ = 0;

    // The shortest round trip of each of the last stretches, the newest at shortest_at_.
    std::array<std::optional<Time>, k_shortest_stretches> shortest_{};
    std::size_t shortest_at_ = 0;
    Time shortest_end_{0};
    std::optional<Time> least_;         // that of this stretch
    std::optional<Time> least_before_;  // that of the stretch before
    Time least_end_{0};
    std::optional<Time> queued_since_;
    Time steady_at_{0};  // the least round trip that stays the same
    std::optional<Time> steady_since_;
};

}  // namespace tandem::net
