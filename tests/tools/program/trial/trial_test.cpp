// SPDX-License-Identifier: MIT
// Whatever the other process does, the verb says it and ends.
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <vector>

#include <unistd.h>

#include <gtest/gtest.h>

#include <tandem/tools/program/trial/trial.hpp>
#include <tandem/tools/program/trial/trial_process.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using tools::Context;

class Trial : public testing::Test {
protected:
    int run(const tools::TrialWork& work, const tools::TrialLimits& limits = {}) {
        tools::Console console(out_, err_, "tandem");
        const tools::Registry registry({});
        const std::vector<tools::Verb> verbs;
        Context context{registry, verbs, console};
        return tools::run_in_trial(context, "trying", work, limits);
    }
    std::string out() const { return out_.str(); }
    std::string err() const { return err_.str(); }

private:
    std::ostringstream out_;
    std::ostringstream err_;
};

TEST_F(Trial, PassesOnWhatWasPrintedAndTheExitCode) {
    const int code = run([](Context& there, const replay::Progress& progress) {
        there.console.print("a line");
        there.console.print_note("a note");
        return progress(7) ? 3 : 4;
    });
    EXPECT_EQ(code, 3);
    EXPECT_EQ(out(), "a line\n");
    EXPECT_EQ(err(), "a note\n");
}

TEST_F(Trial, OneThatDiesIsToldWithItsSignalAndHowFarItWas) {
    const int code = run([](Context&, const replay::Progress& progress) {
        progress(4182);
        std::raise(SIGKILL);
        return 0;
    });
    EXPECT_EQ(code, static_cast<int>(tools::ExitCode::internal));
    EXPECT_TRUE(says(err(), "trying: the process that simulated ended by signal 9"));
    EXPECT_TRUE(says(err(), "after 4182 ticks at the last look"));
}

TEST_F(Trial, OneThatHangsIsEndedAndTold) {
    const int code = run(
        [](Context&, const replay::Progress&) {
            pause();
            return 0;
        },
        {.patience = std::chrono::seconds(1)});
    EXPECT_EQ(code, static_cast<int>(tools::ExitCode::internal));
    EXPECT_TRUE(says(err(), "no step has come to an end for 1 s"));
}

// Bytes that a game wrote where the answer stood.
std::string said_by_damaged(const sim::Bytes& message) {
    const auto result = tools::decode_result(message);
    return result ? "a value" : result.error().text();
}

TEST_F(Trial, AResultComesBackAsItWasOrIsToldToBeDamaged) {
    const sim::Bytes value(5, std::byte{7});
    const auto same = tools::decode_result(tools::encode_result(value));
    EXPECT_TRUE(same && *same == value);
    const sim::Error error{sim::ErrorCode::internal, "here", "what it is"};
    const auto told = tools::decode_result(tools::encode_result(error));
    ASSERT_FALSE(told);
    EXPECT_EQ(told.error().code, error.code);
    EXPECT_EQ(told.error().text(), error.text());
    const std::string damaged = tools::damaged_answer().text();
    for (const sim::Bytes& whole : {tools::encode_result(value), tools::encode_result(error)}) {
        for (std::size_t size = 0; size < whole.size(); ++size) {
            EXPECT_EQ(said_by_damaged({whole.begin(), whole.begin() + static_cast<long>(size)}),
                      damaged);
        }
        sim::Bytes longer = whole;
        longer.push_back(std::byte{0});
        EXPECT_EQ(said_by_damaged(longer), damaged);
    }
    sim::Bytes unknown = tools::encode_result(error);
    unknown[1] = std::byte{9};  // no such code
    EXPECT_EQ(said_by_damaged(unknown), damaged);
}

// A sanitizer reserves far more than it uses, so that nothing is held there.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TANDEM_TEST_MEMORY_IS_HELD 0
#else
#define TANDEM_TEST_MEMORY_IS_HELD 1
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TANDEM_TEST_MEMORY_IS_HELD 0
#else
#define TANDEM_TEST_MEMORY_IS_HELD 1
#endif
#if TANDEM_TEST_MEMORY_IS_HELD
TEST_F(Trial, OneThatWantsTooMuchMemoryIsRefusedIt) {
    const int code = run(
        [](Context&, const replay::Progress&) {
            std::vector<std::vector<char>> all;
            for (;;) {
                all.emplace_back(std::size_t{64} << 20, 'x');
            }
            return 0;
        },
        {.memory_bytes = std::uint64_t{512} << 20});
    EXPECT_NE(code, 0);
    EXPECT_TRUE(says(err(), "memory"));
}
#endif

}  // namespace
}  // namespace tandem::test
