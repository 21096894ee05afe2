// SPDX-License-Identifier: MIT
// Every side, host or guest, does this while a match runs: it keeps time, asks its own source,
// simulates confirmed ticks, compares, sends, and notices who holds it up. It decides nothing about
// others; host and guest do, with its reports.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tandem/net/event.hpp>
#include <tandem/net/options.hpp>
#include <tandem/net/session/agreement.hpp>
#include <tandem/net/session/match.hpp>
#include <tandem/net/session/own_inputs.hpp>
#include <tandem/net/session/pace.hpp>
#include <tandem/net/session/peers.hpp>
#include <tandem/net/status.hpp>

namespace tandem::net {

class Play;

// The state of the line to each player.
std::vector<PeerStatus> statuses_of(const Peers& peers, const Play& play);

class Play final : private wire::KnownInputs {
public:
    Play(const SessionOptions& options, sim::AnySimulation simulation, InputSource source,
         sim::TickObserver* observer);

    // ---- Before the match ----
    // Resets the game for this setup, in which we have this slot.
    sim::Result<Ready> reset(const Setup& setup, Slot own);
    // Gives a peer its link: it is sent the inputs of `slots`.
    void link(Peer& peer, std::vector<std::uint32_t> slots, Time now);
    void unlink(Peer& peer);
    // Begins: tells the observer and the caller. Our time stands until everybody's first input is
    // here.
    sim::Result<void> begin(const std::vector<std::string>& names, Time now);
    bool has_begun() const { return match_.is_started(); }
    // Our time begins so much after everybody's first input is here: inputs that we relay are still
    // on their way.
    void set_start_pause(Time pause) { start_pause_ = pause; }

    // ---- What comes in ----
    // Takes an unreliable packet. The error says what is wrong with it.
    sim::Result<void> receive_packet(Peers& peers, Peer& peer, sim::ByteView bytes, Time now);
    // If true, inputs that come now are of ticks that were played without us.
    void ignore_inputs(bool ignore) { ignores_inputs_ = ignore; }

    // Lets time pass, asks, and simulates the ticks that are confirmed and due.
    sim::Result<void> advance(Peers& peers, Time now);
    // Plays the ticks that are confirmed, due or not: others may have played them.
    sim::Result<void> play_confirmed();
    // Compares histories. Returns the peers that differ, with our last common tick and the first
    // hash that differs.
    struct Difference {
        PeerId peer;
        std::uint64_t ticks_agreed = 0;
        std::uint64_t ticks_differ = 0;
    };
    std::vector<Difference> compare(Peers& peers);
    // Forgets everything that no peer needs.
    void forget(const Peers& peers);
    // Sends every packet that is due.
    void flush(Peers& peers, Time now);

    // Our source is asked for no more. Returns the tick before which our inputs end, if they end
    // before the match does.
    std::optional<std::uint64_t> stop_asking();
    // The end of the source since the last call, if it ended: the tick, and whether it failed.
    std::optional<OwnInputs::End> extract_source_end();

    // ---- Absence ----
    // We take no part from `tick` on, and go back to it.
    sim::Result<void> step_aside(std::uint64_t tick);
    // We take part again from `tick` on.
    void step_in(std::uint64_t tick);
    // Our simulation counts no more. We only relay: ticks are counted where they would be played,
    // and every peer is told the history of another one.
    void relay_only();
    bool only_relays() const { return relayed_ticks_.has_value(); }
    // The peer whose history this one is told while we only relay; null if it is the only one left.
    const Peer* partner(const Peers& peers, const Peer& peer) const;

    // The slot that holds us up now; empty if nobody does.
    std::optional<Slot> held_up_by(const Peers& peers, Time now) const;
    // True once every tick is played and this peer has fallen silent before its last word.
    bool is_left_without_last_word(const Peer& peer, Time now) const;
    // True if a stall is to be told and counts: before tick 0 a person may just look around.
    bool may_blame(Time now) const;
    // Tells the caller that somebody holds us up, and marks a stall that is over.
    void report_waiting(const Waiting& waiting);

    Agreement& agreement() { return agreement_; }
    const Agreement& agreement() const { return agreement_; }
    Match& match() { return match_; }
    const Match& match() const { return match_; }
    Pace& pace() { return pace_; }
    const Pace& pace() const { return pace_; }
    const OwnInputs& own_inputs() const { return own_inputs_; }
    Slot own() const { return own_; }
    // How many ticks are played, or relayed.
    std::uint64_t ticks_done() const { return relayed_ticks_.value_or(match_.ticks_done()); }
    bool is_complete() const { return agreement_.is_over_at(ticks_done()); }
    const Setup& setup() const { return setup_; }
    PaceStatus pace_status() const;

    // Adds an event to the reports for the caller, in order.
    void report(Event event) { events_.push_back(std::move(event)); }
    // The events that were reported since the last call.
    std::vector<Event> extract_events() { return std::exchange(events_, {}); }

private:
    std::optional<sim::ByteView> before(std::uint32_t slot, std::uint64_t tick) const override;
    sim::Result<void> receive_runs(Peers& peers, Peer& peer);
    bool receive_run(Link& link, const wire::Run& run);
    // Returns whether the packet is the newest one.
    bool receive_head(const Peer& peer, const wire::PacketHead& head, Time now);
    void receive_hash(Link& link, const wire::HashPoint& hash);
    void receive_slack(Peers& peers, Peer& peer, const wire::Ack& ack);
    void measure_slack(Link& link, std::uint32_t slot, std::uint64_t tick);
    std::uint64_t reference() const;

    void send_packets(Peers& peers, Peer& peer, Time now);
    std::optional<wire::HashPoint> hash_for(const Peers& peers, const Peer& peer) const;
    std::optional<Time> way_beyond(const Peers& peers, const Peer& peer) const;
    bool tells_slack(const Peers& peers, const Peer& peer) const;

    void start_time(Time now);
    void adapt_delay();
    bool is_pausing(Time now) const;
    void ask(Peers& peers, Time now);
    sim::Result<void> step(Peers& peers, Time now);
    sim::Result<void> step_tick();
    std::uint64_t ticks_to_do() const;
    // True if the peer's history is waited for: a player's, or one that a host passes on.
    bool is_compared(const Peer& peer) const;
    bool may_step(const Peers& peers) const;

    SessionOptions options_;
    Match match_;
    OwnInputs own_inputs_;
    Agreement agreement_;
    Pace pace_;
    Setup setup_;
    Slot own_;
    std::optional<wire::PacketFormat> format_;
    wire::Packet packet_;  // reused
    sim::Bytes record_;    // reused
    std::vector<Event> events_;
    bool ignores_inputs_ = false;
    bool is_aside_ = false;
    bool is_source_end_told_ = false;
    std::optional<std::uint64_t> play_from_;      // where we take part again
    std::optional<std::uint64_t> relayed_ticks_;  // while we only relay
    // The number of inputs of each slot that came at once at the beginning. They were asked for
    // before their player's time began, so they say nothing about its slack.
    std::vector<std::uint64_t> given_at_once_;
    std::uint64_t sent_due_ = 0;
    std::uint64_t forgotten_at_ = 0;  // ticks_done() at the last forget
    std::optional<Time> stepped_at_;
    Time start_pause_{0};
    Time begun_at_{0};
    std::optional<Time> all_there_at_;  // everybody's first input
};

}  // namespace tandem::net
