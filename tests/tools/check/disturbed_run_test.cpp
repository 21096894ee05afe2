// SPDX-License-Identifier: MIT
// A run tells how far it came, and ends early where it is to be compared.
#include <tandem/tools/check/disturbed_run.hpp>

#include <tests/misbehaving/state_mistakes.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

TEST(DisturbedRuns, SayWhatAGameCouldNotDo) {
    const RegisteredGame game = registered<test::Counter>();
    PlayedSession session(game, k_plenty);
    Script script(session.history().setup());
    script.add({}, {});
    const RunOutcome outcome = play_disturbed(game, script, {});
    EXPECT_EQ(outcome.hashes.size(), 1U);
    EXPECT_NE(outcome.failure, "");
}

TEST(DisturbedRuns, EndAtTheFirstStateThatIsNotTheSessionsAndTellItIfTheyCompare) {
    Begun begun(registered<misbehaving::MissingField>(), 120);
    const SessionHistory& history = begun.history();
    const RunOutcome outcome = begun.play({{*parse_disturbance("restore")}, 1, {}, true});
    ASSERT_GT(outcome.hashes.size(), 1U);
    ASSERT_LT(outcome.hashes.size(), 121U);
    const std::uint64_t moment = outcome.hashes.size() - 1;
    EXPECT_EQ(outcome.hashes[moment - 1], history.hash(moment - 1));
    EXPECT_NE(outcome.hashes[moment], history.hash(moment));
    const auto fields =
        differing_fields(history.game().info->state_schema, *history.state(moment), outcome.state);
    ASSERT_FALSE(fields.empty());
    EXPECT_EQ(fields[0].path, "total");
    EXPECT_EQ(begun.play({{}, 1, {}, true}).hashes.size(), 121U) << "all are the session's";
}

}  // namespace
}  // namespace tandem::tools::check
