// SPDX-License-Identifier: MIT
// Every side, host or guest, does this while a match runs: it keeps time, asks its own source,
// simulates confirmed ticks, compares, sends, and notices who holds it up. It decides nothing about
// others; host and guest do, with its reports.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
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
    // Recordings of the match will name it; before it begins or is taken up.
    void name_match(const MatchId& match, std::uint32_t generation) {
        const MatchName name{match, generation};
        if (match_name_ != name) {
            match_name_ = name;
            is_match_named_ = false;
        }
    }
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
    // Plays the ticks before `until` that are confirmed, due or not: others may have played them.
    sim::Result<void> play_confirmed(std::uint64_t until = k_no_limit);
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
    // Gives a peer that comes back its link: every input of each slot before the ticks `has` is
    // there and here.
    void relink(Peer& peer, std::vector<std::uint32_t> slots, const std::vector<std::uint64_t>& has,
                Time now);
    // Inputs from this tick on are kept for those who come back; nothing: for nobody.
    void keep_inputs_from(std::optional<std::uint64_t> tick) { kept_from_ = tick; }
    // Nobody is there to play with from tick `at` on: our source is asked for no more until
    // somebody returns.
    void stand(std::optional<std::uint64_t> at) { stands_at_ = at; }
    bool stands() const { return stands_at_.has_value(); }
    // Bots give the inputs of these slots from now on, in the ticks in which they take part.
    void set_bots(std::set<Slot> slots, const BotSource& bot) {
        bots_ = std::move(slots);
        bot_ = bot;
    }
    // Follows the match from the place on where we shall be given a state: who takes part and where
    // it ends. The error says what the host cannot have meant.
    sim::Result<void> follow_from(const Rejoin& rejoin);
    // Follows it from a moment of our own that was certain, in another generation of the match.
    sim::Result<void> go_back_to(const Rejoin& rejoin);
    // Goes on with a match of the past, behind these further records, alone. The error says which
    // of them cannot be played.
    sim::Result<void> resume(const HostPast& past, const std::vector<sim::Bytes>& records,
                             const std::vector<std::string>& names, Time now);
    // So many of the last slots have nobody from the beginning on.
    void leave_open(std::uint32_t slots);
    // Takes the match up at the state that was given. We take no part yet.
    sim::Result<void> begin_at_given(const Rejoin& rejoin, sim::ByteView state, Time now);
    // Our time goes on where the host's is.
    void set_time(std::uint64_t due_ticks, Time now);

    // Our simulation counts no more. We only relay: ticks are counted where they would be played,
    // and every peer is told the history of another one.
    void relay_only();
    // We take no part, and only follow.
    bool is_aside() const { return is_aside_; }
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
    sim::Result<void> begin_agreement(const Rejoin& rejoin, sim::ByteView record);
    void mark_beginning(std::uint64_t tick, const std::vector<std::string>& names);
    std::uint64_t ask_until() const;
    std::uint64_t ticks_to_do() const;
    // True if the peer's history is waited for: a player's, or one that a host passes on.
    bool is_compared(const Peer& peer) const;
    bool may_step(const Peers& peers) const;

    struct MatchName {
        MatchId match{};
        std::uint32_t generation = 0;
        friend bool operator==(const MatchName&, const MatchName&) = default;
    };
    SessionOptions options_;
    std::optional<MatchName> match_name_;
    bool is_match_named_ = false;  // observers know it, and repeat it where they need it
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
    std::optional<std::uint64_t> stands_at_;
    std::set<Slot> bots_;
    BotSource bot_;
    std::optional<std::uint64_t> kept_from_;
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
