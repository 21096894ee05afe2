// SPDX-License-Identifier: MIT
// The states that are shown are those that both sides had, by each way to them.
#include <tandem/tools/autopsy/side_states.hpp>

#include <gtest/gtest.h>

#include <tandem/replay/explain/explain.hpp>
#include <tests/tools/autopsy/two_sides.hpp>

namespace tandem::tools::autopsy {
namespace {

class SideStatesOf : public testing::Test {
protected:
    static constexpr std::uint64_t k_bad = 57;
    SideStatesOf() : spare_(sim::erase<test::Listener>()) {
        test::ListenerInputs inputs(100);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            inputs[i].first.tail = static_cast<std::uint32_t>(i);
        }
        honest_ = test::record_inputs(inputs);
        faulty_ = test::record_inputs(inputs, sim::Plant{sim::Tick{k_bad}, "total", 3, false});
        // A mark names the field, of which the lowest bit is flipped.
        marked_ = test::record_inputs(inputs, sim::Plant{sim::Tick{k_bad}, "total", 0, true});
        inputs[k_bad].second.tail = 77;
        other_inputs_ = test::record_inputs(inputs);
    }
    std::optional<SideStates> found(const test::Recorded& a, const test::Recorded& b,
                                    AutopsyVerdict verdict) {
        const auto first = test::open_replay(a);
        const auto second = test::open_replay(b);
        return find_side_states({first, &second, {"a", "b"}, std::move(verdict)}, spare_, why_);
    }
    static AutopsyVerdict bad() {
        AutopsyVerdict verdict;
        verdict.is_bad = true;
        verdict.tick = k_bad;
        return verdict;
    }

    sim::AnySimulation spare_;
    test::Recorded honest_;
    test::Recorded faulty_;
    test::Recorded marked_;
    test::Recorded other_inputs_;
    std::string why_;
};

TEST_F(SideStatesOf, AMarkedFaultComeFromSimulatingBoth) {
    const auto states = found(honest_, marked_, bad());
    ASSERT_TRUE(states);
    EXPECT_TRUE(states->is_bad_tick);
    EXPECT_EQ(states->states[0], honest_.states[k_bad + 1]);
    EXPECT_EQ(states->states[1], marked_.states[k_bad + 1]);
}

TEST_F(SideStatesOf, OtherInputsComeFromSimulatingBoth) {
    const auto states = found(honest_, other_inputs_, bad());
    ASSERT_TRUE(states);
    EXPECT_EQ(states->states[1], other_inputs_.states[k_bad + 1]);
}

TEST_F(SideStatesOf, AFlippedBitComeFromTheBitThatTheVerdictNames) {
    const auto first = test::open_replay(honest_);
    const auto second = test::open_replay(faulty_);
    const auto explanation = replay::explain(first, second, spare_, {});
    ASSERT_TRUE(explanation);
    const auto states = found(honest_, faulty_, verdict_of(*explanation, {"a", "b"}, TickRate{50}));
    ASSERT_TRUE(states);
    EXPECT_TRUE(states->is_bad_tick);
    EXPECT_EQ(states->states[0], honest_.states[k_bad + 1]);
    EXPECT_EQ(states->states[1], faulty_.states[k_bad + 1]);
}

TEST_F(SideStatesOf, WhatIsNotExplainedComeFromTheFirstKeyframeBehindIt) {
    const auto states = found(honest_, faulty_, bad());
    ASSERT_TRUE(states);
    EXPECT_FALSE(states->is_bad_tick);
    EXPECT_GT(states->ticks_done, k_bad);
    EXPECT_EQ(states->states[0], honest_.states[states->ticks_done]);
    EXPECT_EQ(states->states[1], faulty_.states[states->ticks_done]);
}

TEST_F(SideStatesOf, OneRecordingAreItsOwnAndTheSimulations) {
    const auto first = test::open_replay(faulty_);
    const auto states = find_side_states({first, nullptr, {"a", ""}, bad()}, spare_, why_);
    ASSERT_TRUE(states);
    EXPECT_EQ(states->states[0], faulty_.states[states->ticks_done]);
    EXPECT_EQ(states->states[1], honest_.states[states->ticks_done]);
}

TEST_F(SideStatesOf, EqualRecordingsAreNoneAndWhereNoneAreHadThatIsSaid) {
    EXPECT_FALSE(found(honest_, honest_, AutopsyVerdict{}));
    EXPECT_EQ(why_, "");
    EXPECT_FALSE(found(honest_, honest_, bad()));
    EXPECT_NE(why_.find("not drawn"), std::string::npos);
}

}  // namespace
}  // namespace tandem::tools::autopsy
