// SPDX-License-Identifier: MIT
// Chaos leaves a sound game alone, and what it finds can be repeated from its words.
#include <tandem/tools/check/chaos.hpp>

#include <tests/misbehaving/state_mistakes.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

template <class Game>
ChaosPlan chaos_of(std::uint64_t ticks = 150) {
    return {plan_of(registered<Game>(), {}, ticks)};
}

TEST(Chaos, LeavesASoundGameAlone) {
    ChaosPlan plan = chaos_of<test::Counter>();
    plan.rounds = 6;
    const ChaosReport report = cause_chaos(plan);
    EXPECT_FALSE(report.failure);
    EXPECT_FALSE(report.finding);
    EXPECT_EQ(report.ticks, 150U);
    std::uint64_t possible = 0;
    for (const DisturbanceReport& each : report.disturbances) {
        possible += each.not_run.empty() ? 1U : 0U;
        EXPECT_EQ(each.runs > 0, each.not_run.empty()) << info_of(each.kind).name;
        EXPECT_FALSE(each.has_differed);
    }
    EXPECT_GE(report.runs, possible + 5);
    EXPECT_EQ(report.ticks_compared, report.runs * 150);
}

TEST(Chaos, GoesOnWithTheNextSeedWhereAGameIsOverEarly) {
    ChaosPlan plan = chaos_of<test::Counter>(100);
    plan.rounds = 1;
    plan.setup.set_options(test::Counter::Options{40});
    const ChaosReport report = cause_chaos(plan);
    EXPECT_EQ(report.sessions, 3U);
    EXPECT_EQ(report.ticks, 100U);
}

// A field is only missed where a restore comes at the tick that counts.
TEST(Chaos, ShrinksToOneTickAndRepeatsItFromItsWords) {
    const ChaosReport report = cause_chaos(chaos_of<misbehaving::MissingField>());
    ASSERT_TRUE(report.finding);
    ASSERT_EQ(report.finding->disturbances.size(), 1U);
    const Disturbance& least = report.finding->disturbances.front();
    EXPECT_EQ(least.kind, DisturbanceKind::restore);
    ASSERT_EQ(least.ticks.ticks.size(), 1U) << disturbance_text(least);
    ASSERT_FALSE(report.finding->fields.empty());
    EXPECT_EQ(report.finding->fields[0].path, "total");
    ChaosPlan again = chaos_of<misbehaving::MissingField>();
    again.only = {*parse_disturbance(disturbance_text(least))};
    const ChaosReport repeated = cause_chaos(again);
    ASSERT_TRUE(repeated.finding);
    EXPECT_EQ(repeated.finding->disturbances, report.finding->disturbances);
    EXPECT_EQ(repeated.finding->ticks_done, report.finding->ticks_done);
    EXPECT_EQ(repeated.runs, 1U);
}

TEST(Chaos, TakesMixturesApart) {
    ChaosPlan plan = chaos_of<misbehaving::MissingField>();
    plan.only = {{DisturbanceKind::observe, 0, {}},
                 {DisturbanceKind::copy, 0, {}},
                 {DisturbanceKind::restore, 0, {}},
                 {DisturbanceKind::locale, 0, {}}};
    const ChaosReport report = cause_chaos(plan);
    ASSERT_TRUE(report.finding);
    ASSERT_EQ(report.finding->disturbances.size(), 1U);
    EXPECT_EQ(report.finding->disturbances[0].kind, DisturbanceKind::restore);
}

TEST(Chaos, TellsAGameThatFailsByItself) {
    const ChaosReport report = cause_chaos(chaos_of<test::Throwing>());
    ASSERT_TRUE(report.failure);
    EXPECT_NE(report.failure->text().find("tick"), std::string::npos) << report.failure->text();
    EXPECT_FALSE(report.finding);
}

TEST(Chaos, EndsWithAnInterrupt) {
    ChaosPlan plan = chaos_of<test::Counter>();
    int looks = 0;
    plan.is_interrupted = [&] { return ++looks > 170; };
    const ChaosReport report = cause_chaos(plan);
    EXPECT_TRUE(report.is_interrupted);
    EXPECT_FALSE(report.finding);
    EXPECT_FALSE(report.failure);
}

}  // namespace
}  // namespace tandem::tools::check
