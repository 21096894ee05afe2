// SPDX-License-Identifier: MIT
// Keeps time with the others: which tick is due, how far ahead inputs are asked for, and who is
// ahead. It is a pure function of its reports, and knows nothing of packets or inputs.
//
// Four rules work together. Real time is granted once (match_time.hpp). Nobody's time runs more
// than two ticks ahead of the slowest one told. A machine that lags gives up what it lags. And the
// input delay follows the reports of the others, but never beyond what the line explains.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include <tandem/net/session/delay.hpp>
#include <tandem/net/session/line.hpp>
#include <tandem/net/session/match_time.hpp>
#include <tandem/net/transport/transport.hpp>
#include <tandem/net/wire/packet.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::net {

// A packet tells this of its sender's time.
struct TimeTold {
    std::uint8_t number = 0;  // the low bits of the packet's number
    // Our packet `number` arrived there, and this one left so much later.
    struct Arrival {
        std::uint8_t number = 0;
        Time held{0};
    };
    std::optional<Arrival> echo;
    std::optional<Time> due;  // its match time; nothing: it is not paced
    wire::Strain strain = wire::Strain::none;
    std::uint32_t loss_run = 0;      // that of our packets (Line::loss_run), in packets
    std::optional<Time> way_beyond;  // from a host to its farthest other guest
};

// The way in which a peer is sent packets while the way to it is longer than its shortest, so that
// the queue on it grows no more and empties.
struct Thrift {
    Time interval{0};          // between two packets
    std::uint64_t inputs = 0;  // so many of the newest stand in each, as on a short way
    Time again_after{0};       // other unacknowledged inputs are sent again so seldom
    // True if nothing is answered. Then each packet has a few of the oldest inputs instead.
    bool is_silent = false;
};

