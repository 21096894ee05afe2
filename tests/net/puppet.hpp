// SPDX-License-Identifier: MIT
// A guest moved by hand: it completes a handshake by the book and then says whatever a test wants
// said, with a valid tag.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/net/lockstep.hpp>
#include <tandem/net/session/handshake.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/net/wire/wire.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tests/net/heard.hpp>

namespace tandem::test {

// Talks to a host's session directly, without any transport.
class Puppet : public Heard {
public:
    explicit Puppet(net::Lockstep& host, std::uint32_t number = 1) : host_(host), id_(number) {}

    void connect() { event(net::TransportEvent::Kind::connected, net::Channel::reliable, {}); }
    void say(const net::Message& message) { say_raw(net::encode_message(message)); }
    void say_raw(const sim::Bytes& bytes) {
        event(net::TransportEvent::Kind::packet, net::Channel::reliable, bytes);
    }
    void send(sim::ByteView payload) {
        event(net::TransportEvent::Kind::packet, net::Channel::unreliable,
              net::tag_packet(token_, payload));
    }
    void send_untagged(const sim::Bytes& packet) {
        event(net::TransportEvent::Kind::packet, net::Channel::unreliable, packet);
    }

    // In answer to the host's greeting, which must have been heard.
    void say_hello(const sim::GameInfo& game) {
        const auto* greeting = last<net::Greeting>();
        say(net::Hello{net::identity_of(game, ""), "", net::k_no_limit,
                       greeting == nullptr ? net::Nonce{} : greeting->nonce});
    }
    // Takes a seat, and is not ready yet.
    void take_seat(const sim::AnySimulation& simulation) {
        connect();
        say(net::Greeting{net::k_protocol_version, false, {}});
        advance();
        say_hello(simulation.info());
        advance();
        if (const auto* welcome = last<net::Welcome>()) {
            token_ = welcome->token;
        }
    }
    // Everything up to the start, as an honest guest would.
    void shake_hands(sim::AnySimulation simulation) {
        take_seat(simulation);
        if (const auto* welcome = last<net::Welcome>()) {
            const Setup setup = *sim::decode_setup(welcome->setup);
            if (!simulation.reset(setup)) {
                return;
            }
            const std::uint64_t start = sim::start_hash(simulation.info(), setup);
            say(net::Ready{start, simulation.state_hash(),
                           sim::chain_start(start, simulation.state_hash())});
        }
        advance(std::chrono::seconds(1));
    }

    // Lets time pass for the host and reads what it says.
    void advance(net::Time span = std::chrono::milliseconds(1),
                 std::uint64_t due_ticks = net::k_unpaced) {
        now_ += span;
        for (net::Event& told : host_.advance(now_, due_ticks)) {
            events.push_back(std::move(told));
        }
        for (const net::Outgoing& outgoing : host_.take_outgoing()) {
            if (outgoing.kind != net::Outgoing::Kind::packet || outgoing.peer != net::PeerId{id_}) {
                continue;
            }
            bytes_heard += outgoing.bytes.size();
            if (outgoing.channel == net::Channel::reliable) {
                if (auto message = net::decode_message(outgoing.bytes)) {
                    heard.push_back(*std::move(message));
                }
            }
        }
    }

    std::size_t bytes_said = 0;   // both channels
    std::size_t bytes_heard = 0;  // likewise

private:
    void event(net::TransportEvent::Kind kind, net::Channel channel, const sim::Bytes& bytes) {
        bytes_said += bytes.size();
        host_.on_transport({kind, net::PeerId{id_}, channel, bytes}, now_);
    }

    net::Lockstep& host_;
    std::uint32_t id_;
    std::uint64_t token_ = 0;
    net::Time now_{0};
};

}  // namespace tandem::test
