// SPDX-License-Identifier: MIT
// The recordings of a pair tell the same as its machines.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include <tandem/replay/files/output.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/tools/lab/match/arm_findings.hpp>
#include <tandem/tools/lab/match/recordings.hpp>
#include <tests/tools/lab/match/rig.hpp>

namespace tandem::test {
namespace {

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
