// SPDX-License-Identifier: MIT
// A host moved by hand: it speaks to one guest, by the book or not, with a valid tag.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <tandem/net/lockstep.hpp>
#include <tandem/net/session/handshake.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/net/wire/wire.hpp>
#include <tests/net/heard.hpp>

namespace tandem::test {

// Talks to a guest's session directly, without any transport.
class PuppetHost : public Heard {
public:
    static constexpr std::uint64_t k_token = 4711;

    explicit PuppetHost(net::Lockstep& guest) : guest_(guest) {}

    void connect() { event(net::TransportEvent::Kind::connected, {}); }
    void disconnect() { event(net::TransportEvent::Kind::disconnected, {}); }
    void say(const net::Message& message) { say_raw(net::encode_message(message)); }
    void say_raw(const sim::Bytes& bytes) { event(net::TransportEvent::Kind::packet, bytes); }
    void send(sim::ByteView payload) { send_untagged(net::tag_packet(k_token, payload)); }
    void send_untagged(const sim::Bytes& packet) {
        event(net::TransportEvent::Kind::packet, packet, net::Channel::unreliable);
    }

    // The seat in slot 1 of this match.
    static net::Welcome welcome(const sim::GameInfo& game, const Setup& setup) {
        net::Welcome welcome{net::identity_of(game, ""), "", k_token, 1, {}, {}};
        net::put_setup(welcome, setup);
        return welcome;
    }
    // Everything up to the start.
    void shake_hands(const sim::GameInfo& game, const Setup& setup) {
        connect();
        say(net::Greeting{net::k_protocol_version, false, {}});
        say(welcome(game, setup));
        say(net::Start{net::k_no_limit, std::vector<std::string>(setup.slots)});
        advance();
    }

    // Lets time pass for the guest and reads what it says.
    void advance(net::Time span = std::chrono::milliseconds(1)) {
        now_ += span;
        for (net::Event& told : guest_.advance(now_)) {
            events.push_back(std::move(told));
        }
        for (const net::Outgoing& outgoing : guest_.take_outgoing()) {
            const bool is_message = outgoing.kind == net::Outgoing::Kind::packet &&
                                    outgoing.channel == net::Channel::reliable;
            auto message = net::decode_message(outgoing.bytes);
            if (is_message && message) {
                heard.push_back(*std::move(message));
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
    net::Time now_{0};
};

}  // namespace tandem::test
