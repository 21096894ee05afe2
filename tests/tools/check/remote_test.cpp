// SPDX-License-Identifier: MIT
// What can go wrong with another program before it plays. That it plays is tested end to end, where
// there are programs.
#include <tandem/tools/check/remote.hpp>

#include <tests/support/counter.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

RemoteOutcome repeat(Probe probe, const std::vector<std::string>& program,
                     const RemoteHooks& hooks = {}) {
    const RegisteredGame game = registered<test::Counter>();
    sim::AnySimulation main = game.make();
    EXPECT_TRUE(main.reset(tandem::Setup()));
    std::list<History> sessions;
    sessions.emplace_back(game, main.setup(), k_plenty).start(main);
    return repeat_elsewhere(probe, program, sessions, hooks);
}

TEST(Remotes, SayWhatTheyLackWhereThereIsNoProgram) {
    EXPECT_NE(repeat(Probe::process, {}).not_run.find("cannot start itself"), std::string::npos);
    EXPECT_NE(repeat(Probe::build, {}).not_run.find("--against"), std::string::npos);
}

TEST(Remotes, SayHowAProgramEndedThatIsNoCompanion) {
    const RemoteOutcome outcome = repeat(Probe::build, {"/bin/false"});
    EXPECT_NE(outcome.not_run.find("(exit code 1)"), std::string::npos) << outcome.not_run;
    EXPECT_FALSE(outcome.finding);
    EXPECT_EQ(outcome.ticks_compared, 0U);
}

TEST(Remotes, FindNothingWhenTheyAreInterrupted) {
    const RemoteOutcome outcome =
        repeat(Probe::build, {"/bin/sh", "-c", "sleep 60"}, {[] { return true; }, {}});
    EXPECT_EQ(outcome.not_run, "interrupted");
    EXPECT_FALSE(outcome.finding);
}

}  // namespace
}  // namespace tandem::tools::check
