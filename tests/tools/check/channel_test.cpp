// SPDX-License-Identifier: MIT
// Messages arrive as they were sent, and nonsense is refused.
#include <tandem/tools/check/channel.hpp>

#include <sys/socket.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <tandem/sim/erase.hpp>
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
            conditions = {std::byte{0xA5}, 7};
        }
        const Bytes bytes = encode(conditions);
        const auto read = decode_conditions(bytes);
        ASSERT_TRUE(read);
        EXPECT_EQ(read->stack_pattern, conditions.stack_pattern);
        EXPECT_EQ(read->heap_seed, conditions.heap_seed);
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
    Bytes bytes;
    append_order({true, k_some, false, sim::StateHash{9}}, bytes);
    append_order({false, {}, true, sim::StateHash{}}, bytes);
    const auto orders = decode_orders(bytes);
    ASSERT_TRUE(orders);
    ASSERT_EQ(orders->size(), 2U);
    EXPECT_TRUE((*orders)[0].is_reset);
    EXPECT_EQ((*orders)[0].content, k_some);
    EXPECT_EQ((*orders)[0].expected, sim::StateHash{9});
    EXPECT_TRUE((*orders)[1].is_failed);
    EXPECT_FALSE(decode_orders(ByteView(bytes).first(bytes.size() - 1)));

    const Bytes verdict = encode(Verdict{Verdict::Kind::differs, k_some});
    const auto read = decode_verdict(verdict);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->kind, Verdict::Kind::differs);
    EXPECT_EQ(read->content, k_some);
    expect_no_part_is_taken(verdict, decode_verdict);
    Bytes unknown = verdict;
    unknown[0] = std::byte{4};
    EXPECT_FALSE(decode_verdict(unknown));
}

TEST(Channel, CarriesMessagesAndTellsWhenTheOtherEndIsGone) {
    int ends[2] = {-1, -1};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    Channel here(ends[0]);
    Channel there(ends[1]);
    Bytes message;
    EXPECT_TRUE(here.send(k_some));
    EXPECT_TRUE(here.send({}));
    EXPECT_TRUE(there.receive(message));
    EXPECT_EQ(message, k_some);
    EXPECT_TRUE(there.receive(message));
    EXPECT_TRUE(message.empty());
    ::close(ends[0]);
    EXPECT_FALSE(there.receive(message));
    EXPECT_FALSE(there.send(k_some));
    ::close(ends[1]);
}

TEST(Channel, StopsWaitingWhenItIsInterrupted) {
    int ends[2] = {-1, -1};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    Channel here(ends[0], [] { return true; });
    Bytes message;
    EXPECT_FALSE(here.receive(message));
    ::close(ends[0]);
    ::close(ends[1]);
}

}  // namespace
}  // namespace tandem::tools::check
