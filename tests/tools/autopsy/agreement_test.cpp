// SPDX-License-Identifier: MIT
// What is shown as equal is equal and what is shown as different differs, up to the tick.
#include <tandem/tools/autopsy/agreement.hpp>

#include <numeric>

#include <gtest/gtest.h>

#include <tests/tools/autopsy/two_sides.hpp>

namespace tandem::tools::autopsy {
namespace {

class Agreements : public testing::Test {
protected:
    static constexpr std::uint64_t k_ticks = 100;
    Agreements()
        : a_(test::open_replay(test::record_inputs(inputs()))),
          b_(test::open_replay(
              test::record_inputs(inputs(), sim::Plant{sim::Tick{57}, "total", 3}))) {}
    static test::ListenerInputs inputs() {
        test::ListenerInputs inputs(k_ticks);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            inputs[i].first.amount = static_cast<std::int16_t>(i * 7 % 50);
        }
        return inputs;
    }

    std::optional<replay::Replay> a_;
    std::optional<replay::Replay> b_;
};

TEST_F(Agreements, OfEqualHistoriesIsEqualThroughout) {
    const TickBuckets buckets({0, k_ticks}, 7);
    const ChainLane lane = read_chain_lane(*a_, *a_, buckets, std::nullopt);
    EXPECT_EQ(lane.starts_equal, true);
    EXPECT_FALSE(lane.parted_at);
    for (std::uint64_t i = 0; i < buckets.count(); ++i) {
        const auto ticks = static_cast<std::uint32_t>(buckets.ticks_of(i).ticks());
        EXPECT_EQ(lane.buckets[i], (AgreementBucket{ticks, 0, 0})) << i;
    }
}

TEST_F(Agreements, EndsAtTheTickOfTheFault) {
    for (const std::uint64_t count : {1U, 7U, 100U}) {
        const TickBuckets buckets({0, k_ticks}, count);
        const ChainLane lane = read_chain_lane(*a_, *b_, buckets, std::nullopt);
        EXPECT_EQ(lane.parted_at, 57U);
        std::uint32_t equal = 0;
        std::uint32_t differ = 0;
        for (const AgreementBucket& bucket : lane.buckets) {
            equal += bucket.equal;
            differ += bucket.differ;
        }
        EXPECT_EQ(equal, 57U);
        EXPECT_EQ(differ, 43U);
    }
}

TEST_F(Agreements, WhatOnlyOneOfTheTwoHoldsIsUnknown) {
    test::ListenerInputs fewer = inputs();
    fewer.resize(40);
    const auto shorter = test::open_replay(test::record_inputs(fewer));
    const ChainLane lane =
        read_chain_lane(*a_, shorter, TickBuckets({0, k_ticks}, k_ticks), std::nullopt);
    EXPECT_EQ(lane.buckets[39], (AgreementBucket{1, 0, 0}));
    EXPECT_EQ(lane.buckets[40], (AgreementBucket{0, 0, 1}));
}

TEST_F(Agreements, OfOneRecordingIsWhatTheVerdictSays) {
    const TickBuckets buckets({0, 10}, 10);
    const ChainLane lane = chain_lane_of(buckets, 4, true);
    EXPECT_EQ(lane.buckets[3], (AgreementBucket{1, 0, 0}));
    EXPECT_EQ(lane.buckets[4], (AgreementBucket{0, 1, 0}));
    const ChainLane unknown = chain_lane_of(buckets, std::nullopt, false);
    EXPECT_EQ(unknown.buckets[3], (AgreementBucket{0, 0, 1}));
}

TEST_F(Agreements, OfStatesBehindTheFaultIsComparedWithinABound) {
    const ChainLane chains =
        read_chain_lane(*a_, *b_, TickBuckets({0, k_ticks}, k_ticks), std::nullopt);
    const auto compared = compare_stored_states(*a_, *b_, chains, 1 << 20);
    ASSERT_FALSE(compared.empty());
    for (const StateAgreement& state : compared) {
        EXPECT_EQ(state.agreement, state.ticks_done > 57 ? Agreement::differ : Agreement::equal)
            << state.ticks_done;
    }
    const auto bounded = compare_stored_states(*a_, *b_, chains, 0);
    ASSERT_EQ(bounded.size(), compared.size());
    EXPECT_EQ(bounded.back().agreement, Agreement::unknown);
    EXPECT_EQ(bounded.front().agreement, Agreement::equal);
}

TEST_F(Agreements, OfSessionsThatBeganOtherwiseNoStateIsTakenToBeEqual) {
    test::Recording recording;
    recording.seed = 2;
    const auto one = test::open_replay(test::record<test::Counter>({}));
    const auto other = test::open_replay(test::record<test::Counter>(recording));
    const ChainLane chains =
        read_chain_lane(one, other, TickBuckets({0, k_ticks}, k_ticks), std::nullopt);
    EXPECT_EQ(chains.starts_equal, false);
    const auto compared = compare_stored_states(one, other, chains, 1 << 20);
    ASSERT_FALSE(compared.empty());
    EXPECT_EQ(compared.front().ticks_done, 0U);
    EXPECT_EQ(compared.front().agreement, Agreement::differ);
}

TEST(HealedFrom, IsTheFirstStateBehindTheFaultFromWhichOnAllAreEqual) {
    constexpr auto k_equal = Agreement::equal;
    constexpr auto k_differ = Agreement::differ;
    const std::vector<StateAgreement> states{
        {0, k_equal}, {20, k_equal}, {40, k_differ}, {60, k_equal}, {80, k_equal}};
    EXPECT_EQ(healed_from(states, 30), 60U);
    EXPECT_EQ(healed_from(states, 90), std::nullopt);
    EXPECT_EQ(healed_from({{20, k_differ}}, 10), std::nullopt);
    EXPECT_EQ(healed_from({{20, k_equal}, {40, Agreement::unknown}}, 10), std::nullopt);
}

}  // namespace
}  // namespace tandem::tools::autopsy
