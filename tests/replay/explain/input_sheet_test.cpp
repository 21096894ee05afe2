// SPDX-License-Identifier: MIT
// A sheet gives back what was recorded, and only what was changed is other.
#include <gtest/gtest.h>

#include <tandem/replay/explain/input_sheet.hpp>
#include <tandem/replay/play/failed_tick.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::InputPlace;
using replay::InputSheet;

const sim::Bytes k_idle(2);

InputSheet sheet_of(const Recorded& recorded) {
    auto sheet = InputSheet::read(open_replay(recorded), k_idle);
    EXPECT_TRUE(sheet) << (sheet ? "" : sheet.error().text());
    return std::move(sheet).value();
}

TEST(InputSheet, GivesTheRecordsOfTheRecording) {
    const Recorded recorded = record<Counter>(
        {.source = bots([](std::uint64_t tick) { return tick % 10 == 0 ? 1U : 3U; })});
    EXPECT_EQ(sheet_of(recorded).records(), recorded.records);
}

TEST(InputSheet, LeavesOutTicksAndInputs) {
    const Recorded recorded = record<Counter>({});
    const InputSheet sheet = sheet_of(recorded);
    const std::vector<std::uint32_t> ticks{3, 50, 99};
    const InputSheet fewer = sheet.with_ticks(ticks);
    ASSERT_EQ(fewer.ticks(), 3U);
    for (std::uint32_t i = 0; i < 3; ++i) {
        EXPECT_EQ(fewer.record(i), recorded.records[ticks[i]]);
    }
    const std::vector<InputPlace> kept{{1, 0}};
    const InputSheet one = fewer.with_places(kept);
    EXPECT_EQ(one.places(), kept);
    EXPECT_EQ(one.input({1, 0}), sheet.input({50, 0}));
    EXPECT_EQ(one.input({0, 0}), k_idle);
}

TEST(InputSheet, AChangedCopyLeavesTheOriginal) {
    const InputSheet sheet = sheet_of(record<Counter>({}));
    InputSheet copy = sheet;
    const sim::Bytes other{std::byte{1}, std::byte{2}};
    copy.set_input({7, 1}, other);
    EXPECT_EQ(copy.input({7, 1}), other);
    EXPECT_NE(sheet.input({7, 1}), other);
    EXPECT_EQ(copy.input({7, 0}), sheet.input({7, 0}));
}

TEST(InputSheet, HasTheTickThatFailedBehindTheOthers) {
    using Throwing = HalfThrowing<true>;
    const Recorded recorded =
        record<Throwing>({.ticks = Throwing::k_throw_tick, .fails_behind = true});
    const InputSheet sheet = sheet_of(recorded);
    ASSERT_EQ(sheet.ticks(), Throwing::k_throw_tick + 1);
    const auto failed = replay::failed_tick(open_replay(recorded));
    ASSERT_TRUE(failed);
    EXPECT_EQ(sheet.record(Throwing::k_throw_tick), failed->record);
}

TEST(InputSheet, OfAPartIsRefused) {
    const Recorded whole = record<Counter>({});
    const auto part = open_replay(continued(whole, sim::erase<Counter>(), 40));
    EXPECT_FALSE(InputSheet::read(part, k_idle));
}

}  // namespace
}  // namespace tandem::test
