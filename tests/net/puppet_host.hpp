// SPDX-License-Identifier: MIT
// A host moved by hand: it speaks to one guest, by the book or not.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <tandem/net/lockstep.hpp>
#include <tandem/net/session/handshake.hpp>
#include <tandem/net/wire/message.hpp>
#include <tests/net/heard.hpp>
#include <tests/net/spoken_packet.hpp>

namespace tandem::test {

// Talks to a guest's session directly, without any transport.
class PuppetHost : public Heard {
public:
    PuppetHost(net::Lockstep& guest, const sim::GameInfo& game, std::uint32_t players)
        : guest_(guest), game_(game), players_(players) {}

    void connect() { event(net::TransportEvent::Kind::connected, {}); }
    void disconnect() { event(net::TransportEvent::Kind::disconnected, {}); }
    void say(const net::Message& message) { say_raw(net::encode_message(message)); }
    void say_raw(const sim::Bytes& bytes) { event(net::TransportEvent::Kind::packet, bytes); }
    void send(const SpokenPacket& packet) { send_raw(packet.bytes(game_, players_, ++packets_)); }
    void send_raw(const sim::Bytes& packet) {
        event(net::TransportEvent::Kind::packet, packet, net::Channel::unreliable);
    }

    // The seat in slot 1 of this match.
    static net::Welcome welcome(const sim::GameInfo& game, const Setup& setup) {
        net::Welcome welcome{net::identity_of(game, ""), "", 1, {}, {}};
        net::write_setup(welcome, setup);
        return welcome;
    }
    // That of slot 1, given once.
    static net::SlotSecret secret() { return {{{}, 1, 1, 0}, {}}; }
    // Everything up to the start.
    void shake_hands(const sim::GameInfo& game, const Setup& setup) {
        connect();
        say(net::Greeting{net::k_protocol_version});
        say(welcome(game, setup));
        say(net::Start{net::k_no_limit, std::vector<std::string>(setup.slots), 0, secret()});
        advance();
    }

    // Lets time pass for the guest and reads what it says.
    void advance(net::Time span = std::chrono::milliseconds(1)) {
        now_ += span;
        for (net::Event& told : guest_.advance(now_)) {
            events.push_back(std::move(told));
        }
        for (const net::Outgoing& outgoing : guest_.extract_outgoing()) {
            const bool is_message = outgoing.kind == net::Outgoing::Kind::packet &&
                                    outgoing.channel == net::Channel::reliable;
            auto message = net::decode_message(outgoing.bytes);
            if (is_message && message) {
                hear(*std::move(message));
            }
        }
    }

    // Time in which nobody calls the guest.
    void sleep(net::Time span) { now_ += span; }

private:
    void event(net::TransportEvent::Kind kind, const sim::Bytes& bytes,
               net::Channel channel = net::Channel::reliable) {
        guest_.on_transport({kind, net::PeerId{1}, channel, bytes}, now_);
    }

    net::Lockstep& guest_;
    const sim::GameInfo& game_;
    std::uint32_t players_;
    std::uint8_t packets_ = 0;
    net::Time now_{0};
};

}  // namespace tandem::test
