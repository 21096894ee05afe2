// SPDX-License-Identifier: MIT
// Who is let in, who is told why not, and what costs the host nothing.
#include <tandem/net/transport/door.hpp>

#include <gtest/gtest.h>

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

// A first message with the secret, for this cookie.
Bytes first_message(const net::Answer& answer, std::uint8_t number,
                    std::string_view secret = k_door_secret) {
    net::Noise noise(net::SealSide::guest, net::SecretKey(key_of(secret).bytes()),
                     net::door_prologue(answer.cookie, answer.terms), key_number(number));
    net::FirstMessage first{net::k_protocol_version, answer.cookie, {}};
    const Bytes written = *noise.write({});
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

TEST(DoorTest, WhoHasCookieAndKeyGetsAPlaceOnceHoweverOftenItAsks) {
    Door door = door_of(key_of(k_door_secret));
    const Bytes first = first_message(knock_at(door, k_guest_address), 9);
    auto verdict = door.receive(first, k_guest_address, k_door_time);
    ASSERT_TRUE(verdict.admitted);
    EXPECT_EQ(verdict.admitted->number, 0);
    const Bytes second = verdict.answer;
    verdict = door.receive(first, k_guest_address, k_door_time);
    EXPECT_FALSE(verdict.admitted) << "it has one";
    EXPECT_TRUE(verdict.answer == second) << "the answer may have been lost";
}

TEST(DoorTest, ACookieIsNeededForAnythingElse) {
    Door door = door_of(key_of(k_door_secret));
    const net::Answer answer = knock_at(door, k_guest_address);
    const Bytes first = first_message(answer, 9);
    for (const auto& [address, when] : {std::pair{k_other_address, k_door_time},
                                        {k_guest_address, k_door_time + std::chrono::minutes(2)}}) {
        const auto verdict = door.receive(first, address, when);
        EXPECT_TRUE(verdict.answer.empty() && !verdict.admitted && !verdict.refusal);
    }
    // Its own cookie with the first message of another address.
    auto mixed = std::get<net::FirstMessage>(*net::decode_door(first));
    mixed.cookie = knock_at(door, k_other_address).cookie;
    const auto verdict = door.receive(net::encode_door(mixed), k_other_address, k_door_time);
    EXPECT_FALSE(verdict.admitted) << "a handshake is bound to its cookie";
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

TEST(DoorTest, WithoutAKeyAConnectIsJudgedByItsData) {
    Door door = door_of(std::nullopt);
    const std::uint32_t cookie = net::short_cookie(knock_at(door, k_guest_address).cookie);
    EXPECT_EQ(door.judge(cookie, k_guest_address, k_door_time), net::Caller::proven);
    EXPECT_EQ(door.judge(cookie, k_other_address, k_door_time), net::Caller::refused);
    EXPECT_EQ(door.judge(cookie + 1, k_guest_address, k_door_time), net::Caller::refused);
    EXPECT_EQ(door.judge(0, k_guest_address, k_door_time), net::Caller::of_old);
    const auto verdict = door.receive(first_message(knock_at(door, k_guest_address), 9),
                                      k_guest_address, k_door_time);
    EXPECT_TRUE(verdict.answer.empty() && !verdict.admitted) << "there is nothing to prove";
}

}  // namespace
}  // namespace tandem::test
