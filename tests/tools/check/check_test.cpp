// SPDX-License-Identifier: MIT
// check without a command line: what a game's own tests would call.
#include <tandem/tools/check/check.hpp>

#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

TEST(CheckGame, ReportsWhatEveryProbeCompared) {
    const CheckPlan plan =
        plan_of(registered<test::Counter>(),
                {DisturbanceKind::save, DisturbanceKind::copy, DisturbanceKind::restore,
                 DisturbanceKind::used, DisturbanceKind::observe, DisturbanceKind::thread},
                35);
    const auto report = check_game(plan);
    EXPECT_FALSE(report.failure);
    EXPECT_FALSE(report.finding);
    EXPECT_EQ(report.ticks, 35U);
    std::vector<std::uint64_t> compared;
    for (const ProbeReport& probe : report.probes) {
        compared.push_back(probe.ticks_compared);
    }
    // States are written every tenth tick and at the end; restored from the tenth on.
    EXPECT_EQ(compared, (std::vector<std::uint64_t>{4, 35, 26, 26, 35, 35}));
}

TEST(CheckGame, ThatIsInterruptedSaysWhichProbesComparedNothing) {
    CheckPlan plan =
        plan_of(registered<test::Counter>(),
                {DisturbanceKind::again, DisturbanceKind::restore, DisturbanceKind::thread}, 1'000);
    plan.every = 500;
    int looks = 0;
    plan.is_interrupted = [&] { return ++looks > 1; };
    const auto report = check_game(plan);
    EXPECT_TRUE(report.is_interrupted);
    EXPECT_FALSE(report.finding);
    EXPECT_LT(report.ticks, 1'000U);
    EXPECT_GT(report.probes[0].ticks_compared, 0U);
    EXPECT_EQ(report.probes[0].not_run, "");
    EXPECT_EQ(report.probes[1].not_run, "interrupted");
    EXPECT_EQ(report.probes[2].not_run, "interrupted");
}

TEST(CheckGame, NamesTickFieldAndProbeOfTheFirstDifference) {
    const auto report = check_game(plan_of(registered<test::Forgetful>(),
                                           {DisturbanceKind::copy, DisturbanceKind::restore}, 35));
    ASSERT_TRUE(report.finding);
    EXPECT_EQ(report.finding->probe, DisturbanceKind::restore);
    EXPECT_EQ(report.finding->ticks_done, 11U);
    ASSERT_EQ(report.finding->fields.size(), 1U);
    EXPECT_EQ(report.finding->fields[0].path, "total");
    EXPECT_NE(report.finding->fields[0].a, report.finding->fields[0].b);
    EXPECT_FALSE(report.probes[0].finding);
    EXPECT_TRUE(report.probes[1].finding);
}

// One step of all games of the process goes wrong, once: here that of the restored one.
struct OnceWrong : test::BrokenBase {
    static constexpr std::string_view name = "once_wrong";
    void step(Inputs<Input> inputs) {
        add(inputs);
        total += ++steps_of_all == k_wrong_step ? 1U : 0U;
    }
    static constexpr std::uint64_t k_wrong_step = 40;  // even, so that it is the companion's
    static inline std::uint64_t steps_of_all = 0;
};

TEST(CheckGame, SaysOfADifferenceThatDoesNotComeAgainThatItIsChance) {
    const auto report =
        check_game(plan_of(registered<OnceWrong>(), {DisturbanceKind::restore}, 35));
    ASSERT_TRUE(report.finding);
    EXPECT_EQ(report.finding->ticks_done, 20U);
    EXPECT_NE(report.cause.find("played once more, did not differ"), std::string::npos)
        << report.cause;
    EXPECT_EQ(report.cause.find("serialize leaves out"), std::string::npos) << report.cause;
}

// Each tick makes the state larger, until it begins anew.
struct Growing : test::BrokenBase {
    static constexpr std::string_view name = "growing";
    void step(Inputs<Input> inputs) {
        add(inputs);
        units.resize(ticks % 8);
    }
    template <class Archive>
    void serialize(Archive& ar) {
        BrokenBase::serialize(ar);
        ar(CEREAL_NVP(units));
    }
    std::vector<std::uint8_t> units;
};

TEST(CheckGame, KeepsTheLargestStateAndItsMoment) {
    const auto report = check_game(plan_of(registered<Growing>(), {DisturbanceKind::again}, 33));
    EXPECT_EQ(report.largest_ticks_done, 7U);
    EXPECT_EQ(report.largest_state.size(), 27U);
    EXPECT_EQ(report.longest_session, 33U);
}

TEST(CheckGame, TellsAGameThatFailsByItselfFromACompanionThatDoes) {
    const auto report = check_game(plan_of(registered<test::Throwing>(),
                                           {DisturbanceKind::again, DisturbanceKind::thread}, 35));
    ASSERT_TRUE(report.failure);
    EXPECT_TRUE(report.failure->place.starts_with("tick 10")) << report.failure->text();
}

TEST(CheckGame, SaysThatAProgramDidNotAnswerAsACompanion) {
    CheckPlan plan = plan_of(registered<test::Counter>(), {DisturbanceKind::process}, 5);
    plan.own_program = {"/bin/false"};
    const auto report = check_game(plan);
    EXPECT_NE(report.probes[0].not_run.find("exit code 1"), std::string::npos)
        << report.probes[0].not_run;
    EXPECT_EQ(report.probes[0].ticks_compared, 0U);
}

// Reports from more places than a log has room for.
struct Faulty : test::BrokenBase {
    static constexpr std::string_view name = "faulty";
    static constexpr int k_sites = static_cast<int>(sim::FaultLog::k_places_max) + 4;
    void step(Inputs<Input> inputs) {
        add(inputs);
        for (int line = 1; line <= k_sites; ++line) {
            sim::result_missing("Fixed", "division by zero", {"faulty.hpp", line});
        }
    }
};

TEST(CheckGame, CountsTheFaultsOfAllSessionsBeyondTheRoomForTheirPlacesToo) {
    const sim::FaultsExpected expected;
    CheckPlan plan = plan_of(registered<Faulty>(), {DisturbanceKind::again}, 5);
    plan.seeds = 3;
    const auto report = check_game(plan);
    EXPECT_EQ(report.faults.places().size(), sim::FaultLog::k_places_max);
    EXPECT_EQ(report.faults.places()[0].count, 15U);
    EXPECT_EQ(report.faults.count(), 15U * Faulty::k_sites);
}

}  // namespace
}  // namespace tandem::tools::check
