// SPDX-License-Identifier: MIT
// The bytes of the door, their sizes, and what is no message of it.
#include <tandem/net/transport/door_message.hpp>

#include <gtest/gtest.h>

#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/math/random.hpp>
#include <tests/net/transport/hex.hpp>

namespace tandem::test {
namespace {

using namespace net;  // NOLINT: the messages are its words
using sim::Bytes;
using sim::ByteView;

std::vector<DoorMessage> door_messages() {
    Answer answer{k_protocol_version, 1, 2, {KeyKind::passphrase, {}, {}}};
    answer.terms.salt.fill(std::byte{9});
    FirstMessage first{k_protocol_version, 3, {}};
    first.noise.fill(std::byte{4});
    SecondMessage second{k_protocol_version, {}};
    second.noise.fill(std::byte{5});
    return {Knock{k_protocol_version, 7}, answer, first, second,
            TurnedAway{k_protocol_version, 6, RefusalReason::key_wrong, KeyKind::file}};
}

TEST(DoorMessageTest, EveryMessageIsReadAsItWasWrittenAndNoOtherLength) {
    for (const DoorMessage& message : door_messages()) {
        const Bytes bytes = encode_door(message);
        EXPECT_TRUE(is_door_message(bytes));
        const auto read = decode_door(bytes);
        ASSERT_TRUE(read) << message.index();
        EXPECT_EQ(read->index(), message.index());
        EXPECT_TRUE(encode_door(*read) == bytes);
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            EXPECT_FALSE(decode_door(ByteView(bytes).first(size))) << message.index();
        }
        Bytes longer = bytes;
        longer.push_back({});
        EXPECT_EQ(decode_door(longer).has_value(), message.index() == 0)
            << "a later version may knock with more";
    }
}

TEST(DoorMessageTest, NoAnswerIsLongerThanWhatItAnswers) {
    const auto messages = door_messages();
    const auto size = [&](std::size_t index) { return encode_door(messages[index]).size(); };
    EXPECT_EQ(size(0), k_knock_bytes);
    EXPECT_LE(size(1), size(0));
    EXPECT_LE(size(3), size(2));
    EXPECT_LE(size(4), size(2));
    EXPECT_LE(size(4), size(1));
}

TEST(DoorMessageTest, TheKnocksBytesAreThese) {
    Bytes expected = hex_bytes("f1544e444d");
    sim::append_le(expected, k_protocol_version);
    sim::append(expected, hex_bytes("0807060504030201"));
    expected.resize(64);
    EXPECT_TRUE(encode_door(Knock{k_protocol_version, 0x0102030405060708}) == expected);
}

TEST(DoorMessageTest, OfAnotherVersionTheHeadIsRead) {
    Bytes knock = encode_door(Knock{k_protocol_version + 1, 7});
    knock[40] = std::byte{1};
    const auto read = decode_door(knock);
    ASSERT_TRUE(read);
    EXPECT_EQ(std::get<Knock>(*read).protocol, k_protocol_version + 1);
    EXPECT_EQ(std::get<Knock>(*read).token, 7U);
    Bytes answer = encode_door(Answer{k_protocol_version + 1, 7, 8, {}});
    answer.resize(25);
    const auto answered = decode_door(answer);
    ASSERT_TRUE(answered);
    EXPECT_EQ(std::get<Answer>(*answered).cookie, 8U);
    auto first = std::get<FirstMessage>(door_messages()[2]);
    first.protocol = k_protocol_version + 1;
    EXPECT_FALSE(decode_door(encode_door(first))) << "nobody knows what is in it";
}

TEST(DoorMessageTest, WhatIsForSomebodyElseIsNone) {
    EXPECT_FALSE(is_door_message({}));
    EXPECT_FALSE(is_door_message(hex_bytes("f1544e444d"))) << "too short for a version";
    EXPECT_FALSE(is_door_message(hex_bytes("f0544e444d0400")));
    EXPECT_FALSE(is_door_message(hex_bytes("f6544e444d0400")));
    EXPECT_FALSE(is_door_message(hex_bytes("f1544e445d0400")));
    TurnedAway turned{k_protocol_version, 1, RefusalReason::game, KeyKind::none};
    EXPECT_FALSE(decode_door(encode_door(turned))) << "games are the session's";
    Random random(7, 8);
    for (int round = 0; round < 10'000; ++round) {
        Bytes bytes = encode_door(Knock{k_protocol_version, 7});
        bytes.resize(7 + random.below(std::size_t{80}));
        bytes[0] = static_cast<std::byte>(0xF1 + random.below(5));
        for (std::size_t index = 7; index < bytes.size(); ++index) {
            bytes[index] = static_cast<std::byte>(random.below(256U));
        }
        const auto read = decode_door(bytes);
        if (read && read->index() != 0) {
            EXPECT_TRUE(encode_door(*read) == bytes);
        }
    }
}

TEST(DoorMessageTest, ThePrologueDependsOnEverythingThatWasAgreed) {
    const KeyTerms terms{KeyKind::passphrase, {}, {}};
    const Bytes prologue = door_prologue(1, terms);
    KeyTerms other = terms;
    EXPECT_FALSE(prologue == door_prologue(2, terms));
    other.kind = KeyKind::file;
    EXPECT_FALSE(prologue == door_prologue(1, other));
    other = terms;
    other.salt[15] = std::byte{1};
    EXPECT_FALSE(prologue == door_prologue(1, other));
    other = terms;
    other.cost.passes = 4;
    EXPECT_FALSE(prologue == door_prologue(1, other));
}

}  // namespace
}  // namespace tandem::test
