// SPDX-License-Identifier: MIT
// What the duel draws.
#include <tandem/tools/games/duel.hpp>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/serialize/writer.hpp>
#include <tests/tools/games/game_sessions.hpp>
#include <tests/tools/games/recording_canvas.hpp>

namespace tandem::games {
namespace {

using test::start_duel;
using test::step;

TEST(Duel, DrawsEveryFighterBetweenItsTwoPlaces) {
    const Duel previous = start_duel(2);
    Duel current = previous;
    step(current, {{50, 0, 0, 1}, {}});
    test::RecordingCanvas canvas;
    current.draw(canvas, previous, 0.5F);
    ASSERT_EQ(canvas.circles.size(), 2U);
    const float from = to_display(previous.fighters[0].position.x);
    const float to = to_display(current.fighters[0].position.x);
    EXPECT_FLOAT_EQ(canvas.circles[0].x, (from + to) / 2);
    EXPECT_EQ(canvas.calls_before_view, 0);
    EXPECT_GT(canvas.rectangles, 4);
    EXPECT_EQ(canvas.status_lines,
              (std::vector<std::string>{"0: 100 hp 0 frags", "1: 100 hp 0 frags"}));
}

TEST(Duel, TellsWhoIsWhoAndWhichIsOnesOwn) {
    const Duel duel = start_duel(3);
    test::RecordingCanvas canvas;
    canvas.names = {"ann", "", "somebody with a long name"};
    canvas.own = 0;
    duel.draw(canvas, duel, 1.0F);
    EXPECT_EQ(canvas.texts, (std::vector<std::string>{"you", "1", "somebody wit"}));
    EXPECT_EQ(canvas.status_lines,
              (std::vector<std::string>{"0 ann (you): 100 hp 0 frags", "1: 100 hp 0 frags",
                                        "2 somebody with a long nam: 100 hp 0 frags"}));
}

// The words of keys_help, without signs.
std::vector<std::string> words_of_help() {
    std::string text(Duel::keys_help);
    std::replace(text.begin(), text.end(), ':', ' ');
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

TEST(Duel, SaysOfEveryKeyWhatItDoes) {
    const Duel duel = start_duel(2);
    const std::vector<std::string> words = words_of_help();
    const auto expect_told = [&](const char* word, auto key) {
        Keys keys;
        keys.press(key);
        EXPECT_NE(sim::canonical_bytes(duel.input_from_keys(keys)),
                  sim::canonical_bytes(duel.input_from_keys({})))
            << word << " does nothing";
        EXPECT_NE(std::find(words.begin(), words.end(), word), words.end())
            << word << " is not told";
    };
    for (const char* letter : {"w", "a", "s", "d", "e", "1", "4"}) {
        expect_told(letter, letter[0]);
    }
    expect_told("up", Key::up);
    expect_told("down", Key::down);
    expect_told("left", Key::left);
    expect_told("right", Key::right);
    expect_told("space", Key::space);
    expect_told("enter", Key::enter);
}

}  // namespace
}  // namespace tandem::games
