// SPDX-License-Identifier: MIT
// Messages come back as they were, and nonsense is refused.
#include <tandem/tools/check/messages.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/process/channel.hpp>
#include <tests/support/counter.hpp>

namespace tandem::tools::check {
namespace {

using sim::Bytes;
using sim::ByteView;

const Bytes k_some{std::byte{1}, std::byte{2}, std::byte{3}};

// Every message cut anywhere, or with a byte too many.
template <class Decode>
void expect_no_part_is_taken(const Bytes& whole, Decode decode) {
    for (std::size_t size = 1; size < whole.size(); ++size) {
        EXPECT_FALSE(decode(ByteView(whole).first(size))) << size;
    }
}

TEST(Messages, OfConditionsComeBackAsTheyWere) {
    for (const bool has_all : {false, true}) {
        Conditions conditions;
        if (has_all) {
            conditions = {std::byte{0xA5}, 7, true};
        }
        const Bytes bytes = encode(conditions);
        const auto read = decode_conditions(bytes);
        ASSERT_TRUE(read);
        EXPECT_EQ(read->stack_pattern, conditions.stack_pattern);
        EXPECT_EQ(read->heap_seed, conditions.heap_seed);
        EXPECT_EQ(read->is_asked, conditions.is_asked);
        expect_no_part_is_taken(bytes, decode_conditions);
    }
}

TEST(Messages, OfHelloComeBackAsTheyWere) {
    const Hello hello = hello_of(sim::GameModel<test::Counter>::game_info(), true);
    const Bytes bytes = encode(hello);
    const auto read = decode_hello(bytes);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->game, "counter");
    EXPECT_EQ(read->state_schema, hello.state_schema);
    EXPECT_EQ(read->build, hello.build);
    EXPECT_TRUE(read->heap_is_filled);
    expect_no_part_is_taken(bytes, decode_hello);
    EXPECT_FALSE(decode_hello(k_some));
}

TEST(Messages, OfOrdersAndVerdictsComeBackAsTheyWere) {
    const Bytes bytes = encode({CompanionOrder{true, k_some, false, sim::StateHash{9}},
                                CompanionOrder{false, {}, true, sim::StateHash{}}});
    const auto orders = decode_orders(bytes);
    ASSERT_TRUE(orders);
    ASSERT_EQ(orders->size(), 2U);
    EXPECT_TRUE((*orders)[0].is_reset);
    EXPECT_EQ((*orders)[0].content, k_some);
    EXPECT_EQ((*orders)[0].expected, sim::StateHash{9});
    EXPECT_TRUE((*orders)[1].is_failed);
    expect_no_part_is_taken(bytes, decode_orders);

    const Bytes verdict = encode(CompanionVerdict{CompanionVerdict::Kind::differs, k_some});
    const auto read = decode_verdict(verdict);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->kind, CompanionVerdict::Kind::differs);
    EXPECT_EQ(read->content, k_some);
    expect_no_part_is_taken(verdict, decode_verdict);
    Bytes unknown = verdict;
    unknown[0] = std::byte{4};
    EXPECT_FALSE(decode_verdict(unknown));
}

TEST(Messages, OfVerdictsHoldNothingThatTheirKindHasNot) {
    using Kind = CompanionVerdict::Kind;
    for (const Kind kind : {Kind::same, Kind::only_game_failed}) {
        EXPECT_TRUE(decode_verdict(encode(CompanionVerdict{kind, {}})));
        EXPECT_FALSE(decode_verdict(encode(CompanionVerdict{kind, k_some})));
    }
    CompanionVerdict failed{Kind::only_companion_failed, Bytes(k_failure_bytes_max)};
    EXPECT_TRUE(decode_verdict(encode(failed)));
    failed.content.push_back(std::byte{'x'});
    EXPECT_FALSE(decode_verdict(encode(failed)));
}

TEST(Messages, OfVerdictsAreAsLongAsAStateOrATextMayBe) {
    EXPECT_EQ(verdict_bytes_max(0),
              encode(CompanionVerdict{{}, Bytes(k_failure_bytes_max)}).size());
    EXPECT_EQ(verdict_bytes_max(9000), encode(CompanionVerdict{{}, Bytes(9000)}).size());
    EXPECT_EQ(verdict_bytes_max(~std::uint64_t{0} - 5), Channel::k_message_bytes_max);
}

TEST(Messages, OfAnotherProtocolAreRefused) {
    Conditions conditions;
    conditions.protocol = "tandem companion 1";
    EXPECT_FALSE(decode_conditions(encode(conditions)));
    Hello hello = hello_of(sim::GameModel<test::Counter>::game_info(), true);
    hello.protocol.clear();
    EXPECT_FALSE(decode_hello(encode(hello)));
}

// A count that the bytes cannot hold must not be believed.
TEST(Messages, TakeNoMemoryForWhatIsNotThere) {
    EXPECT_FALSE(decode_orders(Bytes(9, std::byte{0xFF})));
}

TEST(Messages, HaveFlagsThatAreZeroOrOne) {
    const Bytes orders = encode({CompanionOrder{true, {}, true, {}}});
    for (const std::size_t flag : {4U, 5U}) {
        Bytes other = orders;
        other[flag] = std::byte{2};
        EXPECT_FALSE(decode_orders(other)) << flag;
    }
    Bytes hello = encode(hello_of(sim::GameModel<test::Counter>::game_info(), true));
    hello.back() = std::byte{0x81};
    EXPECT_FALSE(decode_hello(hello));
}

}  // namespace
}  // namespace tandem::tools::check
