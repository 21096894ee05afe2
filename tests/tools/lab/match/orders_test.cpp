// SPDX-License-Identifier: MIT
// What passes between parent and children comes back as it was, and nothing else passes.
#include <gtest/gtest.h>

#include <tandem/tools/lab/match/orders.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;

MatchOrder an_order() {
    return {{ArmId::f_int, true, 6, 10'000'000, 10'000'000, 3},
            47'000,
            0xFEDC'BA98'7654'3210,
            "folder/file",
            true};
}

SideReport a_report() {
    SideReport report;
    report.frames = 600;
    report.played_ns = 6'000'000'123;
    report.hashes = {1, ~std::uint64_t{0}};
    report.snapshots = {{25, sim::Bytes(7, std::byte{9})}, {50, {}}};
    report.replays_differing = 1;
    report.stalls = 2;
    report.stalled_ns = 3;
    report.worst_gap_ns = 4;
    report.input_age_sum_ns = 5;
    report.input_age_max_ns = 6;
    report.inputs_aged = 7;
    report.desync_after_ns = 8;
    report.desync_tick = 28;
    report.desync_text = "words";
    return report;
}

const std::vector<Answer>& all_answers() {
    static const std::vector<Answer> k_answers{
        Listening{47'001},
        Progressing{31, 3'000'000'000, 2, 75, sim::Bytes(5, std::byte{1})},
        Reported{a_report()},
        Reported{SideReport{}},
        Failed{{sim::ErrorCode::io, "file", "is full"}},
    };
    return k_answers;
}

TEST(MatchOrders, AnOrderComesBackAsItWas) {
    const auto order = decode_order(encode(an_order()));
    ASSERT_TRUE(order);
    EXPECT_EQ(encode(*order), encode(an_order()));
    EXPECT_EQ(order->plan.delay_ticks, 3U);
    EXPECT_EQ(order->port, 47'000U);
    EXPECT_EQ(order->word, 0xFEDC'BA98'7654'3210U);
    EXPECT_EQ(order->file, "folder/file");
    EXPECT_TRUE(order->force);
}

TEST(MatchOrders, AnswersComeBackAsTheyWere) {
    for (const Answer& answer : all_answers()) {
        const auto decoded = decode_answer(encode(answer));
        ASSERT_TRUE(decoded);
        EXPECT_EQ(encode(*decoded), encode(answer));
    }
    const auto reported = decode_answer(encode(Answer(Reported{a_report()})));
    EXPECT_EQ(std::get<Reported>(*reported).report, a_report());
}

TEST(MatchOrders, CutOnesAreRefused) {
    for (const Answer& answer : all_answers()) {
        const sim::Bytes bytes = encode(answer);
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            const auto cut = decode_answer(sim::ByteView(bytes).first(size));
            ASSERT_FALSE(cut);
            EXPECT_EQ(cut.error().code, sim::ErrorCode::internal);
        }
    }
    const sim::Bytes bytes = encode(an_order());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(decode_order(sim::ByteView(bytes).first(size)));
    }
}

TEST(MatchOrders, AnOrderThatCannotBePlayedIsRefused) {
    const auto is_refused = [](void (*spoil)(SidePlan&)) {
        MatchOrder order = an_order();
        spoil(order.plan);
        return !decode_order(encode(order));
    };
    EXPECT_TRUE(is_refused([](SidePlan& plan) { plan.arm = static_cast<ArmId>(77); }));
    EXPECT_TRUE(is_refused([](SidePlan& plan) { plan.seconds = 0; }));
    EXPECT_TRUE(is_refused([](SidePlan& plan) { plan.frame_cost_ns = 0; }));
    EXPECT_TRUE(is_refused([](SidePlan& plan) { plan.fast_cost_ns = 0; }));
    EXPECT_TRUE(is_refused([](SidePlan& plan) { plan.delay_ticks = ~std::uint32_t{0}; }));
}

// A count that the bytes cannot hold must not be believed.
TEST(MatchOrders, ACountBeyondTheBytesIsRefused) {
    sim::Bytes bytes = encode(Answer(Reported{SideReport{}}));
    const std::size_t count_at = 1 + sizeof(std::uint32_t) + sizeof(std::uint64_t);
    sim::store_le(~std::uint32_t{0}, bytes.data() + count_at);
    EXPECT_FALSE(decode_answer(bytes));
}

}  // namespace
}  // namespace tandem::test
