// SPDX-License-Identifier: MIT
// What passes between ENet and the socket, told in ENet's datagrams but without ENet.
#include <tandem/net/transport/gate.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <optional>
#include <vector>

#include <tests/net/transport/doorstep.hpp>
#include <tests/net/transport/naked_request.hpp>

namespace tandem::test {
namespace {

using net::Gate;
using net::Time;
using sim::Bytes;
using sim::ByteView;

const Time k_gate_time = std::chrono::seconds(100);

// A datagram for a place, as ENet hands it to its checksum: head, the connection's id, content.
Bytes datagram_for(std::uint8_t place, std::uint32_t id) {
    Bytes datagram{std::byte{0x10}, static_cast<std::byte>(place)};
    datagram.resize(6);
    std::memcpy(datagram.data() + 2, &id, sizeof(id));
    sim::append(datagram, sim::as_bytes("content"));
    return datagram;
}

const Bytes k_host_address = hex_bytes("c0000209b798");
const Bytes k_third_address = hex_bytes("c0000203b798");

// A host's gate and the places that ENet would have, with a match key or without one.
struct GateTest : testing::TestWithParam<bool> {
    std::optional<net::MatchKey> key =
        GetParam() ? std::optional(key_of("sixteen or more bytes")) : std::nullopt;
    Gate host{door_of(key), key_number(20)};
    std::map<std::uint32_t, std::uint16_t> places;
    Gate::PlaceOf place_of = [this](std::uint32_t id) -> std::optional<std::uint16_t> {
        const auto found = places.find(id);
        return found == places.end() ? std::nullopt : std::optional(found->second);
    };
    Gate::Taken receive(ByteView datagram, Time now = k_gate_time,
                        const Bytes& address = k_guest_address) {
        return host.receive(datagram, address, place_of, now);
    }
    Gate::Taken guest_receive(Gate& guest, ByteView datagram, Time now = k_gate_time,
                              const Bytes& address = k_host_address) {
        return guest.receive(datagram, address, place_of, now);
    }
    Gate make_guest(std::uint8_t seed) {
        return {net::Knocker(key, key_number(seed)), k_host_address, key_number(seed)};
    }
    // A guest's gate is let in.
    void enter(Gate& guest) {
        auto said = guest.due(k_gate_time);
        while (said && !said->empty()) {
            const Bytes answer = receive(*said).answer;
            said = guest_receive(guest, answer).answer;
        }
        EXPECT_TRUE(guest.is_knocking()) << "nobody has used it yet";
        EXPECT_EQ(guest.extract_entry(), k_host_address);
        EXPECT_FALSE(guest.is_knocking());
    }
    Gate enter(std::uint8_t seed) {
        Gate guest = make_guest(seed);
        enter(guest);
        return guest;
    }
    // The same, and ENet gave it a place.
    void settle(Gate& guest, std::uint32_t id, std::uint16_t place) {
        const auto asked = receive(guest.seal(naked_request(id)));
        EXPECT_TRUE(asked.passes && asked.asks_for_place);
        EXPECT_TRUE(asked.way == k_guest_address);
        places[id] = place;
        EXPECT_TRUE(receive(guest.seal(datagram_for(static_cast<std::uint8_t>(place), id))).passes);
    }
    Gate enter(std::uint8_t seed, std::uint32_t id, std::uint16_t place) {
        Gate guest = enter(seed);
        settle(guest, id, place);
        return guest;
    }
};

INSTANTIATE_TEST_SUITE_P(KeyOrNone, GateTest, testing::Bool(),
                         [](const auto& test) { return test.param ? "WithKey" : "Without"; });

TEST_P(GateTest, WhatOneSideSealsPassesAtTheOtherWithoutItsChecksum) {
    Gate guest = enter(3, 77, 0);
    const Bytes up = guest.seal(datagram_for(0, 77));
    EXPECT_EQ(up.size(), datagram_for(0, 77).size() - 4 + 19) << "19 bytes, less ENet's four";
    const auto taken = receive(up);
    ASSERT_TRUE(taken.passes);
    EXPECT_FALSE(taken.place) << "its way is as before";
    EXPECT_TRUE(taken.way == k_guest_address);
    EXPECT_TRUE(taken.content == datagram_for(0, 0)) << "with a checksum of zeros";
    const auto down = guest_receive(guest, host.seal(datagram_for(0, 77)));
    ASSERT_TRUE(down.passes);
    EXPECT_TRUE(down.way == k_host_address);
    EXPECT_TRUE(guest.binding(77) == host.binding(77));
}

TEST_P(GateTest, NothingElsePasses) {
    Gate guest = enter(3, 77, 0);
    const Bytes up = guest.seal(datagram_for(0, 77));
    EXPECT_FALSE(receive({}).passes);
    EXPECT_FALSE(receive(datagram_for(0, 77)).passes) << "naked";
    EXPECT_FALSE(receive(naked_request(78)).passes) << "naked";
    EXPECT_TRUE(receive(up).passes);
    EXPECT_FALSE(receive(up).passes) << "again";
    EXPECT_FALSE(guest_receive(guest, naked_request(1)).passes);
    EXPECT_FALSE(guest_receive(guest, datagram_for(0, 77)).passes);
}

TEST_P(GateTest, NobodySpeaksForAnothersPlace) {
    Gate one = enter(3, 77, 0);
    Gate two = enter(4, 88, 1);
    EXPECT_TRUE(receive(one.seal(datagram_for(0, 77))).passes);
    EXPECT_FALSE(receive(one.seal(datagram_for(1, 77))).passes);
    EXPECT_TRUE(receive(two.seal(datagram_for(1, 88))).passes);
    EXPECT_FALSE(receive(two.seal(datagram_for(2, 88))).passes);
    // Nor does anybody take a second place, or another's id.
    EXPECT_FALSE(receive(one.seal(naked_request(77))).passes);
    EXPECT_FALSE(receive(one.seal(naked_request(99))).passes);
    Gate three = enter(5);
    EXPECT_FALSE(receive(three.seal(naked_request(88))).passes);
    EXPECT_FALSE(receive(three.seal(datagram_for(0, 88))).passes);
    EXPECT_TRUE(receive(three.seal(naked_request(99))).passes);
}

TEST_P(GateTest, AHostExpectsAGuestFromTheDoorUntilItSpeaksFromItsPlace) {
    EXPECT_FALSE(host.awaits_arrival());
    Gate guest = enter(3);
    EXPECT_TRUE(host.awaits_arrival());
    EXPECT_TRUE(receive(guest.seal(naked_request(77))).asks_for_place);
    places[77] = 0;
    EXPECT_TRUE(host.awaits_arrival());
    EXPECT_TRUE(receive(guest.seal(datagram_for(0, 77))).passes);
    EXPECT_FALSE(host.awaits_arrival());
}

TEST_P(GateTest, AHostExpectsAGuestThatDoesNotComeForAsLongAsItKeepsItsNumber) {
    enter(3);
    host.forget(place_of, k_gate_time + Gate::k_arrival_max - Time(1));
    EXPECT_TRUE(host.awaits_arrival());
    host.forget(place_of, k_gate_time + Gate::k_arrival_max);
    EXPECT_FALSE(host.awaits_arrival());
}

TEST_P(GateTest, ANumberIsFreeAgainWhenItsConnectionHasEndedOrNeverBegan) {
    Gate playing = enter(3, 77, 0);
    std::vector<Gate> idle;
    for (std::uint8_t seed = 4; seed < 7; ++seed) {
        idle.push_back(enter(seed));
    }
    Gate late = make_guest(9);
    const Bytes answer = receive(*late.due(k_gate_time)).answer;
    const Bytes first = guest_receive(late, answer).answer;
    EXPECT_TRUE(receive(first).answer.empty()) << "four places are taken";
    host.forget(place_of, k_gate_time + Gate::k_arrival_max - std::chrono::milliseconds(1));
    EXPECT_TRUE(receive(first).answer.empty());
    host.forget(place_of, k_gate_time + Gate::k_arrival_max);
    EXPECT_FALSE(receive(idle[0].seal(naked_request(5))).passes) << "it came too late";
    EXPECT_TRUE(receive(playing.seal(datagram_for(0, 77))).passes) << "and it did not";
    EXPECT_FALSE(receive(first).answer.empty());
    places.clear();
    host.forget(place_of, k_gate_time + Gate::k_arrival_max);
    EXPECT_FALSE(receive(playing.seal(datagram_for(0, 77))).passes) << "its place is gone";
}

// Who is let in and then only talks keeps no number for it.
TEST_P(GateTest, TalkingWithoutAPlaceIsNoWayToKeepANumber) {
    Gate guest = enter(3);
    EXPECT_FALSE(
        receive(guest.seal(datagram_for(0, 77)), k_gate_time + std::chrono::seconds(2)).passes);
    host.forget(place_of, k_gate_time + Gate::k_arrival_max);
    EXPECT_FALSE(receive(guest.seal(naked_request(5))).passes);
}

// ---- The way ----

TEST_P(GateTest, AGuestIsFollowedToAnotherAddressOnceItHasAnsweredThere) {
    Gate guest = enter(3, 77, 0);
    const Bytes up = guest.seal(datagram_for(0, 77));
    const auto moved = receive(up, k_gate_time, k_other_address);
    ASSERT_TRUE(moved.passes) << "it counts wherever it comes from";
    EXPECT_TRUE(moved.way == k_guest_address && !moved.place) << "as if it came from there";
    ASSERT_FALSE(moved.answer.empty());
    EXPECT_LE(moved.answer.size(), up.size());
    const auto asked = guest_receive(guest, moved.answer);
    EXPECT_FALSE(asked.passes) << "ENet knows nothing of it";
    ASSERT_FALSE(asked.answer.empty());
    const auto proven = receive(asked.answer, k_gate_time, k_other_address);
    EXPECT_FALSE(proven.passes);
    EXPECT_TRUE(proven.answer.empty());
    EXPECT_EQ(proven.place, 0);
    EXPECT_TRUE(proven.way == k_other_address);
    const auto after = receive(guest.seal(datagram_for(0, 77)), k_gate_time, k_other_address);
    EXPECT_TRUE(after.passes && after.way == k_other_address && after.answer.empty());
}

TEST_P(GateTest, AHostIsFollowedInTheSameWayAndKnockedAtInBothPlaces) {
    Gate guest = enter(3, 77, 0);
    const auto moved =
        guest_receive(guest, host.seal(datagram_for(0, 77)), k_gate_time, k_other_address);
    ASSERT_TRUE(moved.passes);
    EXPECT_TRUE(moved.way == k_host_address);
    const auto asked = receive(moved.answer);
    ASSERT_FALSE(asked.answer.empty());
    EXPECT_EQ(guest.host_addresses().size(), 1U);
    const auto proven = guest_receive(guest, asked.answer, k_gate_time, k_other_address);
    EXPECT_EQ(proven.place, 0);
    EXPECT_TRUE(proven.way == k_other_address);
    EXPECT_EQ(guest.host_addresses(), (std::vector<Bytes>{k_host_address, k_other_address}));
    guest.restart(k_gate_time);
    const Bytes answer = receive(*guest.due(k_gate_time)).answer;
    EXPECT_FALSE(guest_receive(guest, answer, k_gate_time, k_other_address).answer.empty());
}

TEST_P(GateTest, OnlyAnAnswerFromWhereItWasAskedMovesAnything) {
    Gate guest = enter(3, 77, 0);
    const auto moved = receive(guest.seal(datagram_for(0, 77)), k_gate_time, k_other_address);
    const Bytes answer = guest_receive(guest, moved.answer).answer;
    EXPECT_FALSE(receive(answer, k_gate_time, k_third_address).place) << "from another address";
    EXPECT_FALSE(receive(answer, k_gate_time, k_other_address).place) << "opened before";
    EXPECT_TRUE(guest_receive(guest, moved.answer).answer.empty()) << "asked before";
    const auto later = k_gate_time + net::Way::k_ask_pause;
    const auto again = receive(guest.seal(datagram_for(0, 77)), later, k_other_address);
    const Bytes second = guest_receive(guest, again.answer).answer;
    for (std::size_t index = 0; index < second.size(); ++index) {
        Bytes changed = second;
        changed[index] ^= std::byte{1};
        EXPECT_FALSE(receive(changed, later, k_other_address).place) << index;
    }
    EXPECT_TRUE(receive(second, later, k_other_address).place) << "and the true one does";
}

// A stranger who keeps an answer back, or was quicker than the guest once.
TEST_P(GateTest, AnAnswerThatComesAfterTheGuestWentOnElsewhereMovesNothing) {
    Gate guest = enter(3, 77, 0);
    const auto moved = receive(guest.seal(datagram_for(0, 77)), k_gate_time, k_other_address);
    const Bytes late = guest_receive(guest, moved.answer).answer;
    const auto later = k_gate_time + net::Way::k_ask_pause;
    const auto back = receive(guest.seal(datagram_for(0, 77)), later);
    EXPECT_TRUE(back.answer.empty()) << "it is where it was";
    EXPECT_FALSE(receive(late, later, k_other_address).place);

    const auto one = receive(guest.seal(datagram_for(0, 77)), later, k_other_address);
    const Bytes first_answer = guest_receive(guest, one.answer).answer;
    const auto latest = later + net::Way::k_ask_pause;
    const auto two = receive(guest.seal(datagram_for(0, 77)), latest, k_third_address);
    const Bytes second_answer = guest_receive(guest, two.answer).answer;
    EXPECT_FALSE(receive(first_answer, latest, k_other_address).place) << "the next was asked";
    EXPECT_EQ(receive(second_answer, latest, k_third_address).place, 0);
}

TEST_P(GateTest, AnAnswerThatIsMinutesOldMovesNothing) {
    Gate guest = enter(3, 77, 0);
    const auto moved = receive(guest.seal(datagram_for(0, 77)), k_gate_time, k_other_address);
    const Bytes answer = guest_receive(guest, moved.answer).answer;
    const Time later = k_gate_time + 2 * net::CookieMaker::k_epoch;
    EXPECT_FALSE(receive(answer, later, k_other_address).place);
}

// Datagrams overtake each other, also the answer.
TEST_P(GateTest, AnAnswerThatWasOvertakenOnItsWayStillCounts) {
    Gate guest = enter(3, 77, 0);
    const auto moved = receive(guest.seal(datagram_for(0, 77)), k_gate_time, k_other_address);
    const Bytes answer = guest_receive(guest, moved.answer).answer;
    EXPECT_TRUE(receive(guest.seal(datagram_for(0, 77)), k_gate_time, k_other_address).passes);
    EXPECT_EQ(receive(answer, k_gate_time, k_other_address).place, 0);
}

TEST_P(GateTest, AnAddressIsAskedOnlyForTheNewestDatagramAndNotTooOften) {
    Gate guest = enter(3, 77, 0);
    const Bytes older = guest.seal(datagram_for(0, 77));
    EXPECT_TRUE(receive(guest.seal(datagram_for(0, 77))).passes);
    const auto late = receive(older, k_gate_time, k_other_address);
    EXPECT_TRUE(late.passes && late.answer.empty()) << "it is only late";
    std::size_t asked = 0;
    for (int ms = 0; ms < 1'000; ++ms) {
        const Bytes up = guest.seal(datagram_for(0, 77));
        const auto taken =
            receive(up, k_gate_time + std::chrono::milliseconds(ms), k_other_address);
        EXPECT_LE(taken.answer.size(), up.size());
        asked += taken.answer.empty() ? 0U : 1U;
    }
    EXPECT_EQ(asked, 10U);
}

TEST_P(GateTest, NoQuestionIsLongerThanTheDatagramThatItAnswers) {
    Gate guest = enter(3, 77, 0);
    // ENet's head alone.
    const Bytes shortest = guest.seal(ByteView(datagram_for(0, 77)).first(6));
    const auto taken = receive(shortest, k_gate_time, k_other_address);
    EXPECT_TRUE(taken.passes && taken.answer.empty());
}

// A guest that moves before it has a place: ENet must not answer to where nothing is proven.
TEST_P(GateTest, ARequestFromAnotherAddressIsAnsweredWhereTheDoorWas) {
    Gate guest = enter(3);
    const auto asked = receive(guest.seal(naked_request(77)), k_gate_time, k_other_address);
    ASSERT_TRUE(asked.asks_for_place);
    EXPECT_TRUE(asked.way == k_guest_address);
    places[77] = 0;
    const Bytes answer = guest_receive(guest, asked.answer).answer;
    const auto proven = receive(answer, k_gate_time, k_other_address);
    EXPECT_EQ(proven.place, 0);
    EXPECT_TRUE(proven.way == k_other_address);
}

TEST_P(GateTest, AGuestThatBeginsAgainHasAnotherConnectionAndNothingOfTheOld) {
    Gate guest = enter(3, 77, 0);
    const Bytes old_up = guest.seal(datagram_for(0, 77));
    const Bytes old_down = host.seal(datagram_for(0, 77));
    const net::Binding old_binding = guest.binding(77);
    guest.restart(k_gate_time);
    EXPECT_TRUE(guest.is_knocking());
    EXPECT_FALSE(guest.extract_entry());
    EXPECT_FALSE(guest_receive(guest, old_down).passes);
    enter(guest);
    settle(guest, 78, 1);
    EXPECT_FALSE(guest_receive(guest, old_down).passes);
    EXPECT_TRUE(guest_receive(guest, host.seal(datagram_for(0, 78))).passes);
    EXPECT_FALSE(guest_receive(guest, host.seal(datagram_for(0, 77))).passes);
    EXPECT_TRUE(receive(old_up).passes) << "the host still knows the old one";
    EXPECT_FALSE(guest.binding(78) == old_binding);
}

TEST_P(GateTest, AGuestListensAtTheDoorOnlyToItsHost) {
    Gate guest = make_guest(3);
    const Bytes answer = receive(*guest.due(k_gate_time)).answer;
    EXPECT_TRUE(guest_receive(guest, answer, k_gate_time, k_other_address).answer.empty());
    EXPECT_FALSE(guest_receive(guest, answer).answer.empty());
}

TEST(KeyedGateTest, RefusalsAreTakenOnceAndSoManyAMinute) {
    const net::MatchKey key = key_of("sixteen or more bytes");
    Gate host(door_of(key), key_number(20));
    const Gate::PlaceOf nowhere = [](std::uint32_t) { return std::nullopt; };
    const auto refuse = [&](Time now) {
        Gate stranger(net::Knocker(std::nullopt, key_number(3)), k_host_address, key_number(3));
        const Bytes answer = host.receive(*stranger.due(now), k_guest_address, nowhere, now).answer;
        const Bytes said = stranger.receive(answer, k_host_address, nowhere, now).answer;
        EXPECT_FALSE(stranger.extract_entry());
        EXPECT_EQ(stranger.extract_refusals().size(), 1U);
        EXPECT_FALSE(stranger.is_knocking());
        static_cast<void>(host.receive(said, k_guest_address, nowhere, now));
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

}  // namespace
}  // namespace tandem::test
