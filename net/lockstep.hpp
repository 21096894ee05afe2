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

// What the transport is to do: send a packet, or close a connection once what was sent reliably has
// arrived.
struct Outgoing {
    enum class Kind : std::uint8_t { packet, close };
    Kind kind = Kind::packet;
    PeerId peer;
    Channel channel = Channel::unreliable;
    sim::Bytes bytes;
};

// As `due_ticks`: run as fast as inputs come, each asked for delay_ticks ahead of the simulation.
inline constexpr std::uint64_t k_unpaced = ~std::uint64_t{0};

// How the line to one peer is doing.
struct PeerStatus {
    Slot slot;
    // How many ticks before its need the last input came: ours at the peer, and the peer's here.
    // k_slack_unknown where nothing came yet.
    std::int8_t slack_there = 0;
    std::int8_t slack_here = 0;
    std::uint64_t ticks_compared = 0;   // our history and theirs are known to agree up to here
    std::uint64_t packets_dropped = 0;  // damaged, stray or forged
};

// How our own side keeps time.
struct PaceStatus {
    std::uint32_t delay_ticks = 0;    // how far ahead inputs are asked for
    std::uint32_t slow_down_ppm = 0;  // how much slower than real time our ticks come just now;
                                      // 1,000,000: they wait for who begins later
    std::uint64_t ticks_due = 0;      // real time's, less what we waited for the others
    Time held{0};                     // what we waited in all
};

class Session;

class Lockstep {
public:
    // `observer` may be null; it and what `source` refers to must outlive the session. The error
    // says why this game cannot be started with this setup.
    static sim::Result<Lockstep> host(sim::AnySimulation simulation, HostOptions options,
                                      InputSource source, sim::TickObserver* observer);
    // The transport's one peer is the host.
    static sim::Result<Lockstep> join(sim::AnySimulation simulation, JoinOptions options,
                                      InputSource source, sim::TickObserver* observer);

    Lockstep(Lockstep&&) noexcept;
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

    bool is_started() const;
    bool is_ended() const;
    std::uint64_t ticks_done() const;
    // The next tick the source will be asked for.
    std::uint64_t ticks_asked() const;
    Slot own_slot() const;
    // The match's setup; before a joiner was welcomed, a default one.
    const Setup& setup() const;
    // The running game, for drawing. Needs is_started() (asserted).
    const sim::AnySimulation& simulation() const;
    std::vector<PeerStatus> peers() const;
    PaceStatus pace() const;

private:
    explicit Lockstep(std::unique_ptr<Session> session);
    std::unique_ptr<Session> session_;
};

}  // namespace tandem::net
