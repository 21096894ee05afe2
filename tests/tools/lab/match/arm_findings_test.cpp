// SPDX-License-Identifier: MIT
// Verdicts from reports that were made up, and from matches in virtual time.
#include <tandem/tools/lab/match/arm_findings.hpp>

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include <tandem/replay/files/output.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/sim/serialize/writer.hpp>
#include <tandem/tools/lab/match/fixed_game.hpp>
#include <tandem/tools/lab/match/variable_game.hpp>
#include <tests/tools/lab/match/rig.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;

PairResult played(ArmId arm, std::uint32_t seconds, Costs costs = {}) {
    Pair pair = play_pair(arm, seconds, costs);
    EXPECT_EQ(pair.failure, "");
    return {std::move(pair.host), std::move(pair.guest), "", ""};
}

ArmFindings judged(ArmId arm, const std::vector<PairResult>& results, std::uint32_t seconds = 3) {
    auto findings = findings_of(arm_of(arm), results, {seconds, 3});
    EXPECT_TRUE(findings) << (findings ? "" : findings.error().text());
    return findings ? *findings : ArmFindings{};
}

TEST(MatchArmFindings, EveryArmComesOutAsSection3Expects) {
    for (const Arm& arm : arms()) {
        SCOPED_TRACE(arm.name);
        const ArmFindings findings = judged(arm.id, {played(arm.id, 3), played(arm.id, 3)});
        EXPECT_TRUE(findings.is_as_expected);
        const std::uint64_t due = 2 * 3 * (arm.is_variable ? 1 : k_ticks_per_second);
        EXPECT_EQ(findings.due, due);
        if (arm.fault == ArmFault::none) {
            EXPECT_EQ(findings.compared, due);
        } else {
            EXPECT_GE(findings.compared, 2 * (arm.fault_tick + 1));
            EXPECT_LT(findings.compared, due);
        }
        EXPECT_EQ(findings.agrees, arm.expects_agreement);
        EXPECT_EQ(findings.verdict,
                  arm.expects_agreement ? MatchVerdict::identical : MatchVerdict::diverged);
        EXPECT_GE(findings.ratio, 9);
        EXPECT_EQ(findings.pairs, 2U);
        if (arm.fault != ArmFault::none) {
            EXPECT_EQ(findings.first_difference, arm.fault_tick);
            EXPECT_EQ(findings.found_exactly, 2U);
        } else if (arm.expects_agreement) {
            EXPECT_EQ(findings.outcomes, 1U);
            EXPECT_FALSE(findings.first_difference);
        } else {
            // Virtual time is the same every time.
            EXPECT_EQ(findings.outcomes, 2U);
            EXPECT_EQ(findings.outcomes_fast, 1U);
            EXPECT_EQ(findings.first_difference, 1'000U);
        }
    }
}

// Whatever they made of it, machines that are alike prove nothing.
TEST(MatchArmFindings, MachinesOfOneSpeedAreInconclusive) {
    for (const ArmId arm : {ArmId::v_same, ArmId::v_naive, ArmId::f_int, ArmId::f_broken_dropped}) {
        for (const std::uint32_t guest_ms : {10U, 45U}) {
            const ArmFindings findings =
                judged(arm, {played(arm, 3, {.host_ms = 10, .guest_ms = guest_ms})});
            EXPECT_EQ(findings.verdict, MatchVerdict::inconclusive);
            EXPECT_FALSE(findings.is_as_expected);
        }
    }
}

TEST(MatchArmFindings, OnePairTooMuchAlikeIsEnough) {
    const ArmFindings findings =
        judged(ArmId::v_same,
               {played(ArmId::v_same, 3), played(ArmId::v_same, 3, {.host_ms = 10, .guest_ms = 20}),
                played(ArmId::v_same, 3)});
    EXPECT_EQ(findings.verdict, MatchVerdict::inconclusive);
    EXPECT_NEAR(findings.ratio, 2, 0.1);
}

TEST(MatchArmFindings, AFaultFoundAtAnotherTickIsNotAsExpected) {
    PairResult result = played(ArmId::f_broken_flipped, 2);
    result.slow.desync_tick = *result.slow.desync_tick + 1;
    EXPECT_FALSE(judged(ArmId::f_broken_flipped, {result}).is_as_expected);
    PairResult unseen = played(ArmId::f_broken_flipped, 2);
    unseen.fast.desync_tick.reset();
    const ArmFindings findings =
        judged(ArmId::f_broken_flipped, {played(ArmId::f_broken_flipped, 2), unseen});
    EXPECT_EQ(findings.found_exactly, 1U);
    EXPECT_FALSE(findings.is_as_expected);
}

TEST(MatchArmFindings, AReplayThatIsNotExactIsNotAsExpected) {
    PairResult result = played(ArmId::v_naive, 2);
    EXPECT_TRUE(judged(ArmId::v_naive, {result}, 2).is_as_expected);
    result.slow.replays_differing = 1;
    EXPECT_FALSE(judged(ArmId::v_naive, {result}, 2).is_as_expected);
}

TEST(MatchArmFindings, OneBitInOnePairIsADifference) {
    std::vector<PairResult> results{played(ArmId::f_int, 2), played(ArmId::f_int, 2)};
    results[1].slow.hashes[17] ^= 1;
    EXPECT_TRUE(judged(ArmId::f_int, {results[0]}, 2).is_as_expected);
    const ArmFindings findings = judged(ArmId::f_int, results, 2);
    EXPECT_FALSE(findings.agrees);
    EXPECT_EQ(findings.first_difference, 17U);
    EXPECT_EQ(findings.verdict, MatchVerdict::diverged);
    EXPECT_FALSE(findings.is_as_expected);
}

TEST(MatchArmFindings, AShorterHistoryIsADifference) {
    std::vector<PairResult> results{played(ArmId::v_same, 3)};
    results[0].fast.hashes.pop_back();
    EXPECT_EQ(judged(ArmId::v_same, results).first_difference, 3'000U);
}

// Agreement in a part of what was to be played is no agreement.
TEST(MatchArmFindings, HistoriesCutShortAlikeAreInconclusive) {
    for (const ArmId arm : {ArmId::v_same, ArmId::f_int}) {
        PairResult result = played(arm, 2);
        const std::uint64_t due = result.fast.hashes.size();
        EXPECT_EQ(judged(arm, {result}, 2).verdict, MatchVerdict::identical);
        result.fast.hashes.pop_back();
        result.slow.hashes.pop_back();
        const ArmFindings findings = judged(arm, {result}, 2);
        EXPECT_TRUE(findings.agrees);
        EXPECT_EQ(findings.compared, due - 1);
        EXPECT_EQ(findings.verdict, MatchVerdict::inconclusive);
        EXPECT_FALSE(findings.is_as_expected);
    }
    PairResult apart = played(ArmId::v_naive, 2);
    apart.fast.hashes.pop_back();
    apart.slow.hashes.pop_back();
    EXPECT_EQ(judged(ArmId::v_naive, {apart}, 2).verdict, MatchVerdict::diverged);
    EXPECT_FALSE(judged(ArmId::v_naive, {apart}, 2).is_as_expected);
}

TEST(MatchArmFindings, ComparingNothingIsAnError) {
    EXPECT_FALSE(findings_of(arm_of(ArmId::f_int), {}, {2, 3}));
    PairResult result = played(ArmId::f_int, 2);
    result.fast.hashes.clear();
    result.slow.hashes.clear();
    const auto judged_nothing = findings_of(arm_of(ArmId::f_int), {result}, {2, 3});
    ASSERT_FALSE(judged_nothing);
    EXPECT_EQ(judged_nothing.error().code, sim::ErrorCode::bad_data);
}

// At the end both may have the same sum by chance.
TEST(MatchArmFindings, TheBulletsAreComparedAtEveryCheckpoint) {
    PairResult result = played(ArmId::v_script, 3);
    EXPECT_GT(judged(ArmId::v_script, {result}).bullet_apart, 0);
    result.slow.snapshots.back().state = result.fast.snapshots.back().state;
    const ArmFindings findings = judged(ArmId::v_script, {result});
    EXPECT_GT(findings.bullet_apart, 0);
    ASSERT_TRUE(findings.bullet_float_apart.has_value());
    EXPECT_GT(*findings.bullet_float_apart, 0);
    EXPECT_FALSE(judged(ArmId::f_int, {played(ArmId::f_int, 2)}).bullet_float_apart.has_value());
}

TEST(MatchArmFindings, AMachineWithoutAStateIsAnError) {
    PairResult result = played(ArmId::f_int, 2);
    result.slow.snapshots.clear();
    EXPECT_FALSE(findings_of(arm_of(ArmId::f_int), {result}, {2, 3}));
    PairResult foreign = played(ArmId::f_int, 2);
    foreign.slow.snapshots.back().state.pop_back();
    EXPECT_FALSE(findings_of(arm_of(ArmId::f_int), {foreign}, {2, 3}));
}

using namespace tools::lab::match;

TEST(MatchOutcome, ReadsAWorldInEveryArithmetic) {
    VariableGame game;
    game.world.bullet.value = 1.5;
    game.world.bullet_float.value = 1.25F;
    game.world.bullet_nano = 1'750'000'000;
    game.world.apex.value = 2.21;
    game.world.apex_nano = 2'000'000'000;
    game.world.spring_max.value = 7;
    game.world.tap_frames = 3;
    game.world.held = {sim::Unportable<double>{25}, sim::Unportable<double>{20}};
    const auto outcome = outcome_of(arm_of(ArmId::v_naive), sim::canonical_bytes(game));
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->bullet, 1.5);
    EXPECT_EQ(outcome->bullet_float, 1.25);
    EXPECT_EQ(outcome->bullet_integer, 1.75);
    EXPECT_EQ(outcome->apex_integer, 2.0);
    EXPECT_EQ(outcome->spring_max, 7);
    EXPECT_EQ(outcome->held[1], 20);
    EXPECT_TRUE(outcome->is_wall_cleared());
    EXPECT_TRUE(outcome->is_tap_seen());
}

TEST(MatchOutcome, ReadsTheIntegersInUnits) {
    FixedGame game;
    game.car.distance = 1'500;
    game.jump.apex = 2'199'999;
    const auto outcome = outcome_of(arm_of(ArmId::f_int), sim::canonical_bytes(game));
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->bullet, 1.5);
    EXPECT_FALSE(outcome->bullet_float);
    EXPECT_FALSE(outcome->is_wall_cleared());
    EXPECT_FALSE(outcome->is_tap_seen());
}

