// SPDX-License-Identifier: MIT
// What passes between ENet and the socket, told in ENet's datagrams but without ENet.
#include <tandem/net/transport/gate.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include <tests/net/transport/doorstep.hpp>

namespace tandem::test {
namespace {

using net::Gate;
using net::Time;
using sim::Bytes;
using sim::ByteView;

const Time k_gate_time = std::chrono::seconds(100);

// ENet's datagram that asks for a place, with its checksum, which holds the id while ENet computes
// one. `data` is what the caller passes on.
Bytes request_of(std::uint32_t id, std::uint32_t data = 0) {
    Bytes request = hex_bytes(
        "8fff1234"
        "00000000"
        "82ff00010000ffff0000049d00010000000000020000000000000000"
        "000013880000000200000002"
        "00000000"
        "00000000");
    std::memcpy(request.data() + 48, &id, sizeof(id));
    for (std::size_t index = 0; index < 4; ++index) {
        request[52 + index] = static_cast<std::byte>(data >> (24 - 8 * index));
    }
    return request;
}

// A datagram for a place, as ENet hands it to its checksum: head, the connection's id, content.
Bytes datagram_for(std::uint8_t place, std::uint32_t id) {
    Bytes datagram{std::byte{0x10}, static_cast<std::byte>(place)};
    datagram.resize(6);
    std::memcpy(datagram.data() + 2, &id, sizeof(id));
    sim::append(datagram, sim::as_bytes("content"));
    return datagram;
}

// A host's gate and the places that ENet would have.
struct GateTest : testing::Test {
    net::MatchKey key = key_of("sixteen or more bytes");
    Gate host{door_of(key), true};
    std::map<std::uint32_t, std::uint16_t> places;
    Gate::PlaceOf place_of = [this](std::uint32_t id) -> std::optional<std::uint16_t> {
        const auto found = places.find(id);
        return found == places.end() ? std::nullopt : std::optional(found->second);
    };
    Gate::Taken receive(ByteView datagram, Time now = k_gate_time,
                        const Bytes& address = k_guest_address) {
        return host.receive(datagram, address, place_of, now);
    }
    // A guest's gate that was let in.
    Gate enter(std::uint8_t seed) {
        Gate guest(net::Knocker(key, key_number(seed)), true);
        auto said = guest.due(k_gate_time);
        while (said && !said->empty()) {
            const Bytes answer = receive(*said).answer;
            said = guest.receive(answer, {}, place_of, k_gate_time).answer;
        }
        EXPECT_TRUE(guest.extract_entry(k_gate_time));
        EXPECT_FALSE(guest.is_knocking());
        return guest;
    }
    // The same, and ENet gave it a place.
    Gate enter(std::uint8_t seed, std::uint32_t id, std::uint16_t place) {
        Gate guest = enter(seed);
        const auto asked = receive(guest.seal(request_of(id)));
        EXPECT_TRUE(asked.passes);
        EXPECT_EQ(asked.caller, net::Caller::proven);
        places[id] = place;
        EXPECT_TRUE(receive(guest.seal(datagram_for(static_cast<std::uint8_t>(place), id))).passes);
        return guest;
    }
};

TEST_F(GateTest, WhatOneSideSealsPassesAtTheOtherWithoutItsChecksum) {
    Gate guest = enter(3, 77, 0);
    const Bytes up = guest.seal(datagram_for(0, 77));
    EXPECT_EQ(up.size(), datagram_for(0, 77).size() - 4 + 19) << "19 bytes, less ENet's four";
    const auto taken = receive(up);
    ASSERT_TRUE(taken.passes && taken.content);
    EXPECT_EQ(taken.place, 0);
    EXPECT_TRUE(taken.is_newest);
    EXPECT_TRUE(*taken.content == datagram_for(0, 0)) << "with a checksum of zeros";
    const auto down = guest.receive(host.seal(datagram_for(0, 77)), {}, place_of, k_gate_time);
    ASSERT_TRUE(down.passes && down.content);
    EXPECT_FALSE(down.place) << "a guest has one place";
}

TEST_F(GateTest, NothingElsePassesUnderAKey) {
    Gate guest = enter(3, 77, 0);
    const Bytes up = guest.seal(datagram_for(0, 77));
    EXPECT_FALSE(receive({}).passes);
    EXPECT_FALSE(receive(datagram_for(0, 77)).passes) << "naked";
    EXPECT_FALSE(receive(request_of(78)).passes) << "naked";
    EXPECT_TRUE(receive(up).passes);
    EXPECT_FALSE(receive(up).passes) << "again";
    EXPECT_FALSE(guest.receive(request_of(1), {}, place_of, k_gate_time).passes);
    EXPECT_FALSE(guest.receive(datagram_for(0, 77), {}, place_of, k_gate_time).passes);
}

TEST_F(GateTest, NobodySpeaksForAnothersPlace) {
    Gate one = enter(3, 77, 0);
    Gate two = enter(4, 88, 1);
    EXPECT_TRUE(receive(one.seal(datagram_for(0, 77))).passes);
    EXPECT_FALSE(receive(one.seal(datagram_for(1, 77))).passes);
    EXPECT_TRUE(receive(two.seal(datagram_for(1, 88))).passes);
    EXPECT_FALSE(receive(two.seal(datagram_for(2, 88))).passes);
    // Nor does anybody take a second place, or another's id.
    EXPECT_FALSE(receive(one.seal(request_of(77))).passes);
    EXPECT_FALSE(receive(one.seal(request_of(99))).passes);
    Gate three = enter(5);
    EXPECT_FALSE(receive(three.seal(request_of(88))).passes);
    EXPECT_FALSE(receive(three.seal(datagram_for(0, 88))).passes);
    EXPECT_TRUE(receive(three.seal(request_of(99))).passes);
}

TEST_F(GateTest, ANewAddressCountsOnlyOfTheNewestDatagram) {
    Gate guest = enter(3, 77, 0);
    const Bytes older = guest.seal(datagram_for(0, 77));
    const Bytes newer = guest.seal(datagram_for(0, 77));
    EXPECT_TRUE(receive(newer, k_gate_time, k_other_address).is_newest);
    const auto late = receive(older);
    EXPECT_TRUE(late.passes);
    EXPECT_FALSE(late.is_newest);
}

TEST_F(GateTest, ANumberIsFreeAgainWhenItsConnectionHasEndedOrNeverBegan) {
    Gate playing = enter(3, 77, 0);
    std::vector<Gate> idle;
    for (std::uint8_t seed = 4; seed < 7; ++seed) {
        idle.push_back(enter(seed));
    }
    Gate late(net::Knocker(key, key_number(9)), true);
    const Bytes answer = receive(*late.due(k_gate_time)).answer;
    const Bytes first = late.receive(answer, {}, place_of, k_gate_time).answer;
    EXPECT_TRUE(receive(first).answer.empty()) << "four places are taken";
    host.forget(place_of, k_gate_time + Gate::k_arrival_max - std::chrono::milliseconds(1));
    EXPECT_TRUE(receive(first).answer.empty());
    host.forget(place_of, k_gate_time + Gate::k_arrival_max);
    EXPECT_FALSE(receive(idle[0].seal(request_of(5))).passes) << "it came too late";
    EXPECT_TRUE(receive(playing.seal(datagram_for(0, 77))).passes) << "and it did not";
    EXPECT_FALSE(receive(first).answer.empty());
    places.clear();
    host.forget(place_of, k_gate_time + Gate::k_arrival_max);
    EXPECT_FALSE(receive(playing.seal(datagram_for(0, 77))).passes) << "its place is gone";
}

// Who knows the key and then only talks keeps no number for it.
TEST_F(GateTest, TalkingWithoutAPlaceIsNoWayToKeepANumber) {
    Gate guest = enter(3);
    EXPECT_FALSE(receive(guest.seal(datagram_for(0, 77))).passes);
    host.forget(place_of, k_gate_time + Gate::k_arrival_max);
    EXPECT_FALSE(receive(guest.seal(request_of(5))).passes);
}

TEST_F(GateTest, RefusalsAreTakenOnceAndSoManyAMinute) {
    const auto refuse = [&](Time now) {
        Gate stranger(net::Knocker(std::nullopt, key_number(3)), false);
        const Bytes answer = receive(*stranger.due(now), now).answer;
        const Bytes said = stranger.receive(answer, {}, place_of, now).answer;
        EXPECT_FALSE(stranger.extract_entry(now));
        EXPECT_EQ(stranger.extract_refusals().size(), 1U);
        EXPECT_FALSE(stranger.is_knocking());
        static_cast<void>(receive(said, now));
    };
    for (int round = 0; round < 20; ++round) {
        refuse(k_gate_time);
    }
    const auto refusals = host.extract_refusals();
    ASSERT_EQ(refusals.size(), Gate::k_refusals_max);
    EXPECT_EQ(refusals[0].reason, net::RefusalReason::key_needed);
    EXPECT_TRUE(host.extract_refusals().empty());
    refuse(k_gate_time + std::chrono::seconds(59));
    EXPECT_TRUE(host.extract_refusals().empty());
    for (int minute = 1; minute < 10; ++minute) {
        for (int round = 0; round < 20; ++round) {
            refuse(k_gate_time + std::chrono::minutes(minute));
        }
    }
    EXPECT_EQ(host.extract_refusals().size(), Gate::k_refusals_max) << "nobody took the others";
}

TEST(OpenGateTest, WithoutAKeyOnlyRequestsForAPlaceAreLookedAt) {
    Gate host(door_of(std::nullopt), false);
    const Gate::PlaceOf nowhere = [](std::uint32_t) { return std::nullopt; };
    const auto receive = [&](ByteView datagram) {
        return host.receive(datagram, k_guest_address, nowhere, k_gate_time);
    };
    Gate guest(net::Knocker(std::nullopt, key_number(3)), false);
    const Bytes answer = receive(*guest.due(k_gate_time)).answer;
    static_cast<void>(guest.receive(answer, {}, nowhere, k_gate_time));
    const auto data = guest.extract_entry(k_gate_time);
    ASSERT_TRUE(data);
    EXPECT_EQ(receive(request_of(1, *data)).caller, net::Caller::proven);
    EXPECT_EQ(receive(request_of(1, 0)).caller, net::Caller::of_old);
    EXPECT_TRUE(receive(request_of(1, 0)).passes);
    EXPECT_FALSE(receive(request_of(1, *data ^ 2)).passes);
    Bytes longer = request_of(1, *data);
    longer.push_back({});
    EXPECT_FALSE(receive(longer).passes) << "nothing may come in with a request";
    const auto other = receive(datagram_for(0, 1));
    EXPECT_TRUE(other.passes && !other.content && !other.caller);
    EXPECT_FALSE(guest.receive(request_of(1, 0), {}, nowhere, k_gate_time).passes)
        << "nobody calls a guest";
}

}  // namespace
}  // namespace tandem::test
