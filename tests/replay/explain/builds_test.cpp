// SPDX-License-Identifier: MIT
// A build is blamed where the other program gives the whole file, and never else.
#include <tandem/replay/explain/builds.hpp>

#include <gtest/gtest.h>

#include <tests/replay/recording.hpp>
#include <tests/support/broken_games.hpp>

namespace tandem::test {
namespace {

using replay::CauseClass;
using replay::Explanation;
using replay::OwnProgram;

class Builds : public testing::Test {
protected:
    Explanation concluded(replay::GameProgram& other, std::uint64_t bad_tick = 207) const {
        const replay::SuspectFacts facts{{sim::Tick{bad_tick}, false, ""}, 1, {}, &other};
        Explanation explanation;
        explanation.cause = CauseClass::unknown;
        const auto done =
            conclude_by_other_program(*file_, sim::erase<PhasedFork<0>>(), facts, explanation);
        EXPECT_TRUE(done) << (done ? "" : done.error().text());
        return explanation;
    }

    const Recorded recorded_ = record<PhasedFork<1>>({.ticks = 300});
    const std::optional<replay::Replay> file_ = open_replay(recorded_);
};

TEST_F(Builds, TheProgramThatGivesTheFileIsTheOther) {
    OwnProgram other(sim::erase<PhasedFork<1>>(), "the other");
    const Explanation found = concluded(other);
    EXPECT_EQ(found.cause, CauseClass::build) << found.steps.back().answer;
    EXPECT_EQ(found.phase, "growing");
    ASSERT_EQ(found.fields.size(), 2U);
    EXPECT_EQ(found.fields[0].path, "total");
    EXPECT_EQ(found.fields[1].path, "grown");
    EXPECT_NE(found.steps.back().answer.find("first in its phase growing: grown  "),
              std::string::npos)
        << found.steps.back().answer;
}

TEST_F(Builds, ProgramsThatDoNotGiveTheFileProveNothing) {
    OwnProgram same(sim::erase<PhasedFork<0>>());
    const Explanation alike = concluded(same);
    EXPECT_EQ(alike.cause, CauseClass::unknown);
    EXPECT_NE(alike.steps.back().answer.find("their rules are alike in it"), std::string::npos);
    OwnProgram third(sim::erase<PhasedFork<2>>());
    EXPECT_EQ(concluded(third).cause, CauseClass::unknown);
}

TEST_F(Builds, AnotherGameIsAStepAndNoError) {
    OwnProgram stranger(sim::erase<WideInput>());
    const Explanation found = concluded(stranger);
    EXPECT_EQ(found.cause, CauseClass::unknown);
    EXPECT_NE(found.steps.back().answer.find("unknown: "), std::string::npos)
        << found.steps.back().answer;
}

TEST_F(Builds, ReproducingIsGivingEveryChainToTheEnd) {
    OwnProgram other(sim::erase<PhasedFork<1>>());
    EXPECT_TRUE(reproduced_by(*file_, other)->is_all);
    OwnProgram same(sim::erase<PhasedFork<0>>());
    const auto parted = reproduced_by(*file_, same);
    EXPECT_FALSE(parted->is_all);
    EXPECT_EQ(parted->text, "no: it parts from the recording after 208 ticks");
    const auto cut = reproduced_by(*file_, other, [](std::uint64_t ticks) { return ticks < 100; });
    EXPECT_FALSE(cut->is_all) << "what was interrupted is not all";
}

}  // namespace
}  // namespace tandem::test
