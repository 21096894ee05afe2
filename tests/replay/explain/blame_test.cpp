// SPDX-License-Identifier: MIT
// The one input that decides is named, in few trials.
#include <gtest/gtest.h>

#include <bit>

#include <tandem/replay/explain/blame.hpp>
#include <tandem/sim/math/random.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::InputPlace;
using replay::InputSheet;
using replay::TrialOutcome;

constexpr std::uint32_t k_blame_seed = 11;

InputSheet random_sheet(Random& random, std::uint32_t ticks) {
    Recording recording;
    recording.ticks = ticks;
    recording.seed = random.below(1'000U);
    const auto replay = open_replay(record<Counter>(recording));
    return std::move(InputSheet::read(replay, sim::GameModel<Counter>::game_info().idle_input))
        .value();
}

TEST(Blame, NamesThePlantedInputWithinTwiceTheLogarithmOfTrials) {
    Random random(k_blame_seed);
    for (int round = 0; round < 100; ++round) {
        SCOPED_TRACE("seed " + std::to_string(k_blame_seed) + ", round " + std::to_string(round));
        const std::uint32_t ticks = 2 + random.below(200U);
        const InputSheet good = random_sheet(random, ticks);
        const InputSheet bad = random_sheet(random, ticks);
        const InputPlace planted{random.below(ticks), random.below(2U)};
        if (good.input(planted) == bad.input(planted)) {
            continue;
        }
        // The end is bad wherever this input is the bad one's.
        const sim::Bytes decides = bad.input(planted);
        const auto play = [&](std::span<const sim::Bytes> records) -> sim::Result<TrialOutcome> {
            const auto view = sim::parse_record(sim::GameModel<Counter>::game_info().input_schema,
                                                2, records[planted.tick]);
            const sim::ByteView input = view->inputs[planted.slot];
            return TrialOutcome{sim::Bytes(input.begin(), input.end()) == decides, records.size(),
                                ""};
        };
        const auto found = replay::blame(good, bad, play);
        ASSERT_TRUE(found) << found.error().text();
        EXPECT_EQ(found->place, planted);
        EXPECT_EQ(found->bad, decides);
        EXPECT_LE(found->trials, 2U * std::bit_width(found->differing) + 8U);
    }
}

TEST(Blame, RefusesTwoThatEndAlike) {
    Random random(k_blame_seed);
    const InputSheet good = random_sheet(random, 50);
    const InputSheet bad = random_sheet(random, 50);
    for (const bool fails : {true, false}) {
        const auto play = [&](std::span<const sim::Bytes> records) -> sim::Result<TrialOutcome> {
            return TrialOutcome{fails, records.size(), ""};
        };
        EXPECT_FALSE(replay::blame(good, bad, play));
    }
}

}  // namespace
}  // namespace tandem::test
