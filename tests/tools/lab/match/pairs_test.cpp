// SPDX-License-Identifier: MIT
// Real processes on a real network, and every way in which they can fail.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include <tandem/tools/lab/match/pairs.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class MatchPairs : public testing::Test {
protected:
    MatchPairs()
        : folder_(testing::TempDir() + "tandem-pairs-" +
                  testing::UnitTest::GetInstance()->current_test_info()->name()) {
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    ~MatchPairs() override { std::filesystem::remove_all(folder_); }

    PairsPlan plan(ArmId arm) const {
        PairsPlan plan;
        plan.arm = &arm_of(arm);
        plan.seconds = 2;
        plan.repeats = 1;
        plan.fast_cost_ns = 20'000'000;
        plan.slow_cost_ns = 200'000'000;
        plan.folder = folder_;
        return plan;
    }
    sim::Error failure_of(const PairsPlan& plan, const PairsHooks& hooks = {}) const {
        const auto results = play_pairs(plan, hooks);
        EXPECT_FALSE(results);
        return results ? sim::Error{} : results.error();
    }

    std::string folder_;
};

TEST_F(MatchPairs, SeveralPairsPlayAtOnceAndAgree) {
    PairsPlan two = plan(ArmId::v_same);
    two.repeats = 2;
    std::size_t looks = 0;
    std::size_t moments = 0;
    PairsHooks hooks;
    hooks.watch = [&](const std::vector<PairView>& views) {
        EXPECT_EQ(views.size(), 2U);
        ++looks;
        if (views[0].both) {
            EXPECT_EQ(views[0].both->fast, views[0].both->slow);
            ++moments;
        }
    };
    const auto results = play_pairs(two, hooks);
    ASSERT_TRUE(results) << results.error().text();
    ASSERT_EQ(results->size(), 2U);
    for (const PairResult& result : *results) {
        EXPECT_EQ(result.fast.snapshots, result.slow.snapshots);
        EXPECT_EQ(result.fast.hashes.size(), 2U);
        EXPECT_TRUE(std::filesystem::exists(result.fast_file));
        EXPECT_TRUE(std::filesystem::exists(result.slow_file));
    }
    EXPECT_EQ((*results)[0].fast.hashes, (*results)[1].fast.hashes);
    EXPECT_GT(looks, 0U);
    EXPECT_GT(moments, 0U);
}

TEST_F(MatchPairs, AMachineThatDiesIsNamed) {
    PairsPlan dying = plan(ArmId::f_int);
    dying.program = {"/bin/sh", "-c", "kill -9 $$"};
    const sim::Error error = failure_of(dying);
    EXPECT_EQ(error.code, sim::ErrorCode::network);
    // Both die, and either may be seen first.
    EXPECT_TRUE(
        error.text().starts_with("F-int, the fast machine: its process ended by signal 9") ||
        error.text().starts_with("F-int, the slow machine: its process ended by signal 9"))
        << error.text();
}

TEST_F(MatchPairs, AProgramThatIsNotThereIsNamed) {
    PairsPlan missing = plan(ArmId::f_int);
    missing.program = {folder_ + "/none"};
    EXPECT_NE(failure_of(missing).text().find("exit code 127"), std::string::npos);
}

TEST_F(MatchPairs, AMachineThatHangsIsKilled) {
    PairsPlan hanging = plan(ArmId::f_int);
    hanging.program = {"/bin/sh", "-c", "sleep 1000"};
    PairsHooks hooks;
    hooks.patience = std::chrono::milliseconds(200);
    const sim::Error error = failure_of(hanging, hooks);
    EXPECT_EQ(error.code, sim::ErrorCode::internal);
    EXPECT_NE(error.text().find("said nothing"), std::string::npos) << error.text();
}

