// SPDX-License-Identifier: MIT
// Connections with a match key and without, through a relay that keeps every datagram, forges some
// and changes addresses: what a stranger on the line sees and can do.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <tandem/net/transport/door_message.hpp>
#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/net/transport/way.hpp>
#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/math/random.hpp>
#include <tests/net/match_key.hpp>
#include <tests/net/transport/naked_request.hpp>
#include <tests/net/transport/udp_socket.hpp>

namespace tandem::test {
namespace {

using net::Channel;
using net::EnetTransport;
using net::TransportEvent;
using sim::Bytes;
using sim::ByteView;
using std::chrono::milliseconds;
using MaybeKey = std::optional<net::MatchKey>;

constexpr std::string_view k_line_secret = "sixteen or more bytes";
// Long enough that no accident puts it into a sealed datagram.
constexpr std::string_view k_readable = "a text that a stranger could read";

// Both ends of one connection, with a relay between them that keeps everything.
struct SealedLine {
    explicit SealedLine(const MaybeKey& key) : SealedLine(key, key) {}
    SealedLine(const MaybeKey& host_key, const MaybeKey& guest_key) {
        host = *EnetTransport::host(0, 2, net::ListenOn::loopback, host_key);
        towards_guest.emplace();
        guest = *EnetTransport::connect("127.0.0.1", towards_guest->port(), guest_key);
        towards_host.emplace();
    }

    struct Seen {
        bool is_up = false;
        Bytes bytes;
    };
    // One round for everybody. `passes` decides what the relay carries.
    void pump() {
        take(host->poll(milliseconds(0)), host_events, host_peer);
        take(guest->poll(milliseconds(1)), guest_events, guest_peer);
        while (auto datagram = towards_guest->receive()) {
            guest_port = datagram->from;
            seen.push_back({true, datagram->bytes});
            if (passes(seen.back())) {
                towards_host->send(host->port(), datagram->bytes);
            }
        }
        while (auto datagram = towards_host->receive()) {
            seen.push_back({false, datagram->bytes});
            if (passes(seen.back())) {
                towards_guest->send(guest_port, datagram->bytes);
            }
        }
    }
    // From now on one side is seen at another port, and at another address of this machine. What is
    // sent to the old one is lost.
    void move(bool is_guest, std::uint32_t address) {
        (is_guest ? towards_host : towards_guest).emplace(INADDR_LOOPBACK + address);
    }
    // Packets are sent both ways, as in a match, until one has come from the side that moved.
    bool say_where() {
        const std::size_t before_host = packets(host_events);
        const std::size_t before_guest = packets(guest_events);
        return pump_until([&] {
            host->send(*host_peer, Channel::unreliable, sim::as_bytes("here"));
            guest->send(*guest_peer, Channel::unreliable, sim::as_bytes("here"));
            host->flush();
            guest->flush();
            return packets(host_events) > before_host + 3 &&
                   packets(guest_events) > before_guest + 3;
        });
    }
    bool pump_until(const std::function<bool()>& holds) {
        for (int round = 0; round < 5'000 && !holds(); ++round) {
            pump();
        }
        return holds();
    }
    bool connect() {
        return pump_until([&] { return host_peer && guest_peer; });
    }
    // A text each way on each channel, sealed or not.
    bool talk() {
        const std::size_t before_host = packets(host_events);
        const std::size_t before_guest = packets(guest_events);
        const auto content = sim::as_bytes(k_readable);
        for (const Channel channel : {Channel::unreliable, Channel::reliable}) {
            host->send(*host_peer, channel, content);
            guest->send(*guest_peer, channel, content);
        }
        host->flush();
        guest->flush();
        return pump_until([&] {
            return packets(host_events) >= before_host + 2 &&
                   packets(guest_events) >= before_guest + 2;
        });
    }
    static std::size_t packets(const std::vector<TransportEvent>& events) {
        return static_cast<std::size_t>(
            std::count_if(events.begin(), events.end(), [](const TransportEvent& event) {
                return event.kind == TransportEvent::Kind::packet;
            }));
    }
    static bool has_ended(const std::vector<TransportEvent>& events) {
        return std::any_of(events.begin(), events.end(), [](const TransportEvent& event) {
            return event.kind == TransportEvent::Kind::disconnected;
        });
    }

