// SPDX-License-Identifier: MIT
// Programs started anew prove that something of a process decides where two of them come to
// different states, and nothing else.
#include <gtest/gtest.h>

#include <tandem/replay/explain/started_anew.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::CauseClass;
using replay::Explanation;
using replay::OwnProgram;

using StartedProgram = sim::Result<std::unique_ptr<replay::GameProgram>>;

template <class Game>
StartedProgram started_anew() {
    return std::unique_ptr<replay::GameProgram>(std::make_unique<OwnProgram>(sim::erase<Game>()));
}

// PhasedFork<1> does otherwise in this tick.
constexpr std::uint64_t k_forked_tick = 207;

class StartedAnew : public testing::Test {
protected:
    Explanation asked(const replay::ProgramStarter& start,
                      const replay::Progress& progress = nullptr) const {
        replay::SuspectFacts facts{{sim::Tick{k_forked_tick}, false, ""}};
        facts.start_anew = start;
        Explanation explanation;
        explanation.cause = CauseClass::unknown;
        replay::ask_programs_anew(*file_, sim::erase<PhasedFork<0>>(), facts, explanation,
                                  progress);
        EXPECT_EQ(explanation.steps.size(), 1U);
        return explanation;
    }

    const Recorded recorded_ =
        record<PhasedFork<1>>({.ticks = 300, .options = {.block_ticks = 10, .keyframe_ticks = 60}});
    const std::optional<replay::Replay> file_ = open_replay(recorded_);
};

TEST_F(StartedAnew, OneThatComesToAnotherStateProvesThatItsProcessDecides) {
    int programs = 0;
    const Explanation found = asked([&] {
        return ++programs == 2 ? started_anew<PhasedFork<1>>() : started_anew<PhasedFork<0>>();
    });
    EXPECT_EQ(programs, 2);
    EXPECT_EQ(found.cause, CauseClass::local);
    EXPECT_EQ(found.values, replay::ValuePair::two_runs);
    EXPECT_EQ(found.fields_ticks_done, k_forked_tick + 1);
    ASSERT_FALSE(found.fields.empty());
    EXPECT_EQ(found.fields[0].path, "total");
    EXPECT_EQ(found.phase, "growing");
    EXPECT_TRUE(found.steps[0].answer.starts_with("no: ")) << found.steps[0].answer;
    EXPECT_NE(found.proof.find("after 208 ticks than here"), std::string::npos) << found.proof;
}

TEST_F(StartedAnew, ThoseThatDoTheSameProveNothing) {
    const Explanation found = asked([] { return started_anew<PhasedFork<0>>(); });
    EXPECT_EQ(found.cause, CauseClass::unknown);
    EXPECT_TRUE(found.fields.empty());
    EXPECT_TRUE(found.steps[0].answer.starts_with("yes: 2 programs")) << found.steps[0].answer;
}

TEST_F(StartedAnew, OneThatCannotBeAskedIsAStepAndNoError) {
    const Explanation none = asked([]() -> StartedProgram {
        return sim::Error{sim::ErrorCode::io, "", "it cannot be started"};
    });
    EXPECT_EQ(none.cause, CauseClass::unknown);
    EXPECT_EQ(none.steps[0].answer, "unknown: it cannot be started");
    const Explanation stranger = asked([] { return started_anew<WideInput>(); });
    EXPECT_EQ(stranger.cause, CauseClass::unknown);
    EXPECT_TRUE(stranger.steps[0].answer.starts_with("unknown: ")) << stranger.steps[0].answer;
    const Explanation stopped =
        asked([] { return started_anew<PhasedFork<1>>(); }, [](std::uint64_t) { return false; });
    EXPECT_EQ(stopped.cause, CauseClass::unknown);
    EXPECT_EQ(stopped.steps[0].answer, "unknown: it was stopped");
}

}  // namespace

namespace {

TEST(OtherSetup, FindsTheSeedThatGivesTheFirstState) {
    const Recorded recorded = record<OtherStart<6>>({.seed = 100});  // begins as if with seed 106
    const auto replay = open_replay(recorded);
    const auto found = replay::find_other_setup(*replay, sim::erase<OtherStart<0>>());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->setup.seed, 106U);
    EXPECT_EQ(found->text, "seed 106 in place of 100");
}

TEST(OtherSetup, FindsNothingWhereNoSeedGivesIt) {
    const Recorded recorded = record<OtherStart<1'000'000>>({.seed = 100});
    const auto replay = open_replay(recorded);
    EXPECT_FALSE(replay::find_other_setup(*replay, sim::erase<OtherStart<0>>()));
}

}  // namespace
}  // namespace tandem::test