TEST(MatchOutcome, AStateOfAnotherArmIsAnError) {
    const sim::Bytes state = sim::canonical_bytes(FixedGame());
    EXPECT_FALSE(outcome_of(arm_of(ArmId::v_same), state));
    EXPECT_FALSE(outcome_of(arm_of(ArmId::f_float), state));
    EXPECT_FALSE(outcome_of(arm_of(ArmId::f_int), {}));
}

using namespace tools::lab::match;

class MatchRecordings : public testing::Test {
protected:
    MatchRecordings()
        : folder_(testing::TempDir() + "tandem-recordings-" +
                  testing::UnitTest::GetInstance()->current_test_info()->name()) {
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    ~MatchRecordings() override { std::filesystem::remove_all(folder_); }

    std::string file(bool is_fast) const { return folder_ + (is_fast ? "/fast" : "/slow"); }

    PairResult record(ArmId arm) const {
        auto fast_output =
            replay::FileOutput::create(file(true), {.force = true, .sync = replay::FileSync::none});
        auto slow_output = replay::FileOutput::create(
            file(false), {.force = true, .sync = replay::FileSync::none});
        EXPECT_TRUE(fast_output && slow_output);
        replay::Recorder fast(**fast_output);
        replay::Recorder slow(**slow_output);
        Pair pair = play_pair(arm, 3, {}, &fast, &slow);
        EXPECT_EQ(pair.failure, "");
        EXPECT_TRUE((*fast_output)->close());
        EXPECT_TRUE((*slow_output)->close());
        return {std::move(pair.host), std::move(pair.guest), file(true), file(false)};
    }

    std::string folder_;
};

TEST_F(MatchRecordings, DiffNamesTheInstantAtWhichTheMachinesParted) {
    for (const Arm& arm : arms()) {
        SCOPED_TRACE(arm.name);
        const PairResult pair = record(arm.id);
        const auto findings = examine_recordings(arm, pair.fast_file, pair.slow_file);
        ASSERT_TRUE(findings) << findings.error().text();
        EXPECT_EQ(findings->states_differ_at, first_difference_of(arm, pair));
        const char* const verdict = arm.expects_agreement           ? "identical"
                                    : arm.fault == ArmFault::random ? "state"
                                                                    : "inputs";
        EXPECT_EQ(findings->diff, verdict);
        EXPECT_EQ(findings->is_exact_fast, arm.fault != ArmFault::random);
        EXPECT_EQ(findings->is_exact_slow, arm.fault != ArmFault::random);
    }
}

TEST_F(MatchRecordings, AFileThatIsNoneIsAnError) {
    const PairResult pair = record(ArmId::v_same);
    EXPECT_FALSE(examine_recordings(arm_of(ArmId::v_same), pair.fast_file, folder_ + "/none"));
    std::ofstream(folder_ + "/foreign") << "text";
    EXPECT_FALSE(examine_recordings(arm_of(ArmId::v_same), folder_ + "/foreign", pair.slow_file));
}

}  // namespace

}  // namespace tandem::test
