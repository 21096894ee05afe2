// SPDX-License-Identifier: MIT
// Where the states part whose inputs have, and what is said where it cannot be told.
#include <gtest/gtest.h>

#include <tandem/replay/compare/state_parting.hpp>
#include <tests/replay/diffing.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::DiffReport;
using replay::DiffVerdict;

// Counter's state follows an input at once.
TEST(StateParting, InputsNameWhereTheStatesPartByRunningBothAgain) {
    for (const std::uint64_t tick : {0U, 9U, 57U, 99U}) {
        SCOPED_TRACE(tick);
        const Recorded a =
            record<Counter>({.options = {.block_ticks = 10}, .source = with_amount(tick, 1, 7)});
        const Recorded b =
            record<Counter>({.options = {.block_ticks = 10}, .source = with_amount(tick, 1, -7)});
        const DiffReport report = diff(a.file, b.file, factory_of<Counter>());
        EXPECT_EQ(report.verdict, DiffVerdict::inputs);
        EXPECT_EQ(report.state_tick, sim::Tick{tick});
        ASSERT_EQ(report.state_fields.size(), 1U);
        EXPECT_EQ(report.state_fields[0].path, "totals[1]");
        EXPECT_TRUE(report.notes.empty());
    }
}

// Player 1 gives this at that tick, and something loud at 200; nobody ever gives anything else.
RecordSource quiet_but_for(std::uint64_t at, std::uint8_t amount, std::uint8_t loud_at_200) {
    return [=](const sim::AnySimulation&, std::uint64_t tick) {
        const std::uint8_t given = tick == at ? amount : tick == 200 ? loud_at_200 : 0;
        return sim::Bytes{std::byte{0b11}, std::byte{0}, std::byte{given}};
    };
}

Recorded record_quiet(std::uint8_t at_40, std::uint8_t at_200, std::uint64_t keyframe_ticks,
                      bool has_keyframes = true) {
    return record<HardOfHearing<0>>({.ticks = 300,
                                     .options = {.block_ticks = 10,
                                                 .keyframe_ticks = keyframe_ticks,
                                                 .has_keyframes = has_keyframes},
                                     .source = quiet_but_for(40, at_40, at_200)});
}

TEST(StateParting, InputsNameALaterTickWhereTheStatesPartLater) {
    const Recorded a = record_quiet(1, 101, 100);
    const Recorded b = record_quiet(2, 102, 100);
    const DiffReport report = diff(a.file, b.file, factory_of<HardOfHearing<0>>());
    EXPECT_EQ(report.verdict, DiffVerdict::inputs);
    EXPECT_EQ(report.tick, sim::Tick{40});
    EXPECT_EQ(report.state_tick, sim::Tick{200});
    ASSERT_EQ(report.state_fields.size(), 1U);
    EXPECT_EQ(report.state_fields[0].path, "total");
}

TEST(StateParting, InputsNeedNoGameWhereBothFilesHoldTheStates) {
    const DiffReport report = diff(record_quiet(1, 101, 1).file, record_quiet(2, 102, 1).file);
    EXPECT_EQ(report.state_tick, sim::Tick{200});
    ASSERT_EQ(report.state_fields.size(), 1U);
    EXPECT_EQ(report.state_fields[0].path, "total");
    EXPECT_TRUE(report.notes.empty());
}

TEST(StateParting, InputsSayWhereTheStatesNeverPart) {
    for (const std::uint64_t keyframe_ticks : {1U, 100U}) {
        const DiffReport report =
            diff(record_quiet(1, 101, keyframe_ticks).file,
                 record_quiet(2, 101, keyframe_ticks).file, factory_of<HardOfHearing<0>>());
        EXPECT_EQ(report.verdict, DiffVerdict::inputs);
        EXPECT_FALSE(report.state_tick);
        EXPECT_TRUE(has_note(report, "the states of the 300 ticks that both have are equal"));
    }
}

TEST(StateParting, InputsWithoutTheGameNameNoTickBetweenTwoKeyframes) {
    const DiffReport report = diff(record_quiet(1, 101, 70).file, record_quiet(2, 102, 70).file);
    EXPECT_FALSE(report.state_tick);
    EXPECT_TRUE(report.state_fields.empty());
    EXPECT_TRUE(has_note(report, "cannot be said without the simulation; those after 210 ticks"));
    const DiffReport bare =
        diff(record_quiet(1, 101, 70, false).file, record_quiet(2, 102, 70, false).file);
    EXPECT_FALSE(bare.state_tick);
    EXPECT_TRUE(has_note(bare, "cannot be said without the simulation"));
}

TEST(StateParting, InputsNameNoTickByAMachineThatDoesNotReproduceTheFiles) {
    const Recorded a = record_quiet(1, 101, 100);
    const Recorded b = record_quiet(2, 102, 100);
    const DiffReport report = diff(a.file, b.file, factory_of<HardOfHearing<1>>());
    EXPECT_EQ(report.tick, sim::Tick{40});
    EXPECT_FALSE(report.state_tick);
    EXPECT_TRUE(has_note(report, "simulating the first file again here does not give"));
    EXPECT_TRUE(has_note(report, "where the states first differ cannot be said"));
}

}  // namespace
}  // namespace tandem::test
