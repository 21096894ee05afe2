// SPDX-License-Identifier: MIT
// A guest moved by hand: it completes a handshake by the book and then says whatever a test wants
// said.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/net/lockstep.hpp>
#include <tandem/net/session/handshake.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tests/net/heard.hpp>
#include <tests/net/spoken_packet.hpp>

namespace tandem::test {

// Talks to a host's session directly, without any transport.
class Puppet : public Heard {
public:
    explicit Puppet(net::Lockstep& host, std::uint32_t number = 1) : host_(host), id_(number) {}

    // `connection` is what both sides know of it; without a secret it is nothing.
    void connect(const sim::Bytes& connection = {}) {
        event(net::TransportEvent::Kind::connected, net::Channel::reliable, connection);
    }
    void disconnect() {
        event(net::TransportEvent::Kind::disconnected, net::Channel::reliable, {});
    }
    void say(const net::Message& message) { say_raw(net::encode_message(message)); }
    void say_raw(const sim::Bytes& bytes) {
        event(net::TransportEvent::Kind::packet, net::Channel::reliable, bytes);
    }
    // From its seat on; before, it knows no game to speak of.
    void send(const SpokenPacket& packet) {
        if (game_ != nullptr) {
            send_raw(packet.bytes(*game_, players_, ++packets_));
        }
    }
    void send_raw(const sim::Bytes& packet) {
        event(net::TransportEvent::Kind::packet, net::Channel::unreliable, packet);
    }

    void say_hello(const sim::GameInfo& game) {
        say(net::Hello{net::identity_of(game, ""), "", net::k_no_limit});
    }
    // Takes a seat, and is not ready yet.
    void take_seat(const sim::AnySimulation& simulation) {
        connect();
        say(net::Greeting{net::k_protocol_version});
        advance();
        say_hello(simulation.info());
        advance();
        game_ = &simulation.info();
        players_ = host_.setup().slots;
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
    void advance(net::Time span = std::chrono::milliseconds(1)) {
        now_ += span;
        for (net::Event& told : host_.advance(now_)) {
            events.push_back(std::move(told));
        }
        for (const net::Outgoing& outgoing : host_.extract_outgoing()) {
            if (outgoing.kind != net::Outgoing::Kind::packet || outgoing.peer != net::PeerId{id_}) {
                continue;
            }
            bytes_heard += outgoing.bytes.size();
            if (outgoing.channel == net::Channel::unreliable) {
                hear_packet(outgoing.bytes);
            }
            if (outgoing.channel == net::Channel::reliable) {
                if (auto message = net::decode_message(outgoing.bytes)) {
                    hear(*std::move(message));
                }
            }
        }
    }

    // The host has our inputs before this tick, it says.
    std::uint64_t last_ack(std::uint32_t slot) const {
        for (const net::wire::Ack& ack : packet_.acks) {
            if (ack.slot == slot) {
                return ack.next;
            }
        }
        return 0;
    }

    std::size_t bytes_said = 0;   // both channels
    std::size_t bytes_heard = 0;  // likewise

private:
    // Reads as far as that goes without what it would be coded against.
    struct NothingKnown final : net::wire::KnownInputs {
        std::optional<sim::ByteView> before(std::uint32_t, std::uint64_t) const override {
            return std::nullopt;
        }
    };
    void hear_packet(sim::ByteView bytes) {
        if (game_ != nullptr) {
            const net::wire::PacketFormat format{players_,
                                                 net::wire::InputFormat(game_->input_schema)};
            const NothingKnown nothing;
            static_cast<void>(net::wire::decode_packet(bytes, {&format, &nothing, 0}, packet_));
        }
    }
    void event(net::TransportEvent::Kind kind, net::Channel channel, const sim::Bytes& bytes) {
        bytes_said += bytes.size();
        host_.on_transport({kind, net::PeerId{id_}, channel, bytes}, now_);
    }

    net::Lockstep& host_;
    std::uint32_t id_;
    const sim::GameInfo* game_ = nullptr;  // from its seat on
    std::uint32_t players_ = 0;
    std::uint8_t packets_ = 0;
    net::wire::Packet packet_;  // heard last
    net::Time now_{0};
};

}  // namespace tandem::test
