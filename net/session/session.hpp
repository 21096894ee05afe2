// SPDX-License-Identifier: MIT
// A side of a match, with everything that the host (host.hpp) and a guest (guest.hpp) do alike: it
// receives events of the transport, and does in order the work that is due. The two differ in their
// handshake and in their decisions about others.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tandem/net/event.hpp>
#include <tandem/net/session/course.hpp>
#include <tandem/net/session/peers.hpp>
#include <tandem/net/session/play.hpp>
#include <tandem/net/session/stall_teller.hpp>
#include <tandem/net/status.hpp>
#include <tandem/net/transport/transport.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::net {

class Session {
public:
    virtual ~Session() = default;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    void on_transport(const TransportEvent& event, Time now);
    std::vector<Event> advance(Time now);
    std::vector<Outgoing> extract_outgoing() { return peers_.extract_outgoing(); }
    void leave();
    virtual void abandon(std::string why);
    Ended break_off(Bye bye, std::optional<sim::Error> error) {
        return course_.break_off(std::move(bye), std::move(error));
    }
    bool is_ended() const { return course_.stage() == SessionStage::ended; }
    const Play& play() const { return play_; }
    // This side comes back with it, once the match has begun.
    virtual std::optional<SlotTicket> own_slot_ticket() const { return std::nullopt; }
    virtual const MatchTicket* own_match_ticket() const { return nullptr; }
    std::vector<PeerStatus> peer_statuses() const { return statuses_of(peers_, play_); }

protected:
    Session(const SessionOptions& options, sim::AnySimulation simulation, InputSource source,
            sim::TickObserver* observer);

    // The time for which the others wait for us.
    virtual Time others_patience() const = 0;

    // ---- Receiving ----
    virtual void greet(Peer&) {}
    virtual void receive_message(Peer& peer, const Message& message) = 0;
    // Returns why a peer cannot have sent the inputs that it has just sent.
    virtual sim::Result<void> check_inputs(const Peer&) { return {}; }
    // The connection or the player behind it is gone for good.
    virtual void lose(PeerId id, LeftReason reason, const std::string& text) = 0;
    void lose_for_protocol_error(PeerId id, const std::string& text);

    // ---- What is due, in this order ----
    // Nobody called us for longer than the others wait.
    virtual void part_after_standstill(Time lasted) = 0;
    virtual void watch_handshake() = 0;
    // Goes on with coming back.
    virtual void watch_return() {}
    // Our own inputs end before this tick: it is agreed here, and the others are told.
    virtual void end_own_inputs(std::uint64_t tick, sim::EndReason reason) = 0;
    // Compares histories, and looks after the others while the match runs.
    virtual void watch_match() = 0;
    virtual void settle_disputes() = 0;
    // Ticks before this one are certain to be part of the match.
    virtual std::uint64_t certain_ticks() = 0;
    // Ends the match once nothing is left to exchange.
    virtual void try_finish() = 0;
    // Plays what others may have played when we break off.
    virtual sim::Result<void> play_last_ticks() { return {}; }

    SessionOptions options_;
    Identity identity_;
    Peers peers_;
    Play play_;
    Course course_;
    StallTeller stalls_;
    bool leaves_after_dispute_ = false;  // if we play on after it

private:
    void receive_bytes(Peer& peer, sim::ByteView bytes);
    void receive_packet(Peer& peer, sim::ByteView bytes);

    std::optional<Time> stood_still_;            // how long nobody called us
    std::string parting_ = "the match is over";  // the farewell to whoever connects after the end
};

}  // namespace tandem::net
