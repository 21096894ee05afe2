// SPDX-License-Identifier: MIT
// A lockstep match as a state machine: packets and time in, packets and ordered events out. It
// never blocks and reads no clock, so the same code runs over ENet, over a simulated network in
// virtual time, and under a fuzzer.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <tandem/net/event.hpp>
#include <tandem/net/options.hpp>
#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::net {

class Session;

class Lockstep {
public:
    // `observer` may be null; it and what `source` refers to must outlive the session. The error
    // says why this game cannot be started with this setup. `entropy` is random_entropy() outside
    // of tests; Driver::host and Driver::join take care of it.
    static sim::Result<Lockstep> host(sim::AnySimulation simulation, HostOptions options,
                                      InputSource source, sim::TickObserver* observer,
                                      Entropy entropy);
    // The transport's one peer is the host.
    static sim::Result<Lockstep> join(sim::AnySimulation simulation, JoinOptions options,
                                      InputSource source, sim::TickObserver* observer,
                                      Entropy entropy);

    // It can be moved; what its source and its observer refer to stays where it is.
    Lockstep(Lockstep&&) noexcept;
    // Likewise.
    Lockstep& operator=(Lockstep&&) noexcept;
    ~Lockstep();

    // What the transport told.
    void on_transport(const TransportEvent& event, Time now);
    // Does all that is due: asks for inputs, steps, compares, watches timeouts. `due_ticks` is how
    // many ticks of the match real time asks for since Started (a sum of sim::Pacer's), or
    // k_unpaced; before Started it does not count. Where we run ahead of the others, ticks are held
    // back a little beyond that (phase.hpp). Call it at least every millisecond or two while a
    // match runs.
    std::vector<Event> advance(Time now, std::uint64_t due_ticks = k_unpaced);
    // What is to be sent since the last call, in order.
    std::vector<Outgoing> take_outgoing();

    // A person wants to stop: asks for no further input and tells the others; the match ends here
    // after the last tick that was promised an input (with two players, there too). Keep calling
    // advance until Ended.
    void leave();
    // Ends now, without agreement; the others are told if they still can be. Ended comes from the
    // next advance.
    void abandon(std::string why);

    // Whether tick 0 has begun.
    bool is_started() const;
    // Whether Ended was told.
    bool is_ended() const;
    // How many ticks were simulated.
    std::uint64_t ticks_done() const;
    // The next tick the source will be asked for.
    std::uint64_t ticks_asked() const;
    // Where we play.
    Slot own_slot() const;
    // The match's setup; before a joiner was welcomed, a default one.
    const Setup& setup() const;
    // The running game, for drawing: simulation().as<Game>() reads it in place. Needs is_started()
    // (asserted).
    const sim::AnySimulation& simulation() const;
    // How the line to each peer is doing.
    std::vector<PeerStatus> peers() const;
    // How our own side keeps time.
    PaceStatus pace() const;

private:
    explicit Lockstep(std::unique_ptr<Session> session);
    std::unique_ptr<Session> session_;
};

}  // namespace tandem::net
