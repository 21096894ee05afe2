// SPDX-License-Identifier: MIT
// What packets tell about the line to one peer: how long the way takes, and how many packets in a
// row get lost. Pure: numbers and times go in. It speaks of the line alone, never of the machines:
// a packet says for how long its sender held what it answers.
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
    // Round trips that are remembered.
    static constexpr std::size_t k_round_trips = 256;
    // The round trips that tell what the way takes now.
    static constexpr std::size_t k_round_trips_now = 8;
    // The packets that tell how often one comes, and the longest that is between two.
    static constexpr std::size_t k_intervals = 32;
    static constexpr Time k_interval_max = std::chrono::seconds(1);

    // `round_trip` is what the handshake took; it counts until packets tell more. `packet_interval`
    // is the usual time between two packets.
    Line(Time round_trip, Time packet_interval);

    // ---- What we send ----
    // The number of the next packet, of which the low eight bits are sent.
    std::uint64_t note_sent(Time now);
    // Our packet with this number has arrived there, and the answer left after being held that
    // long. Returns the round trip, or nothing if the number is none of a packet that is still
    // unanswered.
    std::optional<Time> note_echo(std::uint8_t number, Time held, Time now);

    // ---- What we receive ----
    // Returns whether this is the newest packet so far. `is_old`: it is known not to be, which its
    // eight bits cannot say of one that was long under way.
    bool note_received(std::uint8_t number, Time now, bool is_old = false);
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
    // A round trip that hardly any exceeds (two of the last 256).
    Time round_trip_high() const { return round_trip_high_; }
    // A round trip that half of them exceed: where a machine answers late, more of it is line.
    Time round_trip_middle() const { return round_trip_middle_; }
    // How long it takes until the next packet comes; hardly ever longer (one of the last 32). A
    // peer that looks at the network once a frame sends once a frame.
    Time interval_high() const { return interval_high_; }
    // The last round trip.
    Time round_trip() const { return round_trip_; }
    // So many packets in a row get lost on the way to us, at more than one place in a thousand.
    std::uint32_t loss_run() const;
    // Lost of the last k_packets packets to us, in millionths.
    std::uint32_t loss_ppm() const;

private:
    void judge(std::uint64_t number);
    void remember_run(std::uint8_t length);
    void forget_run(std::uint32_t length);
    void measure_round_trips();
    void note_interval(Time interval);

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
    std::uint32_t run_ = 0;     // of losses, up to judged_
    // For each of the last packets how many in a row were lost with it; 0: it arrived.
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
};

}  // namespace tandem::net
