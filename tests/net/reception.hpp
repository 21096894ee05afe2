// SPDX-License-Identifier: MIT
// A host of the counter and guests that a test moves by hand, all on one clock. Players of the
// match get on by the book; whoever calls later says what a test wants said.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tandem/net/lockstep.hpp>
#include <tandem/net/session/handshake.hpp>
#include <tandem/net/ticket/ticket.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tests/net/arena.hpp>
#include <tests/net/heard.hpp>
#include <tests/net/spoken_packet.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {

// One connection to the host.
struct Caller : Heard {
    std::uint32_t number = 0;
    sim::Bytes connection;  // what both sides know of it
    std::uint8_t packets = 0;
    bool is_closed = false;
    std::uint64_t given = 0;                // inputs
    bool is_silent = false;                 // it plays no further
    std::optional<net::SlotTicket> ticket;  // of its slot, from the start
    std::uint32_t slot = 0;
};

class Reception {
public:
    explicit Reception(std::uint32_t players = 3, net::SessionOptions session = {}) {
        net::HostOptions options = host_options(sim::erase<Counter>(), players);
        session.is_paced = false;
        options.session = session;
        auto made = net::Lockstep::host(sim::erase<Counter>(), std::move(options),
                                        scripted(Slot{0}), &trace);
        EXPECT_TRUE(made.has_value());
        host.emplace(*std::move(made));
        for (std::uint32_t slot = 1; slot < players; ++slot) {
            Caller& guest = call();
            reach_hello(guest);
            say(guest, net::Hello{net::identity_of(game(), ""), "", net::k_no_limit});
            say_ready(guest);
        }
        for (int round = 0; round < 100 && !host->is_started(); ++round) {
            for (Caller& guest : callers) {
                send(guest, SpokenPacket());
            }
            advance(milliseconds(10));
        }
        EXPECT_TRUE(host->is_started());
        for (Caller& guest : callers) {
            const net::SlotSecret& secret = guest.last<net::Start>()->secret;
            guest.slot = secret.of.slot;
            guest.ticket = net::SlotTicket{secret.of.match, secret.of.slot, secret.of.given,
                                           secret.of.generation, net::SecretKey(secret.secret)};
        }
    }

    static const sim::GameInfo& game() {
        static const sim::AnySimulation simulation = sim::erase<Counter>();
        return simulation.info();
    }

    // ---- Calling ----
    Caller& call() {
        Caller& caller = callers.emplace_back();
        caller.number = static_cast<std::uint32_t>(callers.size());
        caller.connection = sim::Bytes(32, static_cast<std::byte>(caller.number));
        event(caller, net::TransportEvent::Kind::connected, net::Channel::reliable,
              caller.connection);
        return caller;
    }
    void reach_hello(Caller& caller) {
        say(caller, net::Greeting{net::k_protocol_version});
        advance();
    }
    void say_ready(Caller& caller) {
        advance();
        if (const auto* welcome = caller.last<net::Welcome>()) {
            sim::AnySimulation simulation = sim::erase<Counter>();
            const Setup setup = *sim::decode_setup(welcome->setup);
            EXPECT_TRUE(simulation.reset(setup).has_value());
            const std::uint64_t start = sim::start_hash(game(), setup);
            say(caller, net::Ready{start, simulation.state_hash(),
                                   sim::chain_start(start, simulation.state_hash())});
        }
        advance();
    }
    void hang_up(Caller& caller) {
        caller.is_silent = true;
        event(caller, net::TransportEvent::Kind::disconnected, net::Channel::reliable, {});
        advance();
    }