// What it says is framed as u32 length and bytes, to the socket that companions have.
TEST_F(MatchPairs, AMachineThatStopsInTheMiddleOfAReportIsKilled) {
    PairsPlan stopping = plan(ArmId::f_int);
    stopping.program = {"/bin/sh", "-c", R"(printf '\144\0\0\0\003' >&3; sleep 1000)"};
    PairsHooks hooks;
    hooks.patience = std::chrono::milliseconds(300);
    const sim::Error error = failure_of(stopping, hooks);
    EXPECT_EQ(error.code, sim::ErrorCode::internal);
    EXPECT_NE(error.text().find("in the middle of a message"), std::string::npos) << error.text();
}

// Progress for ever: 29 bytes that say one, and zeros.
TEST_F(MatchPairs, AMachineThatNeverEndsIsEnded) {
    PairsPlan endless = plan(ArmId::f_int);
    const sim::Bytes progress = encode(Answer(Progressing{}));
    ASSERT_EQ(progress.size(), 29U);
    endless.program = {"/bin/sh", "-c",
                       R"(while printf '\035\0\0\0\001%b' )"
                       R"("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0" )"
                       R"(>&3; do sleep 0.01; done)"};
    PairsHooks hooks;
    hooks.time_max = std::chrono::milliseconds(700);
    const sim::Error error = failure_of(endless, hooks);
    EXPECT_EQ(error.code, sim::ErrorCode::internal);
    EXPECT_NE(error.text().find("F-int: it was not over after"), std::string::npos) << error.text();
}

TEST_F(MatchPairs, AMachineThatTalksNonsenseIsNamed) {
    PairsPlan babbling = plan(ArmId::f_int);
    babbling.program = {"/bin/sh", "-c", R"(printf '\001\0\0\0\011' >&3; sleep 1000)"};
    const sim::Error error = failure_of(babbling);
    EXPECT_EQ(error.code, sim::ErrorCode::internal);
    EXPECT_NE(error.text().find(" machine: what arrived between the processes"), std::string::npos)
        << error.text();
}

TEST_F(MatchPairs, AnInterruptEndsThemAll) {
    PairsHooks hooks;
    int looks = 0;
    hooks.is_interrupted = [&] { return ++looks > 10; };
    EXPECT_EQ(failure_of(plan(ArmId::v_naive), hooks).message, "interrupted");
}

// It is noticed where a report is waited for as well, and is not the machine's fault there. Who has
// said half of it says so by a file, and whoever looks three times after that waits for the rest.
TEST_F(MatchPairs, AnInterruptInTheMiddleOfAReportIsAnInterrupt) {
    PairsPlan stopping = plan(ArmId::f_int);
    const std::string sign = folder_ + "/said";
    stopping.program = {"/bin/sh", "-c",
                        R"(printf '\144\0\0\0\003' >&3; : > ')" + sign + "'; sleep 1000"};
    PairsHooks hooks;
    int looks = 0;
    hooks.is_interrupted = [&] { return std::filesystem::exists(sign) && ++looks > 2; };
    const sim::Error error = failure_of(stopping, hooks);
    EXPECT_EQ(error.message, "interrupted");
    EXPECT_TRUE(error.place.ends_with(" machine")) << error.place;
}

TEST_F(MatchPairs, AFileInTheWayIsNamedAndStays) {
    PairsPlan taken = plan(ArmId::v_naive);
    const std::string path = recording_path(folder_, *taken.arm, 1, false);
    std::ofstream(path) << "mine";
    const sim::Error error = failure_of(taken);
    EXPECT_EQ(error.code, sim::ErrorCode::io);
    EXPECT_NE(error.text().find("V-naive, the slow machine"), std::string::npos) << error.text();
    EXPECT_EQ(bytes_of(path), "mine");
}

// Neither's end hides what the other had to say.
TEST_F(MatchPairs, WhereBothFailTheReasonIsTold) {
    PairsPlan taken = plan(ArmId::v_naive);
    for (const bool is_fast : {true, false}) {
        std::ofstream(recording_path(folder_, *taken.arm, 1, is_fast)) << "mine";
    }
    const sim::Error error = failure_of(taken);
    EXPECT_EQ(error.code, sim::ErrorCode::io) << error.text();
}

}  // namespace
}  // namespace tandem::test
