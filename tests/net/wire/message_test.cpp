// SPDX-License-Identifier: MIT
// Reliable messages: each comes back as it was, and nothing cut, long or out of bounds gets
// through.
#include <tandem/net/wire/message.hpp>

#include <gtest/gtest.h>

#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/math/random.hpp>
#include <tests/net/return_samples.hpp>

namespace tandem::test {
namespace {

using net::Message;
using sim::Bytes;
using sim::ByteView;

std::vector<Message> one_of_each() {
    const net::Identity identity{
        "duel",       3,       sim::SchemaHash{11}, sim::SchemaHash{12}, sim::SchemaHash{13},
        TickRate{60}, "g++ 12"};
    net::Identity known = identity;
    known.program = net::GameProgram{sim::digest_bytes({}), {}, "g++ 12"};
    const Bytes some{std::byte{1}, std::byte{2}, std::byte{3}};
    return {
        net::Greeting{net::k_protocol_version},
        net::Refusal{net::RefusalReason::seed, "1", "2"},
        net::Hello{identity, "Ada", 500, claim_example()},
        net::Welcome{known, "Bob", 1, some, {some, {}}},
        net::Ready{1, sim::StateHash{2}, sim::ChainHash{3}},
        net::Start{600, {"Bob", "Ada"}, 40'000, {{{}, 1, 1, 0}, {}}},
        net::Stop{44, sim::EndReason::interrupted},
        net::End{45, sim::EndReason::source_ended, 1},
        net::Absent{46, 2, true, "gone"},
        net::Done{47, sim::ChainHash{5}},
        net::Autopsy{
            48, sim::StateHash{6}, {sim::ChainHash{7}, sim::RecordsHash{8}}, some, true, 3, some},
        net::Bye{sim::EndReason::interrupted, "enough"},
        net::Back{49, sim::ChainHash{9}, 52},
        net::Present{60, 2},
        net::Agreed{60, 2},
        net::Gone{2, "gone for good"},
        net::Holdup{2, net::WaitingFor::frozen, true, 1'250},
        net::Differ{70, {sim::ChainHash{10}, sim::ChainHash{11}}},
        net::Ask{71, {12, 13}},
        net::Pieces{71, {{some, {}}, {{}, {{14, 600}, {15, 4'000}}}, {}}},
        net::Enough{71},
        rejoin_example(),
        net::Approach{2, 100, 3'000, 44},
        net::Bring{60},
        net::Brought{60, {some, {}}},
        net::Part{true, some}};
}

TEST(Messages, EachComesBackAsItWasInTheOrderOfItsTypeByte) {
    const std::vector<Message> messages = one_of_each();
    ASSERT_EQ(messages.size(), std::variant_size_v<Message>) << "a new message needs a line here";
    for (std::size_t index = 0; index < messages.size(); ++index) {
        const Bytes encoded = net::encode_message(messages[index]);
        EXPECT_EQ(static_cast<std::size_t>(encoded[0]), index + 1);
        const auto decoded = net::decode_message(encoded);
        ASSERT_TRUE(decoded.has_value()) << decoded.error().text();
        EXPECT_EQ(decoded->index(), index);
        EXPECT_EQ(net::encode_message(*decoded), encoded);
    }
}

TEST(Messages, EveryCutAndEveryTailIsRefused) {
    for (const Message& message : one_of_each()) {
        Bytes encoded = net::encode_message(message);
        for (std::size_t size = 0; size < encoded.size(); ++size) {
            EXPECT_FALSE(net::decode_message(ByteView(encoded).first(size)).has_value())
                << "type " << message.index() + 1 << " cut to " << size;
        }
        encoded.push_back(std::byte{0});
        EXPECT_FALSE(net::decode_message(encoded).has_value()) << "type " << message.index() + 1;
    }
}

TEST(Messages, ATextIsCutBeforeTheCharacterThatDoesNotFitWhole) {
    for (std::size_t before = 1'020; before <= 1'024; ++before) {
        // Four bytes each.
        const std::string text = std::string(before, 'a') + "\xF0\x9F\x8E\xB2" + "\xF0\x9F\x8E\xB2";
        const auto decoded =
            net::decode_message(net::encode_message(net::Bye{sim::EndReason::interrupted, text}));
        ASSERT_TRUE(decoded.has_value());
        const std::size_t whole = before == 1'020 ? 1'024 : before;
        EXPECT_EQ(std::get<net::Bye>(*decoded).why, text.substr(0, whole)) << before;
    }
    // No characters at all, only their continuations: cut to nothing rather than to a piece.
    const auto decoded = net::decode_message(
        net::encode_message(net::Bye{sim::EndReason::interrupted, std::string(2'000, '\x80')}));
    ASSERT_TRUE(decoded.has_value());
    EXPECT_TRUE(std::get<net::Bye>(*decoded).why.empty());
}

TEST(Messages, UnknownTypesSlotsReasonsAndFlagsAreRefused) {
    const auto spoil = [](const Message& message, std::size_t at, int value) {
        Bytes encoded = net::encode_message(message);
        encoded.at(at) = static_cast<std::byte>(value);
        return net::decode_message(encoded).has_value();
    };
    const std::vector<Message> messages = one_of_each();
    EXPECT_FALSE(spoil(messages[0], 0, 0));
    EXPECT_FALSE(spoil(messages[0], 0, static_cast<int>(messages.size()) + 1));
    EXPECT_FALSE(spoil(messages[0], 1, 'X'));  // magic
    EXPECT_FALSE(spoil(messages[1], 1, 0));    // reason
    EXPECT_FALSE(spoil(messages[1], 1, static_cast<int>(net::RefusalReason::speed) + 1));
    EXPECT_FALSE(spoil(messages[6], 9, 0));  // reason of an end
    EXPECT_FALSE(spoil(messages[6], 9, 9));
    EXPECT_FALSE(spoil(messages[7], 10, 64));  // slot
    EXPECT_TRUE(spoil(messages[7], 10, 63));
    EXPECT_FALSE(spoil(messages[8], 10, 2));    // may return: neither yes nor no
    EXPECT_FALSE(spoil(messages[16], 2, 6));    // what is waited for
    EXPECT_FALSE(spoil(messages[16], 3, 2));    // over: neither yes nor no
    EXPECT_FALSE(spoil(messages[17], 10, 33));  // more chains than a side may be ahead
    EXPECT_FALSE(spoil(messages[18], 9, 0));    // nothing is asked
    EXPECT_FALSE(spoil(messages[19], 10, 1));   // a piece of one piece
    EXPECT_FALSE(spoil(messages[19], 9, 65));   // more pieces than may be asked for
}

TEST(Messages, AHugeLengthIsRefusedBeforeAnythingIsHeldForIt) {
    Bytes autopsy = net::encode_message(net::Autopsy{});
    for (std::size_t at = 33; at < 37; ++at) {  // the record's length
        autopsy.at(at) = std::byte{0xFF};
    }
    EXPECT_FALSE(net::decode_message(autopsy).has_value());
    const auto is_read = [](const Message& message) {
        return net::decode_message(net::encode_message(message)).has_value();
    };
    const Bytes piece(net::PieceLimits::bytes_max);
    EXPECT_TRUE(is_read(net::Pieces{1, {{piece, {}}}}));
    EXPECT_FALSE(is_read(net::Pieces{1, {{Bytes(piece.size() + 1), {}}}}));
    EXPECT_TRUE(is_read(net::Pieces{1, {{{}, std::vector<net::Piece>(64)}}}));
    EXPECT_FALSE(is_read(net::Pieces{1, {{{}, std::vector<net::Piece>(65)}}}));
    EXPECT_TRUE(is_read(net::Ask{1, std::vector<std::uint64_t>(64)}));
    EXPECT_FALSE(is_read(net::Ask{1, std::vector<std::uint64_t>(65)}));
    EXPECT_FALSE(is_read(net::Autopsy{1, {}, {}, {}, true, 5, Bytes(4)})) << "two sizes";
    EXPECT_FALSE(is_read(net::Autopsy{1, {}, {}, {}, false, 4, Bytes(4)})) << "a state, or none";
    Bytes differ = net::encode_message(net::Differ{0, {{}}});
    differ.at(9) = std::byte{0};
    EXPECT_FALSE(net::decode_message(differ).has_value()) << "no chain at all";
    net::Start start;
    start.secret.of.given = 1;
    start.way_beyond_us = net::MessageLimits::way_us_max;
    EXPECT_TRUE(is_read(start));
    ++start.way_beyond_us;
    EXPECT_FALSE(is_read(start)) << "a way of more than two seconds";
    net::Welcome welcome;
    welcome.asset_contents.assign(3, Bytes((std::size_t{1} << 20) / 2));
    EXPECT_FALSE(net::decode_message(net::encode_message(welcome)).has_value())
        << "more assets than a message may hold";
    welcome.asset_contents.pop_back();
    EXPECT_TRUE(net::decode_message(net::encode_message(welcome)).has_value());
}

TEST(Messages, AnotherVersionsGreetingIsUnderstoodAsFarAsItsVersion) {
    Bytes greeting = net::encode_message(net::Greeting{});
    greeting.resize(7);
    greeting[5] = std::byte{0x39};
    greeting[6] = std::byte{0x30};
    for (int extra = 0; extra < 40; ++extra) {
        const auto decoded = net::decode_message(greeting);
        ASSERT_TRUE(decoded.has_value());
        EXPECT_EQ(std::get<net::Greeting>(*decoded).protocol, 0x3039);
        greeting.push_back(std::byte{0xAB});
    }
}

TEST(Messages, DamagedOnesAreEitherRefusedOrSoundAgain) {
    Random random(1);
    const std::vector<Message> messages = one_of_each();
    std::size_t refused = 0;
    for (int round = 0; round < 20'000; ++round) {
        Bytes encoded = net::encode_message(messages[random.below(messages.size())]);
        for (std::uint32_t flips = random.between(1U, 4U); flips > 0; --flips) {
            encoded[random.below(encoded.size())] ^= static_cast<std::byte>(1U << random.below(8U));
        }
        const auto decoded = net::decode_message(encoded);
        refused += decoded ? 0U : 1U;
        if (decoded && !(std::holds_alternative<net::Greeting>(*decoded))) {
            EXPECT_EQ(net::encode_message(*decoded), encoded);
        }
    }
    EXPECT_GT(refused, 1'000U);
}

}  // namespace
}  // namespace tandem::test
