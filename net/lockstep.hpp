// SPDX-License-Identifier: MIT
// A lockstep match as a state machine: packets and time go in, packets and ordered events come out.
// It never blocks and reads no clock. So the same code runs over ENet, over a simulated network in
// virtual time, and under a fuzzer.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/event.hpp>
#include <tandem/net/options.hpp>
#include <tandem/net/status.hpp>
#include <tandem/net/ticket/ticket.hpp>
#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::net {

class Session;

class Lockstep {
public:
    // Makes the side that others join. `observer` may be null. The observer, and everything that
    // `source` refers to, must outlive the session. The error says why this game cannot start with
    // this setup.
    static sim::Result<Lockstep> host(sim::AnySimulation simulation, HostOptions options,
                                      InputSource source, sim::TickObserver* observer);
    // Makes a side that joins. The only peer of its transport is the host.
    static sim::Result<Lockstep> join(sim::AnySimulation simulation, JoinOptions options,
                                      InputSource source, sim::TickObserver* observer);

    // It can be moved; its source and its observer are not affected.
    Lockstep(Lockstep&&) noexcept;
    // Moves a session likewise.
    Lockstep& operator=(Lockstep&&) noexcept;
    ~Lockstep();

    // Takes an event of the transport.
    void on_transport(const TransportEvent& event, Time now);
    // Does everything that is due: asks for inputs, steps, compares, checks timeouts. The session
    // keeps time by itself (net/PROTOCOL.md). Call it at least every millisecond or two while a
    // match runs.
    std::vector<Event> advance(Time now);
    // Everything to send since the last call, in order.
    std::vector<Outgoing> extract_outgoing();

    // A person wants to stop: the session asks for no further input and tells the others. For us
    // the match ends after the last tick whose input we have asked for; with two players it ends
    // there for both. Keep calling advance until Ended.
    void leave();
    // Ends now, without agreement, and tells the others if that is still possible. The next advance
    // gives Ended.
    void abandon(std::string why);
    // Call it from another thread if a call of the game within advance never comes back. It ends
    // the match now for this reason, tells the others `why`, and finishes the recording with every
    // tick that was played. Only extract_outgoing may follow.
    Ended break_off(sim::EndReason reason, std::string why, std::optional<sim::Error> error);

    // True once tick 0 has begun.
    bool is_started() const;
    // True once Ended was reported.
    bool is_ended() const;
    // How many ticks are played: simulated, or relayed by a host that is set aside.
    std::uint64_t ticks_done() const;
    // The next tick the source will be asked for.
    std::uint64_t ticks_asked() const;
    // Our own slot.
    Slot own_slot() const;
    // The setup of the match. A joiner has a default setup until the host has sent its own.
    const Setup& setup() const;
    // The running game, for drawing: simulation().as<Game>() reads it in place. It needs
    // is_started() (asserted).
    const sim::AnySimulation& simulation() const;
    // The state of the line to each peer.
    std::vector<PeerStatus> peers() const;
    // The state of our own timekeeping.
    PaceStatus pace() const;
    // The ticket by which a guest comes back in another process (JoinOptions::ticket); nothing
    // before Started, and for a host. It is a secret.
    std::optional<SlotTicket> slot_ticket() const;
    // The number and secret of a host's match; nothing for a guest. It changes when a slot is given
    // to somebody.
    std::optional<MatchTicket> match_ticket() const;

private:
    explicit Lockstep(std::unique_ptr<Session> session);
    std::unique_ptr<Session> session_;
};

}  // namespace tandem::net
