// SPDX-License-Identifier: MIT
// Each input that may have been simulated in place of the recorded one is a guess, once and for
// good.
#include <algorithm>

#include <gtest/gtest.h>

#include <tandem/replay/explain/input_guesses.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::GuessPlace;
using replay::Hypothesis;

class InputGuesses : public ::testing::Test {
protected:
    InputGuesses() : recorded_(record<Counter>({})), replay_(open_replay(recorded_)) {}

    std::vector<Hypothesis> at(std::uint64_t tick) const {
        replay::BadTick bad;
        bad.ticks_done = tick + 1;
        bad.record = recorded_.records[tick];
        auto guesses = replay::input_guesses(*replay_, sim::erase<Counter>().info(), bad);
        EXPECT_TRUE(guesses) << (guesses ? "" : guesses.error().text());
        return guesses ? std::move(guesses).value() : std::vector<Hypothesis>{};
    }
    // The record that a guess makes of a tick.
    sim::Bytes made(const std::string& text, std::uint64_t at_tick, std::uint64_t tick) const {
        for (const Hypothesis& guess : at(at_tick)) {
            if (guess.text == text) {
                auto record = guess.other_record(sim::Tick{tick});
                EXPECT_TRUE(record);
                return record ? std::move(record).value() : sim::Bytes();
            }
        }
        ADD_FAILURE() << "no guess: " << text;
        return {};
    }
    // The record of a tick with these inputs of the two players.
    static sim::Bytes joined(sim::ByteView first, sim::ByteView second) {
        return sim::make_record(3,
                                std::vector<sim::Bytes>{sim::Bytes(first.begin(), first.end()),
                                                        sim::Bytes(second.begin(), second.end())});
    }
    sim::ByteView input(std::uint64_t tick, std::size_t slot) const {
        return sim::ByteView(recorded_.records[tick]).subspan(1 + 2 * slot, 2);
    }

    Recorded recorded_;
    std::optional<replay::Replay> replay_;
};

TEST_F(InputGuesses, AreOfOneTickAndThenOfAllBehindIt) {
    const auto guesses = at(50);
    ASSERT_FALSE(guesses.empty());
    EXPECT_TRUE(std::is_partitioned(guesses.begin(), guesses.end(), [](const Hypothesis& guess) {
        return guess.place == GuessPlace::record;
    }));
    EXPECT_EQ(guesses.back().place, GuessPlace::all_records);
    for (const Hypothesis& guess : guesses) {
        EXPECT_EQ(guess.cause, replay::CauseClass::inputs);
        EXPECT_NE(*guess.other_record(sim::Tick{50}), recorded_.records[50]) << guess.text;
    }
}

TEST_F(InputGuesses, MakeTheRecordThatTheyName) {
    EXPECT_EQ(made("player 1 idle in place of its input of tick 50", 50, 50),
              joined(input(50, 0), sim::Bytes(2)));
    EXPECT_EQ(made("player 0's input of tick 47 in place of its input of tick 50", 50, 50),
              joined(input(47, 0), input(50, 1)));
    EXPECT_EQ(made("player 1's inputs 1 tick late from tick 50 on", 50, 60),
              joined(input(60, 0), input(59, 1)));
    EXPECT_EQ(made("player 1's inputs 2 ticks early from tick 50 on", 50, 60),
              joined(input(60, 0), input(62, 1)));
    EXPECT_EQ(made("the inputs of players 0 and 1 exchanged in tick 50", 50, 50),
              joined(input(50, 1), input(50, 0)));
    const sim::Bytes absent = made("player 0 absent in tick 50", 50, 50);
    EXPECT_EQ(absent,
              sim::make_record(2, std::vector<sim::Bytes>{
                                      {}, sim::Bytes(input(50, 1).begin(), input(50, 1).end())}));
}

TEST_F(InputGuesses, EndWithTheFile) {
    EXPECT_FALSE(at(0).empty());
    EXPECT_FALSE(at(99).empty());
    EXPECT_EQ(made("player 1's inputs 1 tick late from tick 50 on", 50, 0), recorded_.records[0])
        << "there is no tick before the first";
}

}  // namespace
}  // namespace tandem::test
