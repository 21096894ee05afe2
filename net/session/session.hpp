// SPDX-License-Identifier: MIT
// The common part of host and guest: peers, packets, stepping, comparing, and the two ways in which
// a match ends. host.hpp and guest.hpp add the handshake and the decisions.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/event.hpp>
#include <tandem/net/options.hpp>
#include <tandem/net/session/delay.hpp>
#include <tandem/net/session/match.hpp>
#include <tandem/net/session/peer.hpp>
#include <tandem/net/session/phase.hpp>
#include <tandem/net/status.hpp>

namespace tandem::net {

enum class SessionStage : std::uint8_t {
    gathering,  // the sides find and check each other
    starting,   // all are ready; the host waits until its start has reached the others
    playing,
    finishing,  // every tick is simulated; the others may still need our inputs or hashes
    autopsy,    // a desync was found; waits for the other side's report
    ended,
};

class Session {
public:
    Session(SessionOptions options, sim::TickObserver* observer, Entropy entropy);
    virtual ~Session() = default;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    void on_transport(const TransportEvent& event, Time now);
    std::vector<Event> advance(Time now, std::uint64_t due_ticks);
    std::vector<Outgoing> take_outgoing();
    void leave();
    void abandon(std::string why);

    SessionStage stage() const { return stage_; }
    const Match* match() const { return match_.get(); }
    const Setup& setup() const { return setup_; }
    std::vector<PeerStatus> peer_statuses() const;
    PaceStatus pace() const;

protected:
    // ---- What a role decides ----
    virtual void take_message(Peer& peer, const Message& message) = 0;
    // A peer with a slot is gone; `stage_` says when.
    virtual void on_gone(Peer& peer, LeftReason reason, const std::string& text) = 0;
    // A newcomer is gone before it had a slot.
    virtual void on_newcomer_gone(const std::string& text) = 0;
    // New inputs of this slot are here.
    virtual void on_inputs(std::uint32_t slot) = 0;
    // Our own inputs end before `tick`.
    virtual void on_own_stop(std::uint64_t tick, sim::EndReason reason) = 0;
    // Ticks before this one are confirmed and may be recorded.
    virtual std::uint64_t confirmed_until() = 0;
    // Tells a silent peer that it is being dropped, in case it still receives.
    virtual void tell_dropped(Peer& peer, const std::string& text) = 0;
    // The peer plays no tick from this one on.
    virtual std::uint64_t finish_tick(const Peer& peer) const = 0;
    // Timers of the handshake.
    virtual void watch() = 0;
    virtual Cipher::Side side() const = 0;

    // ---- What roles use ----
    void send(Peer& peer, const Message& message);
    void send_to_all(const Message& message, const Peer* except = nullptr);
    // Answers a greeting. Returns false if it refused the peer.
    bool take_greeting(Peer& peer, const Greeting& greeting);
    // Tells the peer, tells the user, closes.
    void refuse(Peer& peer, const Refusal& refusal);
    void take_refusal(Peer& peer, const Refusal& refusal);
    void lose(Peer& peer, LeftReason reason, const std::string& text);
    // Drops a peer that sent something invalid.
    void lose_for_protocol_error(Peer& peer, const std::string& text);
    void close(Peer& peer);
    // Begins the match: all are ready and agree. Tells the observer and the source.
    void begin(const std::vector<std::string>& names);
    void begin_autopsy(Peer& peer, std::uint64_t ticks_done, sim::ChainHash their_chain);
    // Ends the match now because of a failure here: of the game's step, or of the recording.
    void fail(const sim::Error& error);
    void end(sim::EndReason reason, Slot slot, std::optional<sim::Error> error);
    std::string name_of(const Peer& peer) const;
    Nonce draw_nonce();

    SessionOptions options_;
    sim::TickObserver* observer_;
    SessionStage stage_ = SessionStage::gathering;
    Setup setup_;
    std::unique_ptr<Match> match_;
    std::map<PeerId, Peer> peers_;
    std::vector<Event> events_;
    std::vector<Outgoing> outgoing_;
    Time now_{0};            // of the last call
    std::string lost_text_;  // why the match ends early, if a peer was lost

private:
    struct Stall {
        Slot slot;
        Time since;
        std::uint64_t told_ms = 0;  // 0: not yet
    };
    // A desync that was found; the other side's report is awaited until `deadline`.
    struct PendingDesync {
        PeerId peer;
        Slot slot;
        std::uint64_t ticks_done = 0;
        sim::ChainHash their_chain;
        Time deadline;
    };

    void connect(PeerId id);
    void receive_message(Peer& peer, sim::ByteView bytes);
    void receive_packet(Peer& peer, sim::ByteView bytes);
    bool receive_run(Peer& peer, const Run& run);
    void measure_slack(Peer& peer, std::uint8_t stream, std::uint64_t tick);
    void take_slack(Peer& peer, std::int8_t slack);
    bool relay_slack(const Peer& from, RelayedSlack relayed);
    bool is_agreed_to_the_end(const Peer& peer) const;
    void reject_sealed(Peer& peer, sim::ByteView bytes);
    bool take_common(Peer& peer, const Message& message);
    void take_autopsy(Peer& peer, const Autopsy& autopsy);

    void watch_peers();
    void watch_report(Peer& peer);
    void note_time(Time now);
    void drop_all_after_standstill();
    void confirm();
    void keep_time(std::uint64_t due_ticks);
    void adapt_delay();
    std::int32_t ahead_units() const;
    std::uint64_t debt_ticks();
    void play();
    void ask();
    void note_beginning();
    std::optional<Slot> held_up_by() const;
    void note_stall();
    void end_stall();
    void compare_histories();
    void try_finish();
    bool finish_with(Peer& peer);
    void finish_autopsy();
    void forget();
    void flush();
    void flush_peer(Peer& peer);

    std::uint64_t due_ticks_ = 0;
    // How long nobody called us, if that was longer than the others wait for us.
    std::optional<Time> stood_still_;
    DelayControl delay_;
    std::optional<DueTicks> held_due_;  // from Started on
    std::uint32_t slow_down_ppm_ = 0;
    std::optional<Time> first_tick_at_;
    // The times of the ticks within debt_ms_max before the last one.
    std::deque<Time> simulated_at_;
    // By slot: how many inputs came at once at the beginning. They were asked for before their
    // player's time began, so they say nothing about its slack.
    std::array<std::uint64_t, k_slots_max> given_at_once_{};
    bool awaits_beginning_ = false;
    Entropy entropy_;
    std::uint64_t nonces_drawn_ = 0;
    std::optional<Stall> stall_;
    std::optional<PendingDesync> pending_desync_;
};

}  // namespace tandem::net
