// SPDX-License-Identifier: MIT
// A field that went back to its first value is found by its name, in all elements at once.
#include <gtest/gtest.h>

#include <tandem/replay/explain/lost_field.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

TEST(LostField, IsTheSameNameForAllElements) {
    EXPECT_EQ(replay::field_of_all("units[17].hp"), "units[].hp");
    EXPECT_EQ(replay::field_of_all("a[1].b[22].c"), "a[].b[].c");
    EXPECT_EQ(replay::field_of_all("ticks"), "ticks");
}

TEST(LostField, IsAGuessForEachFieldThatIsNotAsTheResetMakesIt) {
    sim::AnySimulation game = sim::erase<Counter>();
    ASSERT_TRUE(game.reset(make_setup(game.info(), 2)));
    const sim::Bytes reset = game.save();
    EXPECT_TRUE(replay::lost_field_guesses(game.info().state_schema, reset, reset).empty());
    for (std::uint64_t tick = 0; tick < 3; ++tick) {
        ASSERT_TRUE(game.step(bot_record(game, tick)));
    }
    const sim::Bytes before = game.save();
    const auto guesses = replay::lost_field_guesses(game.info().state_schema, before, reset);
    ASSERT_EQ(guesses.size(), 2U);
    EXPECT_EQ(guesses[0].path, "ticks");
    EXPECT_EQ(guesses[1].path, "totals[]");
    for (const auto& guess : guesses) {
        EXPECT_EQ(replay::with_edit(before, guess.edit),
                  replay::with_field_reset(game.info().state_schema, before, reset, guess.path));
    }
}

}  // namespace
}  // namespace tandem::test
