// SPDX-License-Identifier: MIT
// Who is let in, who is told why not, and what costs the host nothing.
#include <tandem/net/transport/door.hpp>

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <utility>

#include <tandem/net/wire/terms.hpp>
#include <tests/net/transport/doorstep.hpp>

namespace tandem::test {
namespace {

using net::Door;
using net::KeyKind;
using net::RefusalReason;
using net::Time;
using sim::Bytes;

const Time k_door_time = std::chrono::seconds(1'000);
constexpr std::string_view k_door_secret = "sixteen or more bytes";

net::Answer knock_at(Door& door, const Bytes& address, Time now = k_door_time) {
    const auto verdict =
        door.receive(net::encode_door(net::Knock{net::k_protocol_version, 5}), address, now);
    const auto answer = net::decode_door(verdict.answer);
    EXPECT_TRUE(answer && std::holds_alternative<net::Answer>(*answer));
    EXPECT_FALSE(verdict.admitted || verdict.refusal);
    return std::get<net::Answer>(*answer);
}

// A first message for this cookie, with the secret if the door has one.
Bytes first_message(const net::Answer& answer, std::uint8_t number,
                    std::string_view secret = k_door_secret) {
    const bool is_keyed = answer.terms.kind != KeyKind::none;
    net::Noise noise(
        net::SealSide::guest,
        is_keyed ? std::optional(net::SecretKey(key_of(secret).bytes())) : std::nullopt,
        net::door_prologue(answer.cookie, answer.terms), key_number(number));
    net::FirstMessage first{net::k_protocol_version, answer.cookie, {}};
    const Bytes written = *noise.write(net::first_payload(answer.terms.kind));
    std::copy(written.begin(), written.end(), first.noise.begin());
    return net::encode_door(first);
}

TEST(DoorTest, AKnockIsAnsweredWithTermsAndACookieOfItsAddress) {
    Door door = door_of(key_of(k_door_secret));
    const net::Answer answer = knock_at(door, k_guest_address);
    EXPECT_EQ(answer.protocol, net::k_protocol_version);
    EXPECT_EQ(answer.token, 5U);
    EXPECT_EQ(answer.terms.kind, KeyKind::file);
    EXPECT_EQ(answer.cookie, knock_at(door, k_guest_address).cookie);
    EXPECT_NE(answer.cookie, knock_at(door, k_other_address).cookie);
    Door open = door_of(std::nullopt);
    EXPECT_EQ(knock_at(open, k_guest_address).terms.kind, KeyKind::none);
}

TEST(DoorTest, AnotherVersionsKnockIsAnsweredWithOurs) {
    Door door = door_of(std::nullopt);
    const auto verdict = door.receive(net::encode_door(net::Knock{net::k_protocol_version + 1, 5}),
                                      k_guest_address, k_door_time);
    const auto answer = net::decode_door(verdict.answer);
    ASSERT_TRUE(answer);
    EXPECT_EQ(std::get<net::Answer>(*answer).protocol, net::k_protocol_version);
}

// A door with a key and one without.
std::array<std::optional<net::MatchKey>, 2> door_keys() {
    return {key_of(k_door_secret), std::nullopt};
}

TEST(DoorTest, WhoHasCookieAndKeyGetsAPlaceOnceHoweverOftenItAsks) {
    for (const auto& key : door_keys()) {
        Door door = door_of(key);
        const Bytes first = first_message(knock_at(door, k_guest_address), 9);
        auto verdict = door.receive(first, k_guest_address, k_door_time);
        ASSERT_TRUE(verdict.admitted);
        EXPECT_EQ(verdict.admitted->number, 0);
        const Bytes second = verdict.answer;
        verdict = door.receive(first, k_guest_address, k_door_time);
        EXPECT_FALSE(verdict.admitted) << "it has one";
        EXPECT_TRUE(verdict.answer == second) << "the answer may have been lost";
    }
}

TEST(DoorTest, ACookieIsNeededForAnythingElse) {
    for (const auto& key : door_keys()) {
        Door door = door_of(key);
        const net::Answer answer = knock_at(door, k_guest_address);
        const Bytes first = first_message(answer, 9);
        for (const auto& [address, when] :
             {std::pair{k_other_address, k_door_time},
              {k_guest_address, k_door_time + std::chrono::minutes(2)}}) {
            const auto verdict = door.receive(first, address, when);
            EXPECT_TRUE(verdict.answer.empty() && !verdict.admitted && !verdict.refusal);
        }
    }
}

TEST(DoorTest, AHandshakeIsBoundToItsCookie) {
    Door door = door_of(key_of(k_door_secret));
    auto mixed = std::get<net::FirstMessage>(
        *net::decode_door(first_message(knock_at(door, k_guest_address), 9)));
    mixed.cookie = knock_at(door, k_other_address).cookie;
    EXPECT_FALSE(door.receive(net::encode_door(mixed), k_other_address, k_door_time).admitted);
}

TEST(DoorTest, WithoutAKeyAFirstMessageEndsInZeros) {
    Door door = door_of(std::nullopt);
    Bytes first = first_message(knock_at(door, k_guest_address), 9);
    for (std::size_t index = first.size() - 16; index < first.size(); ++index) {
        Bytes other = first;
        other[index] ^= std::byte{1};
        const auto verdict = door.receive(other, k_guest_address, k_door_time);
        EXPECT_TRUE(verdict.answer.empty() && !verdict.admitted && !verdict.refusal) << index;
    }
    EXPECT_TRUE(door.receive(first, k_guest_address, k_door_time).admitted);
}

// Some public keys make the same secret with everybody.
TEST(DoorTest, APublicKeyThatMakesNoSecretGetsNoPlace) {
    Door door = door_of(std::nullopt);
    net::FirstMessage first{net::k_protocol_version, knock_at(door, k_guest_address).cookie, {}};
    const auto verdict = door.receive(net::encode_door(first), k_guest_address, k_door_time);
    EXPECT_TRUE(verdict.answer.empty() && !verdict.admitted);
}

TEST(DoorTest, AWrongKeyIsRefusedByNameOnBothSides) {
    Door door = door_of(key_of(k_door_secret));
    const Bytes first =
        first_message(knock_at(door, k_guest_address), 9, "another secret, also long");
    const auto verdict = door.receive(first, k_guest_address, k_door_time);
    EXPECT_FALSE(verdict.admitted);
    ASSERT_TRUE(verdict.refusal);
    EXPECT_EQ(verdict.refusal->reason, RefusalReason::key_wrong);
    const auto told = net::decode_door(verdict.answer);
    ASSERT_TRUE(told);
    EXPECT_EQ(std::get<net::TurnedAway>(*told).reason, RefusalReason::key_wrong);
}

TEST(DoorTest, AGuestThatTurnsAwayIsHeardOnlyWithACookie) {
    Door door = door_of(std::nullopt);
    const net::Answer answer = knock_at(door, k_guest_address);
    net::TurnedAway turned{net::k_protocol_version, answer.cookie, RefusalReason::key_needed,
                           KeyKind::file};
    auto verdict = door.receive(net::encode_door(turned), k_guest_address, k_door_time);
    ASSERT_TRUE(verdict.refusal);
    EXPECT_EQ(verdict.refusal->reason, RefusalReason::key_needed);
    EXPECT_EQ(verdict.refusal->host_value, "no match key");
    EXPECT_EQ(verdict.refusal->guest_value, "a key file");
    EXPECT_TRUE(verdict.answer.empty());
    EXPECT_FALSE(door.receive(net::encode_door(turned), k_other_address, k_door_time).refusal);
    turned.reason = RefusalReason::protocol;
    turned.protocol = 99;
    verdict = door.receive(net::encode_door(turned), k_guest_address, k_door_time);
    ASSERT_TRUE(verdict.refusal);
    EXPECT_EQ(verdict.refusal->guest_value, "99");
}

TEST(DoorTest, PlacesAreLimitedAndComeBack) {
    Door door = door_of(key_of(k_door_secret), 3);
    const net::Answer answer = knock_at(door, k_guest_address);
    for (std::uint8_t number = 0; number < 3; ++number) {
        const auto verdict =
            door.receive(first_message(answer, static_cast<std::uint8_t>(10 + number)),
                         k_guest_address, k_door_time);
        ASSERT_TRUE(verdict.admitted);
        EXPECT_EQ(verdict.admitted->number, number);
    }
    EXPECT_FALSE(door.receive(first_message(answer, 20), k_guest_address, k_door_time).admitted);
    door.leave(1);
    const auto verdict = door.receive(first_message(answer, 20), k_guest_address, k_door_time);
    ASSERT_TRUE(verdict.admitted);
    EXPECT_EQ(verdict.admitted->number, 1);
}

}  // namespace
}  // namespace tandem::test
