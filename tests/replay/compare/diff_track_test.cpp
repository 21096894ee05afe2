// SPDX-License-Identifier: MIT
// What a diff knows where files hold fewer bits of the chain at every tick, or more.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include <tandem/replay/compare/diff.hpp>
#include <tests/replay/diffing.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::DiffReport;
using replay::DiffVerdict;

constexpr std::uint64_t k_epoch_ticks = 100;
constexpr std::array<std::uint32_t, 4> k_widths{0, 8, 16, 64};

// 400 ticks with whole chains each 100 of them.
Recording with_track(std::uint32_t bits, std::optional<std::uint64_t> fault = std::nullopt) {
    Recording recording{
        .ticks = 400,
        .options = {.block_ticks = 10, .epoch_ticks = k_epoch_ticks, .track_bits = bits}};
    if (fault) {
        recording.plant = sim::Plant{sim::Tick{*fault}, "totals[1]"};
    }
    return recording;
}

bool has_range_note(const DiffReport& report) {
    return has_note(report, "the first such tick is one of");
}

// Without the game, 16 bits and more name the tick, and fewer a range that holds it.
void expect_range(const DiffReport& report, std::uint64_t fault, std::uint32_t bits) {
    EXPECT_EQ(report.verdict, DiffVerdict::state);
    ASSERT_TRUE(report.tick && report.tick_from);
    EXPECT_FALSE(report.is_confirmed);
    EXPECT_LE(report.tick_from->number, fault);
    EXPECT_GE(report.tick->number, fault);
    EXPECT_EQ(has_range_note(report), report.tick_from != report.tick);
    EXPECT_EQ(report.state_tick.has_value(), report.tick_from == report.tick);
    if (bits >= 16) {
        EXPECT_EQ(report.tick_from, report.tick);
        return;
    }
    const std::uint64_t epoch = fault / k_epoch_ticks * k_epoch_ticks;
    EXPECT_EQ(report.tick_from->number, epoch);
    if (bits == 0) {
        EXPECT_EQ(report.tick->number, epoch + k_epoch_ticks - 1);
    }
}

TEST(DiffTrack, OfAnyWidthHoldsTheFirstBadTickAndTheGameNamesIt) {
    Random random(1);  // any seed will do: the ticks stand in the trace
    for (const std::uint64_t fault :
         {std::uint64_t{0}, std::uint64_t{399}, random.below(std::uint64_t{400})}) {
        for (const std::uint32_t bits_a : k_widths) {
            const Recorded a = record<Counter>(with_track(bits_a));
            for (const std::uint32_t bits_b : k_widths) {
                SCOPED_TRACE("fault at " + std::to_string(fault) + ", bits " +
                             std::to_string(bits_a) + " and " + std::to_string(bits_b));
                const Recorded b = record<Counter>(with_track(bits_b, fault));
                expect_range(diff(a.file, b.file), fault, std::min(bits_a, bits_b));
                const DiffReport exact = diff(a.file, b.file, factory_of<Counter>());
                EXPECT_EQ(exact.tick, sim::Tick{fault});
                EXPECT_EQ(exact.tick_from, exact.tick);
                EXPECT_TRUE(exact.is_confirmed);
                EXPECT_FALSE(has_range_note(exact));
            }
        }
    }
}

TEST(DiffTrack, TooNarrowHidesStatesThatPartBeforeTheInputsDo) {
    for (const std::uint32_t bits : {0U, 8U}) {
        for (const bool is_planted : {false, true}) {
            SCOPED_TRACE(std::to_string(bits) + (is_planted ? " bits, planted" : " bits"));
            const Recorded a = record<Counter>(with_track(bits));
            Recording other =
                with_track(bits, is_planted ? std::optional<std::uint64_t>(130) : std::nullopt);
            other.source = with_amount(160, 1, 5);
            const Recorded b = record<Counter>(other);
            const DiffReport without = diff(a.file, b.file);
            // 8 bits see the planted fault, 0 bits cannot.
            const bool is_seen = is_planted && bits == 8;
            EXPECT_EQ(without.verdict, is_seen ? DiffVerdict::state : DiffVerdict::inputs);
            EXPECT_EQ(has_note(without, "the states may differ before the inputs do"), !is_seen);
            const DiffReport exact = diff(a.file, b.file, factory_of<Counter>());
            EXPECT_EQ(exact.verdict, is_planted ? DiffVerdict::state : DiffVerdict::inputs);
            EXPECT_EQ(exact.tick, sim::Tick{is_planted ? 130U : 160U});
            EXPECT_FALSE(has_note(exact, "may differ before"));
        }
    }
}

constexpr const char* k_open_tail = "of the states after tick 100 no bits of each chain";

// The longer file states no whole chain where the shorter one ends.
TEST(DiffTrack, OfNoBitsLeavesTheEndOfTheShorterFileOpenWithoutTheGame) {
    const Recorded longer = record<Counter>(with_track(0));
    for (const bool is_planted : {false, true}) {
        Recording recording =
            with_track(0, is_planted ? std::optional<std::uint64_t>(130) : std::nullopt);
        recording.ticks = 150;
        const Recorded shorter = record<Counter>(recording);
        const DiffReport without = diff(longer.file, shorter.file);
        EXPECT_EQ(without.verdict, DiffVerdict::prefix);
        EXPECT_TRUE(has_note(without, k_open_tail));
        const DiffReport exact = diff(longer.file, shorter.file, factory_of<Counter>());
        EXPECT_EQ(exact.verdict, is_planted ? DiffVerdict::state : DiffVerdict::prefix);
        EXPECT_EQ(exact.tick, sim::Tick{is_planted ? 130U : 150U});
        EXPECT_FALSE(has_note(exact, k_open_tail));
    }
}

// A file that was cut within an epoch states no whole chain behind that epoch's beginning, so that
// no re-run can show that it is what was recorded.
TEST(DiffTrack, OfNoBitsLeavesTheEndOfACutFileOpenEvenWithTheGame) {
    const Recorded whole = record<Counter>(with_track(0));
    const auto blocks = list_blocks(whole.file);
    const sim::Bytes cut = cut_at(whole.file, blocks[blocks.size() * 2 / 5].offset + 1);
    for (const sim::Bytes& other : {whole.file, cut}) {
        for (const auto& factory : {replay::SimulationFactory(), factory_of<Counter>()}) {
            const DiffReport report = diff(other, cut, factory);
            EXPECT_EQ(report.verdict, other == cut ? DiffVerdict::identical : DiffVerdict::prefix);
            EXPECT_TRUE(has_note(report, k_open_tail));
            EXPECT_EQ(has_note(report, "too few bits of its chain"), factory != nullptr);
        }
    }
}

}  // namespace
}  // namespace tandem::test