    // ---- A claim ----
    // That of the player of `ticket` after all ticks that the host has played, without its proof.
    net::Claim claim_of(const net::SlotTicket& ticket) const {
        net::Claim claim;
        claim.of = {ticket.match, ticket.slot, ticket.given, ticket.generation};
        claim.past =
            net::HeldPast{chains.size(), chains.empty() ? sim::ChainHash{} : chains.back()};
        return claim;
    }
    static net::Claim proven(net::Claim claim, const net::SlotTicket& ticket,
                             const Caller& caller) {
        claim.proof = net::prove(ticket.secret, net::Prover::guest, caller.connection,
                                 net::claimed_bytes(claim));
        return claim;
    }
    void say_claim(Caller& caller, const net::Claim& claim) {
        say(caller, net::Hello{net::identity_of(game(), ""), "", net::k_no_limit, claim});
        advance();
    }
    // Calls, claims and is ready.
    Caller& come_back(const net::SlotTicket& ticket, std::optional<net::Claim> claim = {}) {
        Caller& caller = call();
        reach_hello(caller);
        say_claim(caller, proven(claim ? *claim : claim_of(ticket), ticket, caller));
        say_ready(caller);
        return caller;
    }

    // ---- Saying ----
    void say(Caller& caller, const net::Message& message) {
        event(caller, net::TransportEvent::Kind::packet, net::Channel::reliable,
              net::encode_message(message));
    }
    void send(Caller& caller, const SpokenPacket& packet) {
        event(caller, net::TransportEvent::Kind::packet, net::Channel::unreliable,
              packet.bytes(game(), host->setup().slots, ++caller.packets));
    }

    // Lets time pass for the host and hands out what it says.
    void advance(Time span = milliseconds(1)) {
        now += span;
        for (net::Event& event : host->advance(now)) {
            if (const auto* ticked = std::get_if<net::Ticked>(&event)) {
                chains.push_back(ticked->chain);
            }
            told.events.push_back(std::move(event));
        }
        for (const net::Outgoing& outgoing : host->extract_outgoing()) {
            Caller& caller = callers.at(outgoing.peer.value - 1);
            if (outgoing.kind == net::Outgoing::Kind::close) {
                caller.is_closed = true;
            } else if (outgoing.channel == net::Channel::reliable) {
                if (auto message = net::decode_message(outgoing.bytes)) {
                    caller.hear(*std::move(message));
                }
            }
        }
    }
    // Those players who are there give so many inputs more, and say what they have.
    void play(std::uint64_t ticks) {
        for (std::uint64_t tick = 0; tick < ticks; ++tick) {
            for (Caller& guest : callers) {
                if (guest.ticket && !guest.is_silent) {
                    send(guest, next_packet(guest));
                    guest.given = inputs + 1;
                }
            }
            ++inputs;
            advance();
        }
    }
    // The same for so long, and not faster than ten ticks a second.
    void play_for(Time span) {
        for (const Time until = now + span; now < until;) {
            play(1);
            advance(milliseconds(99));
        }
    }
    SpokenPacket next_packet(const Caller& guest) const {
        SpokenPacket packet;
        packet.head.due.reset();
        packet.head.base = chains.size();
        for (std::uint32_t slot = 0; slot < host->setup().slots; ++slot) {
            if (slot != guest.slot) {
                packet.ack(slot, slot == 0 ? host->ticks_asked() : callers[slot - 1].given);
            }
        }
        if (!chains.empty()) {
            packet.hash(chains.size(), chains.back());
        }
        return packet.idle_run(guest.slot, inputs, 1);
    }

    // What the host reported, but for ticks.
    std::string log() const {
        std::string text;
        for (const net::Event& event : told.events) {
            text += std::holds_alternative<net::Ticked>(event) ? "" : event_text(event) + "\n";
        }
        return text;
    }

    Trace trace;
    std::optional<net::Lockstep> host;
    std::deque<Caller> callers;          // the first ones play slots 1, 2 ...
    Heard told;                          // the host's own events
    std::vector<sim::ChainHash> chains;  // after each tick of the host, from the first on
    std::uint64_t inputs = 0;            // each player has given so many
    Time now{0};

private:
    void event(const Caller& caller, net::TransportEvent::Kind kind, net::Channel channel,
               const sim::Bytes& bytes) {
        host->on_transport({kind, net::PeerId{caller.number}, channel, bytes}, now);
    }
};

}  // namespace tandem::test
