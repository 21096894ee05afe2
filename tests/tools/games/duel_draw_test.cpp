// SPDX-License-Identifier: MIT
// What the duel draws.
#include <tandem/tools/games/duel.hpp>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
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
              (std::vector<std::string>{"0 ann (you): 100 hp 0 frags, blaster", "1: 100 hp 0 frags",
                                        "2 somebody with a long nam: 100 hp 0 frags"}));
}

// As in a window.
struct FineCanvas : test::RecordingCanvas {
    float pixel() const override { return 0.01F; }
};

template <class Picture>
std::vector<std::string> texts_of(const Duel& duel, const Duel& previous, Picture canvas) {
    duel.draw(canvas, previous, 0.5F);
    return canvas.texts;
}

bool holds(const std::vector<std::string>& texts, const std::string& text) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
}

// As in a terminal of 80x24, where a letter is two pixels high. Remembers how high things stand.
struct HeightsCanvas : test::RecordingCanvas {
    float pixel() const override { return 0.5F; }
    void line(float, float y0, float, float y1, Color) override {
        low = std::min({low, y0, y1});
        high = std::max({high, y0, y1});
    }
    void circle(float, float y, float radius, Color) override {
        low = std::min(low, y - radius);
        high = std::max(high, y + radius);
    }
    void text(float, float y, std::string_view, Color) override { label = y; }

    float low = 1000;
    float high = 0;
    float label = 0;
};

TEST(Duel, ANameHidesNeitherBodyNorBarrelInATerminal) {
    // Beside a wall there is just the wall's own row.
    for (const auto& [place, gap] : {std::pair(Vec2{8, 6}, 1.0F), {Vec2{3, 1.25_fx}, 0.75F}}) {
        for (int part = 0; part < 32; ++part) {
            Duel duel = start_duel(1);
            duel.fighters[0].position = place;
            duel.fighters[0].heading = Angle::from_turns(part, 32);
            HeightsCanvas canvas;
            duel.draw(canvas, duel, 1.0F);
            EXPECT_TRUE(canvas.label >= canvas.high + gap || canvas.label <= canvas.low - gap)
                << part << ": " << canvas.low << " to " << canvas.high << ", " << canvas.label;
            EXPECT_GT(canvas.label, 0);
        }
    }
}

// A cannon's shell is about to hit player 1.
Duel before_a_hit() {
    Duel duel = start_duel(2);
    Fighter& target = duel.fighters[1];
    target.position = duel.arena.centre();
    target.protected_ticks = 0;
    const Vec2 way{0.4_fx, 0};
    duel.projectiles.push_back({target.position - way, way, 90, 0, Weapon::cannon});
    return duel;
}

TEST(Duel, AHitIsSeenInThePictureOfItsTick) {
    const Duel previous = before_a_hit();
    Duel current = previous;
    step(current, test::Tics(2));
    const int lost = Duel::k_health_max - current.fighters[1].health;
    ASSERT_GT(lost, 0);
    EXPECT_TRUE(holds(texts_of(current, previous, FineCanvas()), "-" + std::to_string(lost)));
    const auto coarse = texts_of(current, previous, test::RecordingCanvas());
    EXPECT_TRUE(holds(coarse, "1!"));
    EXPECT_TRUE(holds(coarse, "*")) << "and what exploded";
}

// Nothing stays behind after a leap, backward or forward, and nothing happens beside itself.
TEST(Duel, NothingIsSeenOfWhatDidNotHappenBetweenTheTwoStates) {
    const Duel first = before_a_hit();
    Duel later = first;
    for (int tick = 0; tick < 30; ++tick) {
        step(later, test::Tics(2));
    }
    const std::vector<std::string> plain{"0", "1"};
    EXPECT_EQ(texts_of(first, first, test::RecordingCanvas()), plain);
    EXPECT_EQ(texts_of(first, later, test::RecordingCanvas()), plain);
    EXPECT_EQ(texts_of(later, first, test::RecordingCanvas()), plain);
    EXPECT_EQ(texts_of(first, first, FineCanvas()), plain);
    FineCanvas flying;
    first.draw(flying, first, 0.5F);
    FineCanvas leapt;
    first.draw(leapt, later, 0.5F);
    EXPECT_EQ(flying.polygons.size(), leapt.polygons.size());
}

TEST(Duel, SaysWhatDecidesTheMatchAndWhoHasWon) {
    const auto first_line = [](const Duel& duel) {
        test::RecordingCanvas canvas;
        canvas.names = {"ann", ""};
        canvas.own = 1;
        duel.draw(canvas, duel, 1.0F);
        return canvas.status_lines.front() + " | " + canvas.status_lines[1];
    };
    Duel duel = start_duel(2, 1, {7, ArenaKind::yard});
    EXPECT_EQ(first_line(duel), "7 frags to win | 0 ann: 100 hp 0 frags");
    duel.fighters[0].score = 7;
    duel.fighters[1].score = 1;
    EXPECT_EQ(first_line(duel),
              "ann wins, 7 frags to 1 | 0 ann: 7 frags, 0 kills, 0 deaths, 0 hits");
    duel.fighters[1].score = 7;
    EXPECT_EQ(first_line(duel), "a draw, 7 frags to 7 | 0 ann: 7 frags, 0 kills, 0 deaths, 0 hits");

    Duel rounds = start_duel(2, 1, {2003, ArenaKind::yard});
    rounds.fighters[0].score = 1002;
    EXPECT_EQ(first_line(rounds),
              "round 2: 3 frags to win it, 2 rounds the match | 0 ann: 100 hp 2 frags 1 round");
    rounds.fighters[1].score = 2000;
    EXPECT_EQ(first_line(rounds),
              "you win, 2 rounds to 1 | 1 (you): 2 rounds, 0 kills, 0 deaths, 0 hits");
    EXPECT_TRUE(holds(texts_of(rounds, rounds, test::RecordingCanvas()), "player 1 wins"));

    Duel pause = start_duel(2, 1, {2003, ArenaKind::yard});
    for (Fighter& fighter : pause.fighters) {
        fighter.status = FighterStatus::dead;
        fighter.health = 0;
        fighter.respawn_ticks = 36;
    }
    EXPECT_TRUE(holds(texts_of(pause, pause, test::RecordingCanvas()), "round 1 in 2 s"));
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
