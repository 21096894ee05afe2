// SPDX-License-Identifier: MIT
// What is found in a recording is what holds of the states that the session had.
#include <tandem/replay/explain/find_states.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tests/replay/recording.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::Expression;
using replay::FindReport;
using replay::FoundRange;

struct FoundStates {
    FindReport report;
    std::vector<FoundRange> ranges;

    std::vector<std::uint64_t> ticks() const {
        std::vector<std::uint64_t> ticks;
        for (const FoundRange& range : ranges) {
            for (std::uint64_t at = range.first; at <= range.last; ++at) {
                ticks.push_back(at);
            }
        }
        return ticks;
    }
};

template <class Game>
FoundStates find_in(const replay::Replay& file, const std::string& text, std::uint64_t from,
                    std::uint64_t to, std::size_t ranges_max = 1'000) {
    const auto expression = Expression::parse(text, replay::scope_of(file));
    EXPECT_TRUE(expression) << (expression ? "" : expression.error().text());
    FoundStates found;
    const auto report = replay::find_states(file, sim::erase<Game>(), *expression,
                                            {from, to, nullptr}, [&](const FoundRange& range) {
                                                found.ranges.push_back(range);
                                                return found.ranges.size() < ranges_max;
                                            });
    EXPECT_TRUE(report) << (report ? "" : report.error().text());
    found.report = report ? *report : FindReport{};
    return found;
}

// Brute force: the expression is asked of every state that the session had.
std::vector<std::uint64_t> held_at(const Recorded& recorded, const replay::Replay& file,
                                   const std::string& text, std::uint64_t from, std::uint64_t to) {
    const auto expression = *Expression::parse(text, replay::scope_of(file));
    const auto view = [&](std::uint64_t at) {
        return at == 0 ? sim::RecordView{}
                       : *sim::parse_record(file.header().input_schema, file.header().setup.slots,
                                            recorded.records[at - 1]);
    };
    std::vector<std::uint64_t> ticks;
    for (std::uint64_t at = from; at <= to; ++at) {
        const sim::RecordView record = view(at);
        const sim::RecordView record_before = view(at == 0 ? 0 : at - 1);
        const replay::Instant before{recorded.states[at == 0 ? 0 : at - 1],
                                     at <= 1 ? nullptr : &record_before};
        if (expression.holds({recorded.states[at], at == 0 ? nullptr : &record},
                             at == 0 ? nullptr : &before)) {
            ticks.push_back(at);
        }
    }
    return ticks;
}

TEST(FindStates, FindsWhatHoldsOfTheSessionsOwnStates) {
    Recording recording{.ticks = 1'500};
    recording.options.keyframe_ticks = 300;
    const Recorded recorded = record<Counter>(recording);
    const auto file = open_replay(recorded);
    for (const std::string text :
         {"ticks == 700", "totals[0] > 0", "totals[*] < 0 and not totals[1] < totals[0]",
          "input[0].amount > 90", "changed(input[1].amount) and input[1].amount < -50",
          "changed(totals[0])", "ticks >= 0", "ticks < 0", "present(0) and not changed(ticks)"}) {
        SCOPED_TRACE(text);
        for (const auto& [from, to] : {std::pair<std::uint64_t, std::uint64_t>(0, 1'500),
                                       {1, 1'499},
                                       {700, 700},
                                       {899, 1'201},
                                       {1'500, 1'500},
                                       {0, 0}}) {
            const FoundStates found = find_in<Counter>(file, text, from, to);
            ASSERT_EQ(found.ticks(), held_at(recorded, file, text, from, to));
            ASSERT_EQ(found.report.states_asked, to - from + 1);
            ASSERT_EQ(found.report.states_found, found.ticks().size());
            ASSERT_EQ(found.report.ranges, found.ranges.size());
            ASSERT_FALSE(found.report.left_at || found.report.is_stopped);
        }
    }
}

TEST(FindStates, StopsWhenNobodyWantsMore) {
    const auto file = open_replay(record<Counter>({.ticks = 500}));
    const FoundStates found = find_in<Counter>(file, "input[0].amount > 0", 0, 500, 3);
    EXPECT_EQ(found.ranges.size(), 3U);
    EXPECT_TRUE(found.report.is_stopped);
    EXPECT_LT(found.report.states_asked, 500U);
}

TEST(FindStates, BehindADivergenceSaysThatItsStatesAreNotTheRecorded) {
    const auto file = open_replay(record<Forked<0>>({.ticks = 100}));
    const FoundStates found = find_in<Forked<1>>(file, "ticks >= 40", 0, 100);
    ASSERT_EQ(found.ranges.size(), 2U);
    EXPECT_TRUE(found.ranges[0].is_recorded);
    EXPECT_FALSE(found.ranges[1].is_recorded);
    EXPECT_EQ(found.ranges[0].last + 1, found.ranges[1].first);
    ASSERT_TRUE(found.report.left_at);
    EXPECT_EQ(found.report.left_at->place, "tick " + std::to_string(found.ranges[0].last));
    EXPECT_EQ(found.report.left_tick, found.ranges[0].last);
    EXPECT_EQ(found.report.states_asked, 101U);
}

TEST(FindStates, PlantsAgainWhatTheFileSaysWasPlanted) {
    Recording recording{.ticks = 100};
    recording.plant = sim::Plant{sim::Tick{60}, "ticks"};
    const Recorded recorded = record<Counter>(recording);
    const auto file = open_replay(recorded);
    const FoundStates found = find_in<Counter>(file, "ticks == 60", 0, 100);
    EXPECT_FALSE(found.report.left_at);
    EXPECT_EQ(found.ticks(), (std::vector<std::uint64_t>{60, 61}));
}

TEST(FindStates, OfAnotherGameIsRefused) {
    const auto file = open_replay(record<Counter>({.ticks = 20}));
    const auto expression = *Expression::parse("ticks == 1", replay::scope_of(file));
    const auto report = replay::find_states(file, sim::erase<Forked<0>>(), expression,
                                            {0, 20, nullptr}, [](const auto&) { return true; });
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, sim::ErrorCode::no_simulation);
}

TEST(FindStates, IsStoppedByItsProgress) {
    const auto file = open_replay(record<Counter>({.ticks = 2'000}));
    const auto expression = *Expression::parse("ticks < 0", replay::scope_of(file));
    const auto report =
        replay::find_states(file, sim::erase<Counter>(), expression,
                            {0, 2'000, [](std::uint64_t states) { return states < 512; }},
                            [](const FoundRange&) { return true; });
    ASSERT_TRUE(report);
    EXPECT_TRUE(report->is_stopped);
    EXPECT_EQ(report->states_asked, 512U);
}

}  // namespace
}  // namespace tandem::test
