// SPDX-License-Identifier: MIT
// States that a comparison needs, stored or simulated again.
#include <gtest/gtest.h>

#include <tandem/replay/compare/diff_states.hpp>
#include <tests/replay/diffing.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::DiffReport;
using replay::DiffVerdict;

// For before_tick of a recording: the state after the tick from which two forks differ.
void leave_evidence(sim::Timeline& timeline, replay::Recorder& recorder, std::uint64_t tick) {
    if (tick == 51) {
        const sim::Bytes state = timeline.simulation().save();
        EXPECT_TRUE(
            recorder.on_state({sim::StatePurpose::evidence, tick, state, timeline.hashes()}));
    }
}

// As after a real desync: the machine at hand reproduces one side only, the other side left
// evidence.
TEST(DiffStates, UsesEvidenceWhereARunDoesNotReproduceAFile) {
    const Recorded a = record<Forked<0>>({.options = {.has_keyframes = false}});
    const Recorded b =
        record<Forked<1>>({.options = {.has_keyframes = false}, .before_tick = leave_evidence});
    const DiffReport report = diff(a.file, b.file, factory_of<Forked<0>>());
    EXPECT_EQ(report.verdict, DiffVerdict::state);
    EXPECT_EQ(report.tick, sim::Tick{50});
    EXPECT_FALSE(report.is_confirmed);
    EXPECT_EQ(report.fields_ticks_done, 51U);
    ASSERT_EQ(report.fields.size(), 1U);
    EXPECT_EQ(report.fields[0].path, "total");
    EXPECT_TRUE(
        has_note(report, "simulating the second file again here does not give what it recorded"));
}

TEST(DiffStates, LoadsStatesWithinTheGamesOwnBound) {
    const Recorded a = record<Forked<0>>({});
    const Recorded b = record<Forked<1>>({.before_tick = leave_evidence});
    EXPECT_EQ(diff(a.file, b.file, factory_of<Forked<0>>()).fields.size(), 1U);
    const DiffReport report = diff(a.file, b.file, factory_of<TightFork<0>>());
    EXPECT_EQ(report.verdict, DiffVerdict::state);
    EXPECT_EQ(report.tick, sim::Tick{50});
    EXPECT_TRUE(report.fields.empty());
    EXPECT_TRUE(has_note(report, "a state in the second file cannot be used"));
    EXPECT_TRUE(has_note(report, "claims a state of 16 bytes, at most 8 are allowed"));
}

TEST(DiffStates, TellOnceWhatCannotBeSimulatedHere) {
    const Recorded recorded = record<Forked<1>>({});
    const auto replay = open_replay(recorded);
    const replay::SimulationFactory factory = factory_of<Forked<0>>();
    DiffReport report;
    replay::DiffStates states(replay, factory, report);
    EXPECT_FALSE(states.simulate(replay, 50, 60));
    EXPECT_FALSE(states.simulate(replay, 50, 60));
    EXPECT_EQ(report.notes, std::vector<std::string>{"simulating the first file again here does "
                                                     "not give what it recorded"});
}

}  // namespace
}  // namespace tandem::test