class Pace {
public:
    // Our time may run so far ahead of the slowest peer's. A single tick is too tight: with jitter
    // on every line it slows a match of eight.
    static constexpr std::int64_t k_ahead_ticks_max = 2;
    // The longest way that the delay follows, in one direction. No honest peer tells a longer one,
    // or no game is playable on it.
    static constexpr Time k_way_max = std::chrono::milliseconds(1'000);

    struct Options {
        TickRate rate;
        std::optional<std::uint32_t> delay_ticks;  // fixed; nothing: it follows the line
        bool is_paced = true;
        Time step_max{std::chrono::milliseconds(250)};
        std::uint32_t packets_per_tick = 1;  // that we send
    };
    explicit Pace(const Options& options);

    // Adds a peer whose handshake took this round trip.
    void add_peer(PeerId peer, Time round_trip);
    void remove_peer(PeerId peer);
    // A peer that takes no part for now holds nobody back.
    void leave_out(PeerId peer, bool is_out) { peers_.at(peer).is_out = is_out; }
    // Sets the delay from the round trips of the handshake. Call it once, before the first input is
    // asked for.
    void settle_first_delay();
    void set_way_beyond(PeerId peer, Time way) {
        peers_.at(peer).way_beyond = std::min(way, k_way_max);
    }

    // Notes that a packet to this peer leaves now. Returns its number.
    std::uint64_t on_sent(PeerId peer, Time now) { return peers_.at(peer).line.on_sent(now); }
    // Returns whether it is the newest packet of this peer.
    bool on_packet(PeerId peer, const TimeTold& told, Time now);
    // The peer tells the slack of our inputs there, and which of them it has.
    void on_slack_there(PeerId peer, std::int32_t slack_ticks, std::uint64_t known_until);
    // The slack of an input of `tick` that arrives now; nothing while we do not keep up.
    std::optional<std::int32_t> slack_of(std::uint64_t tick) const;

    // Begins our time: at 0, or where that of all others is.
    void start(Time now);
    bool runs() const { return match_time_.runs(); }
    bool is_paced() const { return options_.is_paced; }
    void advance(Time now, std::uint64_t ticks_done);
    // `is_aside`: it does not matter how far behind we are.
    void on_played(Time now, std::uint64_t ticks_done, bool lacks_input, bool is_aside = false);
    // Our time goes on at this tick, and begins to run if it did not.
    void set_time(std::uint64_t due_ticks, Time now);
    // Continues after we were away, at about the time that the peers tell, at most `jump_max`
    // later.
    void rejoin(Time jump_max = std::chrono::minutes(10));
    // Decides the delay before the next input is asked for. Returns the new delay, if it changes.
    std::optional<std::uint32_t> decide_delay(std::uint64_t asked);

    std::uint64_t due_ticks() const { return match_time_.due_ticks(); }
    std::uint32_t delay_ticks() const { return delay_.delay_ticks(); }
    const MatchTime& match_time() const { return match_time_; }
    const Line& line(PeerId peer) const { return peers_.at(peer).line; }
    wire::Strain strain() const;
    // The time that a packet and its answer spend unseen in our machine: the packet waits for a
    // look, and its answer for the work of that look. It is 0 unless the machine is too slow.
    Time unseen() const;
    // True if the newest packet of the peer was seen after a hitch of our own: it may have come
    // long before.
    bool waited_unseen(PeerId peer) const { return peers_.at(peer).waited_unseen; }
    // The strain of its machine that the peer told.
    wire::Strain strain_of(PeerId peer) const { return peers_.at(peer).strain; }
    // The time to a peer that hardly any packet exceeds, without losses: the way, and the wait for
    // the next packet beyond a tick.
    Time way_to(PeerId peer) const;
    // The thrift of the last advance; empty while the way to the peer is as short as it can be.
    const std::optional<Thrift>& thrift(PeerId peer) const { return peers_.at(peer).thrift; }
    // So many of our packets in a row get lost on their way to a peer, as ticks.
    std::uint32_t loss_run_there(PeerId peer) const { return peers_.at(peer).loss_run; }
    // The peer beyond whose time ours may not go any further now; empty if nobody holds us back.
    std::optional<PeerId> held_by() const { return held_by_; }
    // The delay that the lines explain.
    std::uint32_t line_need_ticks() const;

private:
    // Measures how far our time is ahead of a peer's, from the packet with the shortest round trip
    // of each stretch of half a second, which waited least on its way.
    struct Phase {
        struct Sample {
            Time ahead{0};
            Time round_trip{0};
        };
        std::optional<Sample> best;
        std::optional<Sample> best_before;
        Time stretch_end{0};

        void add(Sample sample, Time now);
        Time ahead() const;
    };
    struct PacedPeer {
        explicit PacedPeer(Line of_it) : line(std::move(of_it)) {}

        Line line;
        Phase phase;
        std::optional<Time> due;         // the latest told
        std::optional<Time> newest_due;  // told by the newest packet
        bool runs = false;               // that was more than before
        wire::Strain strain = wire::Strain::none;
        std::uint32_t loss_run = 0;  // in ticks
        Time way_beyond{0};
        bool is_out = false;
        Time spaced{0};  // between two packets to it, beyond a tick
        std::optional<Thrift> thrift;
        bool is_long = false;  // the way, more than its shortest
        Time long_since{0};
        std::optional<Time> long_until;
        bool waited_unseen = false;
    };

    bool is_after_hitch(Time now) const;
    void on_look(Time interval, Time now);
    bool is_strained(const PacedPeer& peer) const;
    Time round_trip_of_line(const PacedPeer& peer) const;
    Time unseen_of_looks(const PacedPeer& peer) const;
    bool is_silent(const PacedPeer& peer, Time now) const;
    Thrift once_a_round_trip(const PacedPeer& peer) const;
    std::optional<Thrift> thrift_for(const PacedPeer& peer, Time now) const;
    void update_ways(Time now);
    static Line::Age age_of(const PacedPeer& peer, const TimeTold& told);
    Time ahead() const;
    struct Latest {
        Time time{0};
        PeerId peer;
    };
    std::optional<Latest> latest() const;
    std::uint32_t need_ticks(const PacedPeer& peer) const;

    static constexpr std::size_t k_looks = 8;

    Options options_;
    MatchTime match_time_;
    DelayControl delay_;
    std::map<PeerId, PacedPeer> peers_;
    std::optional<Time> last_advance_;
    std::array<Time, k_looks> looks_{};  // from one advance to the next
    std::size_t looks_next_ = 0;
    Time look_interval_{0};  // the longest of these
    std::optional<Time> frozen_at_;
    std::optional<PeerId> held_by_;
    bool lacks_input_ = false;  // the next tick, at the last look
};

}  // namespace tandem::net
