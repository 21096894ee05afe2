// SPDX-License-Identifier: MIT
// A check in a process of its own gives the report that it gives here, and one that is ended tells
// where that was.
#include <tandem/tools/check/apart.hpp>

#include <csignal>
#include <cstdlib>

#include <unistd.h>

#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

void expect_equal(const std::optional<CompanionFinding>& a,
                  const std::optional<CompanionFinding>& b) {
    ASSERT_EQ(a.has_value(), b.has_value());
    if (!a) {
        return;
    }
    EXPECT_EQ(a->probe, b->probe);
    EXPECT_EQ(a->seed, b->seed);
    EXPECT_EQ(a->ticks_done, b->ticks_done);
    EXPECT_EQ(a->failure, b->failure);
    EXPECT_EQ(a->answer, b->answer);
    ASSERT_EQ(a->fields.size(), b->fields.size());
    for (std::size_t i = 0; i < a->fields.size(); ++i) {
        EXPECT_EQ(sim::difference_text(a->fields[i]), sim::difference_text(b->fields[i]));
    }
}

template <class Game>
void expect_same_report(const std::vector<DisturbanceKind>& probes) {
    const CheckPlan plan = plan_of(registered<Game>(), probes, 35);
    const Report here = check_game(plan);
    const Report apart = check_game_apart(plan);
    EXPECT_EQ(apart.ticks, here.ticks);
    EXPECT_EQ(apart.sessions, here.sessions);
    EXPECT_EQ(apart.is_interrupted, here.is_interrupted);
    ASSERT_EQ(apart.probes.size(), here.probes.size());
    for (std::size_t i = 0; i < here.probes.size(); ++i) {
        EXPECT_EQ(apart.probes[i].probe, here.probes[i].probe);
        EXPECT_EQ(apart.probes[i].ticks_compared, here.probes[i].ticks_compared);
        EXPECT_EQ(apart.probes[i].not_run, here.probes[i].not_run);
        EXPECT_EQ(apart.probes[i].remark, here.probes[i].remark);
        expect_equal(apart.probes[i].finding, here.probes[i].finding);
    }
    expect_equal(apart.finding, here.finding);
    EXPECT_EQ(apart.cause, here.cause);
    EXPECT_EQ(apart.cause_class, here.cause_class);
    EXPECT_EQ(apart.reason, here.reason);
    EXPECT_EQ(apart.proof, here.proof);
    EXPECT_EQ(apart.faults.count(), here.faults.count());
    EXPECT_EQ(apart.failure ? apart.failure->text() : "", here.failure ? here.failure->text() : "");
    EXPECT_EQ(apart.longest_session, here.longest_session);
    EXPECT_EQ(apart.largest_state, here.largest_state);
    EXPECT_EQ(apart.largest_setup.seed, here.largest_setup.seed);
    EXPECT_EQ(apart.largest_ticks_done, here.largest_ticks_done);
}

TEST(CheckApart, GivesTheReportThatItGivesHere) {
    expect_same_report<test::Counter>(
        {DisturbanceKind::save, DisturbanceKind::copy, DisturbanceKind::restore});
    expect_same_report<test::Forgetful>({DisturbanceKind::copy, DisturbanceKind::restore});
    expect_same_report<test::Throwing>({DisturbanceKind::again});
}

struct Aborting : test::Counter {
    static constexpr std::string_view name = "aborting";
    void step(Inputs<Input> inputs) {
        test::Counter::step(inputs);
        if (ticks == 10) {
            std::abort();
        }
    }
};
struct Leaving : test::Counter {
    static constexpr std::string_view name = "leaving";
    void reset(const Setup&) { ::_exit(9); }
};
// What a careless destructor does to a copy.
struct DeadlyCopy : test::Counter {
    static constexpr std::string_view name = "deadly_copy";
    DeadlyCopy() = default;
    DeadlyCopy(const DeadlyCopy&) = default;
    DeadlyCopy& operator=(const DeadlyCopy& other) {
        test::Counter::operator=(other);
        is_copy = true;
        return *this;
    }
    void step(Inputs<Input> inputs) {
        test::Counter::step(inputs);
        if (ticks == 10 && is_copy) {
            std::raise(SIGSEGV);
        }
    }
    bool is_copy = false;
};

TEST(CheckApart, NamesTickAndSignalOfAGameThatEndsItsProcess) {
    const Report aborted =
        check_game_apart(plan_of(registered<Aborting>(), {DisturbanceKind::again}, 35));
    ASSERT_TRUE(aborted.failure);
    EXPECT_EQ(aborted.failure->text(), "tick 9: its process ended by signal 6 (Aborted)");
    EXPECT_FALSE(aborted.finding);
    const Report left =
        check_game_apart(plan_of(registered<Leaving>(), {DisturbanceKind::again}, 35));
    ASSERT_TRUE(left.failure);
    EXPECT_EQ(left.failure->text(), "reset: its process ended by exit code 9");
}

TEST(CheckApart, NamesTheProbeWhoseCompanionEndsTheProcess) {
    const Report report = check_game_apart(
        plan_of(registered<DeadlyCopy>(), {DisturbanceKind::again, DisturbanceKind::copy}, 35));
    EXPECT_FALSE(report.failure);
    ASSERT_TRUE(report.finding);
    EXPECT_EQ(report.finding->probe, DisturbanceKind::copy);
    EXPECT_EQ(report.finding->ticks_done, 9U);
    EXPECT_NE(report.finding->failure.find("signal 11"), std::string::npos)
        << report.finding->failure;
    EXPECT_EQ(report.cause, info_of(DisturbanceKind::copy).cause);
    EXPECT_NE(report.probes[0].not_run, "");
}

TEST(CheckApart, EndsWithAnInterrupt) {
    CheckPlan plan = plan_of(registered<test::Counter>(), {DisturbanceKind::again}, 1'000'000'000);
    bool has_begun = false;
    plan.progress = [&](std::uint64_t done) { has_begun = has_begun || done > 0; };
    plan.is_interrupted = [&] { return has_begun; };
    const Report report = check_game_apart(plan);
    EXPECT_TRUE(report.is_interrupted);
    EXPECT_GT(report.ticks, 0U);
    EXPECT_LT(report.ticks, plan.ticks);
}

}  // namespace
}  // namespace tandem::tools::check