    std::optional<UdpSocket> towards_guest;
    std::optional<UdpSocket> towards_host;
    std::uint16_t guest_port = 0;
    std::unique_ptr<EnetTransport> host;
    std::unique_ptr<EnetTransport> guest;
    std::optional<net::PeerId> host_peer;
    std::optional<net::PeerId> guest_peer;
    std::vector<TransportEvent> host_events;
    std::vector<TransportEvent> guest_events;
    std::vector<Seen> seen;
    std::function<bool(const Seen&)> passes = [](const Seen&) { return true; };

private:
    static void take(std::vector<TransportEvent> events, std::vector<TransportEvent>& all,
                     std::optional<net::PeerId>& peer) {
        for (TransportEvent& event : events) {
            if (event.kind == TransportEvent::Kind::connected) {
                peer = event.peer;
            }
            all.push_back(std::move(event));
        }
    }
};

bool shows(ByteView bytes, std::string_view text) {
    const ByteView wanted = sim::as_bytes(text);
    return std::search(bytes.begin(), bytes.end(), wanted.begin(), wanted.end()) != bytes.end();
}

// Whether it is the connection 0's datagram with this counter.
bool is_sealed_in_turn(ByteView datagram, std::uint16_t turn) {
    return datagram.size() >= net::k_seal_bytes && datagram[0] == std::byte{0} &&
           sim::load_le<std::uint16_t>(datagram.data() + 1) == turn;
}

struct SealedEnet : testing::TestWithParam<bool> {
    MaybeKey key = GetParam() ? MaybeKey(key_of(k_line_secret)) : std::nullopt;
};

INSTANTIATE_TEST_SUITE_P(KeyOrNone, SealedEnet, testing::Bool(),
                         [](const auto& test) { return test.param ? "WithKey" : "Without"; });

// The relay loses nothing here, so every datagram of a direction has the next number, and nothing
// naked fits in between.
TEST_P(SealedEnet, NoDatagramOfAWholeConnectionIsNaked) {
    SealedLine line(key);
    ASSERT_TRUE(line.connect());
    for (int round = 0; round < 20; ++round) {
        ASSERT_TRUE(line.talk());
    }
    line.guest->close(*line.guest_peer);
    ASSERT_TRUE(line.pump_until([&] {
        return SealedLine::has_ended(line.host_events) && SealedLine::has_ended(line.guest_events);
    }));
    std::array<std::uint16_t, 2> turns{};
    for (const SealedLine::Seen& datagram : line.seen) {
        EXPECT_FALSE(shows(datagram.bytes, k_readable));
        if (net::is_door_message(datagram.bytes)) {
            EXPECT_EQ(turns[0] + turns[1], 0) << "the door comes first";
        } else {
            EXPECT_TRUE(is_sealed_in_turn(datagram.bytes, turns[datagram.is_up ? 1 : 0]++));
        }
    }
    EXPECT_GT(turns[0], 40);
    EXPECT_GT(turns[1], 40);
}

TEST_P(SealedEnet, ANakedTalkWouldBeSeenWhichShowsThatTheTestLooks) {
    Bytes naked = naked_request(1);
    sim::append(naked, sim::as_bytes(k_readable));
    EXPECT_TRUE(shows(naked, k_readable));
    EXPECT_FALSE(is_sealed_in_turn(naked, 0));
}

TEST_P(SealedEnet, BothSidesLearnTheSameNumberOfTheirConnection) {
    std::set<Bytes> numbers;
    for (int round = 0; round < 3; ++round) {
        SealedLine line(key);
        ASSERT_TRUE(line.connect());
        EXPECT_EQ(line.host_events[0].bytes.size(), 32U);
        EXPECT_TRUE(line.host_events[0].bytes == line.guest_events[0].bytes);
        numbers.insert(line.host_events[0].bytes);
    }
    EXPECT_EQ(numbers.size(), 3U);
}

TEST_P(SealedEnet, DatagramsOfAMegabyteStayWithinTheirBound) {
    SealedLine line(key);
    ASSERT_TRUE(line.connect());
    const Bytes big(std::size_t{1} << 20, std::byte{5});
    line.host->send(*line.host_peer, Channel::reliable, big);
    line.guest->send(*line.guest_peer, Channel::unreliable,
                     Bytes(net::k_packet_bytes_max, std::byte{6}));
    ASSERT_TRUE(line.pump_until([&] {
        return SealedLine::packets(line.guest_events) == 1 &&
               SealedLine::packets(line.host_events) == 1;
    }));
    EXPECT_TRUE(line.guest_events.back().bytes == big);
    EXPECT_EQ(line.host_events.back().channel, Channel::unreliable);
    std::size_t largest = 0;
    for (const SealedLine::Seen& datagram : line.seen) {
        largest = std::max(largest, datagram.bytes.size());
    }
    EXPECT_LE(largest, net::k_datagram_bytes_max);
    EXPECT_GT(largest, net::k_datagram_bytes_max - 40);
}

// All that was ever sent, again and again, to both sides.
TEST_P(SealedEnet, ReplayedDatagramsDoNothing) {
    SealedLine line(key);
    ASSERT_TRUE(line.connect());
    for (int round = 0; round < 5; ++round) {
        ASSERT_TRUE(line.talk());
    }
    const auto recorded = line.seen;
    const std::size_t host_had = line.host_events.size();
    const std::size_t guest_had = line.guest_events.size();
    for (int round = 0; round < 3; ++round) {
        for (const SealedLine::Seen& datagram : recorded) {
            if (datagram.is_up) {
                line.towards_host->send(line.host->port(), datagram.bytes);
            } else {
                line.towards_guest->send(line.guest_port, datagram.bytes);
            }
            line.pump();
        }
    }
    EXPECT_EQ(line.host_events.size(), host_had);
    EXPECT_EQ(line.guest_events.size(), guest_had);
    EXPECT_TRUE(line.talk());
}

// What ends a connection of ENet's: a DISCONNECT of 14 bytes. Here of every place and session, with
// a checksum of zeros as an opened one has, and as if it were sealed.
TEST_P(SealedEnet, ForgedEndsDoNothing) {
    SealedLine line(key);
    ASSERT_TRUE(line.connect());
    const Bytes disconnect = [] {
        Bytes bytes(6);
        sim::append_le(bytes, std::uint32_t{0x0100FF04});
        bytes.resize(14);
        return bytes;
    }();
    for (unsigned session = 0; session < 4; ++session) {
        for (unsigned place = 0; place < 4; ++place) {
            for (const std::size_t wrapped : {0U, 1U, 3U}) {
                Bytes forged(wrapped);
                sim::append(forged, disconnect);
                forged[wrapped] = static_cast<std::byte>(session << 4);
                forged[wrapped + 1] = static_cast<std::byte>(place);
                line.towards_host->send(line.host->port(), forged);
                line.towards_guest->send(line.guest_port, forged);
                line.pump();
            }
        }
    }
    EXPECT_TRUE(line.talk());
    EXPECT_FALSE(SealedLine::has_ended(line.host_events) ||
                 SealedLine::has_ended(line.guest_events));
}

TEST_P(SealedEnet, DamagedDatagramsAreOnlyLost) {
    SealedLine line(key);
    ASSERT_TRUE(line.connect());
    Random random(9, 10);
    line.passes = [&](const SealedLine::Seen& datagram) {
        if (random.chance(1, 3)) {
            Bytes damaged = datagram.bytes;
            damaged[random.below(damaged.size())] ^= std::byte{1};
            if (datagram.is_up) {
                line.towards_host->send(line.host->port(), damaged);
            } else {
                line.towards_guest->send(line.guest_port, damaged);
            }
            return false;
        }
        return true;
    };
    const auto content = sim::as_bytes(k_readable);
    for (int number = 0; number < 50; ++number) {
        line.host->send(*line.host_peer, Channel::reliable, content);
        line.guest->send(*line.guest_peer, Channel::reliable, content);
    }
    EXPECT_TRUE(line.pump_until([&] {
        return SealedLine::packets(line.host_events) == 50 &&
               SealedLine::packets(line.guest_events) == 50;
    }));
    EXPECT_FALSE(SealedLine::has_ended(line.host_events));
}

// A translator of addresses that forgets, as it does after a pause or when a phone changes nets.
TEST_P(SealedEnet, EitherSideFromANewPortOrAddressGoesOn) {
    for (const bool is_guest : {true, false}) {
        SealedLine line(key);
        ASSERT_TRUE(line.connect());
        for (std::uint32_t round = 0; round < 6; ++round) {
            line.move(is_guest, round);
            ASSERT_TRUE(line.say_where()) << round;
            EXPECT_TRUE(line.talk()) << round;
        }
        for (const auto* events : {&line.host_events, &line.guest_events}) {
            EXPECT_EQ((*events)[0].kind, TransportEvent::Kind::connected);
            EXPECT_EQ(std::count_if(events->begin(), events->end(),
                                    [](const TransportEvent& event) {
                                        return event.kind != TransportEvent::Kind::packet;
                                    }),
                      1)
                << "one connection all the time";
        }
    }
}

// A stranger who is quicker than the guest with the guest's own datagrams, for a while.
TEST_P(SealedEnet, AnAddressThatHasProvenNothingGetsNoMoreThanItSentAndTheTalkGoesOn) {
    SealedLine line(key);
    ASSERT_TRUE(line.connect());
    UdpSocket stranger(INADDR_LOOPBACK + 9);
    std::size_t sent = 0;
    std::size_t got = 0;
    line.passes = [&](const SealedLine::Seen& datagram) {
        if (!datagram.is_up) {
            return true;
        }
        stranger.send(line.host->port(), datagram.bytes);
        sent += datagram.bytes.size();
        return false;
    };
    for (int round = 0; round < 20; ++round) {
        ASSERT_TRUE(line.talk()) << "what the host sends still goes to the guest";
        const auto until = std::chrono::steady_clock::now() + milliseconds(10);
        while (std::chrono::steady_clock::now() < until) {
            line.pump();
        }
    }
    while (const auto answer = stranger.receive()) {
        got += answer->bytes.size();
        EXPECT_EQ(answer->bytes.size(), net::k_seal_bytes + net::k_way_message_bytes);
    }
    EXPECT_GT(got, 0U) << "it was asked";
    EXPECT_LT(got, sent / 4);
    line.passes = [](const SealedLine::Seen&) { return true; };
    EXPECT_TRUE(line.talk());
}

TEST_P(SealedEnet, AGuestThatReconnectsHasANewPeerOnBothSidesAndNothingOfTheOld) {
    SealedLine line(key);
    ASSERT_TRUE(line.connect());
    std::set<Bytes> numbers{line.guest_events[0].bytes};
    std::set<net::PeerId> peers{*line.guest_peer};
    for (std::size_t round = 2; round < 5; ++round) {
        ASSERT_TRUE(line.talk());
        const net::PeerId old_host_peer = *line.host_peer;
        line.guest->send(*line.guest_peer, Channel::reliable, sim::as_bytes("never sent"));
        line.guest->reconnect();
        line.guest_events.clear();
        line.host_events.clear();
        line.guest_peer.reset();
        line.host_peer.reset();
        EXPECT_TRUE(line.guest->is_open());
        ASSERT_TRUE(line.connect());
        EXPECT_EQ(line.guest_events[0].kind, TransportEvent::Kind::connected);
        EXPECT_NE(*line.host_peer, old_host_peer);
        numbers.insert(line.guest_events[0].bytes);
        peers.insert(*line.guest_peer);
        EXPECT_EQ(numbers.size(), round);
        EXPECT_EQ(peers.size(), round);
        EXPECT_TRUE(line.talk());
        EXPECT_EQ(SealedLine::packets(line.host_events), 2U);
        line.host->close(old_host_peer);
    }
}

TEST_P(SealedEnet, AGuestFindsAHostAgainThatWasStartedAgain) {
    SealedLine line(key);
    ASSERT_TRUE(line.connect());
    const std::uint16_t port = line.host->port();
    line.host.reset();
    line.guest->reconnect();
    line.host = *EnetTransport::host(port, 2, net::ListenOn::loopback, key);
    line.guest_peer.reset();
    line.host_peer.reset();
    ASSERT_TRUE(line.connect());
    EXPECT_TRUE(line.talk());
}

TEST_P(SealedEnet, AGuestFindsAHostAgainWhereItMovedTo) {
    SealedLine line(key);
    ASSERT_TRUE(line.connect());
    line.move(false, 7);
    ASSERT_TRUE(line.say_where());
    line.guest->reconnect();
    line.guest_peer.reset();
    line.host_peer.reset();
    ASSERT_TRUE(line.connect());
    EXPECT_TRUE(line.talk());
}

TEST(SealedEnetDeathTest, AHostHasNobodyToReconnectTo) {
    const auto host = *EnetTransport::host(0, 2, net::ListenOn::loopback);
    EXPECT_DEATH(host->reconnect(), "is_caller");
}

TEST_P(SealedEnet, AStrangerWhoCopiesADatagramMovesNobody) {
    SealedLine line(key);
    ASSERT_TRUE(line.connect());
    UdpSocket stranger;
    for (int round = 0; round < 5; ++round) {
        ASSERT_TRUE(line.talk());
        for (const SealedLine::Seen& datagram : line.seen) {
            if (datagram.is_up) {
                stranger.send(line.host->port(), datagram.bytes);
            }
        }
    }
    ASSERT_TRUE(line.talk());
    std::size_t got = 0;
    while (const auto datagram = stranger.receive()) {
        got += net::is_door_message(datagram->bytes) ? 0U : 1U;
    }
    EXPECT_EQ(got, 0U) << "the answer to a knock is all that it can have";
}

TEST(SealedEnetKeys, APassphraseConnectsAsAFileDoes) {
    const MaybeKey words = *net::MatchKey::from_passphrase(sim::as_bytes("correct horse"));
    SealedLine line(words);
    ASSERT_TRUE(line.connect());
    EXPECT_TRUE(line.talk());
}

TEST(SealedEnetKeys, WhereKeysDoNotFitBothSidesSayWhyAndNobodyGetsIn) {
    const MaybeKey other = key_of("also sixteen or more bytes");
    const MaybeKey words = *net::MatchKey::from_passphrase(sim::as_bytes("correct horse"));
    struct Case {
        MaybeKey host;
        MaybeKey guest;
        net::RefusalReason reason;
    };
    for (const Case& keys :
         {Case{key_of(k_line_secret), std::nullopt, net::RefusalReason::key_needed},
          Case{std::nullopt, key_of(k_line_secret), net::RefusalReason::key_needed},
          Case{key_of(k_line_secret), other, net::RefusalReason::key_wrong},
          Case{words, key_of(k_line_secret), net::RefusalReason::key_wrong}}) {
        SealedLine line(keys.host, keys.guest);
        EXPECT_TRUE(line.guest->is_open()) << "it is still trying";
        std::vector<net::Refusal> host;
        std::vector<net::Refusal> guest;
        EXPECT_TRUE(line.pump_until([&] {
            for (auto* side : {&host, &guest}) {
                auto& transport = side == &host ? line.host : line.guest;
                for (net::Refusal& refusal : transport->extract_refusals()) {
                    side->push_back(std::move(refusal));
                }
            }
            return !host.empty() && !guest.empty();
        }));
        EXPECT_EQ(host[0].reason, keys.reason);
        EXPECT_EQ(guest[0].reason, keys.reason);
        EXPECT_FALSE(line.guest->is_open());
        EXPECT_TRUE(line.host_events.empty() && line.guest_events.empty());
    }
}

TEST_P(SealedEnet, AStrangerGetsAnAnswerToAKnockAndToNothingElse) {
    SealedLine line(key);
    ASSERT_TRUE(line.connect());
    UdpSocket stranger;
    Random random(11, 12);
    for (int round = 0; round < 300; ++round) {
        stranger.send(line.host->port(), naked_request(1));
        Bytes garbage(random.below(std::size_t{100}));
        for (std::byte& byte : garbage) {
            byte = static_cast<std::byte>(random.below(256U));
        }
        stranger.send(line.host->port(), garbage);
        line.pump();
    }
    EXPECT_FALSE(stranger.receive());
    stranger.send(line.host->port(), net::encode_door(net::Knock{net::k_protocol_version, 1}));
    EXPECT_TRUE(line.talk());
    const auto answer = stranger.receive();
    ASSERT_TRUE(answer);
    EXPECT_LE(answer->bytes.size(), net::k_knock_bytes);
    EXPECT_FALSE(stranger.receive());
}

}  // namespace
}  // namespace tandem::test
