// SPDX-License-Identifier: MIT
// The remote control of a recording, without a recording: keys and times go in, orders come out.
#include <tandem/tools/view/playback.hpp>

#include <algorithm>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/serialize/writer.hpp>
#include <tandem/sim/text.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tandem/tools/view/key_decoder.hpp>
#include <tests/support/session.hpp>

namespace tandem::tools {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using Kind = PlaybackOrder::Kind;

// A person before a recording of 1,000 ticks at ten a second; the player does as it is told.
class Viewer {
public:
    explicit Viewer(std::uint64_t begins_at = 0, PlaybackScope scope = scope_of())
        : playback(std::move(scope), Playback::k_real_time, begins_at, now), here(begins_at) {}

    static PlaybackScope scope_of() {
        PlaybackScope scope;
        scope.end_tick = 1'000;
        scope.rate = TickRate(10);
        scope.marks = {{100, "left at tick 100, player 1"}, {200, "a"}, {200, "b"}};
        scope.slots = 2;
        return scope;
    }

    // Types; what is asked for at once is done at once.
    Viewer& type(const std::vector<std::uint8_t>& keys) {
        for (const std::uint8_t key : keys) {
            playback.press(key, now);
            while (playback.has_order()) {
                execute();
            }
        }
        return *this;
    }
    Viewer& type(std::string_view text) { return type(decode_keys(text)); }
    Viewer& wait(milliseconds time) {
        now += time;
        execute();
        return *this;
    }
    void execute() {
        last = playback.advance(now);
        if (last.kind != Kind::stay && last.kind != Kind::hand_over) {
            here = last.target;
            playback.arrived(here);
        }
    }
    std::vector<std::string> lines() {
        const TimeLine& line =
            playback.shows_strips() ? playback.time_line(levels) : playback.time_line();
        return playback.lines(now, &line);
    }
    std::string text() {
        std::string all;
        for (const std::string& line : lines()) {
            all += line + "\n";
        }
        return all;
    }
    bool shows(const std::string& words) { return text().find(words) != std::string::npos; }

    nanoseconds now = milliseconds(7);
    // Two players: one always busy, one absent.
    std::vector<std::uint8_t> levels = [] {
        std::vector<std::uint8_t> rows(2 * k_strip_columns, 255);
        std::fill(rows.begin() + k_strip_columns, rows.end(), k_strip_absent);
        return rows;
    }();
    Playback playback;
    PlaybackOrder last;
    std::uint64_t here;
};

TEST(Playback, PlaysInRealTimeAndPauses) {
    Viewer viewer;
    EXPECT_EQ(viewer.wait(milliseconds(100)).here, 1U);
    EXPECT_EQ(viewer.last.kind, Kind::step);
    EXPECT_EQ(viewer.wait(milliseconds(250)).here, 3U);
    EXPECT_EQ(viewer.playback.alpha().fixed(), Fixed::ratio(1, 2));
    EXPECT_TRUE(viewer.shows("playing"));
    viewer.type(" ");
    EXPECT_TRUE(viewer.shows("paused"));
    EXPECT_EQ(viewer.wait(milliseconds(5'000)).here, 3U);
    // The time of the pause is not made up for.
    viewer.type(" ");
    EXPECT_EQ(viewer.wait(milliseconds(100)).here, 4U);
}

TEST(Playback, ArrowsHomeAndEndSeekWithinTheRecording) {
    Viewer viewer(500);
    EXPECT_EQ(viewer.type("\x1b[C").here, 510U);
    EXPECT_EQ(viewer.last.kind, Kind::jump);
    EXPECT_EQ(viewer.type("\x1b[A").here, 610U);
    EXPECT_EQ(viewer.type("\x1b[D").here, 600U);
    EXPECT_EQ(viewer.type("\x1b[B\x1b[B").here, 400U);
    EXPECT_EQ(viewer.type("\x1b[F").here, 1'000U);
    EXPECT_EQ(viewer.type("\x1b[C").here, 1'000U);
    EXPECT_EQ(viewer.type("\x1b[H").here, 0U);
    EXPECT_EQ(viewer.type("\x1b[D").here, 0U);
}

TEST(Playback, BeginsWhereTheFileBegins) {
    PlaybackScope scope = Viewer::scope_of();
    scope.first_tick = 300;
    Viewer viewer(305, scope);
    EXPECT_EQ(viewer.type("\x1b[D").here, 300U);
    EXPECT_EQ(viewer.type(",").here, 300U);
    EXPECT_EQ(viewer.type("g5\r").here, 300U);
}

TEST(Playback, StepsATickOnAndBackAndPausesThere) {
    Viewer viewer(500);
    EXPECT_EQ(viewer.type("...").here, 503U);
    EXPECT_EQ(viewer.last.kind, Kind::step);
    EXPECT_EQ(viewer.type(",,").here, 501U);
    EXPECT_EQ(viewer.wait(milliseconds(1'000)).here, 501U);
    viewer.type("\x1b[F.");
    EXPECT_EQ(viewer.here, 1'000U);
}

TEST(Playback, ChangesItsSpeedWhilePlaying) {
    Viewer viewer(500);
    const auto ticks_in_a_second = [&] {
        const std::uint64_t before = viewer.here;
        for (int i = 0; i < 20; ++i) {
            viewer.wait(milliseconds(50));
        }
        return viewer.here - before;
    };
    EXPECT_EQ(ticks_in_a_second(), 10U);
    viewer.type("+");
    EXPECT_TRUE(viewer.shows("playing 2x"));
    EXPECT_EQ(ticks_in_a_second(), 20U);
    viewer.type("---");
    EXPECT_TRUE(viewer.shows("playing 0.25x"));
    viewer.type("-");
    EXPECT_TRUE(viewer.shows("playing 0.25x"));
    viewer.wait(milliseconds(4'000));
    viewer.type("++++++");
    EXPECT_TRUE(viewer.shows("playing 16x"));
    viewer.type("\x1b[H");
    EXPECT_EQ(ticks_in_a_second(), 160U);
}

TEST(Playback, PlaysWithoutAnyPaceBeyondTheFastest) {
    Viewer viewer;
    viewer.type("+++++");
    EXPECT_TRUE(viewer.shows("playing unpaced"));
    viewer.playback.advance(viewer.now);
    EXPECT_EQ(viewer.wait(milliseconds(0)).last.kind, Kind::step);
    EXPECT_TRUE(viewer.last.is_unpaced);
    EXPECT_EQ(viewer.last.target, 1'000U);
    viewer.type("-");
    EXPECT_TRUE(viewer.shows("16x"));
}

TEST(Playback, TakesASpeedThatIsNotOneOfItsOwn) {
    PlaybackScope scope = Viewer::scope_of();
    Playback slow(scope, 1, 0, milliseconds(0));
    slow.press('-', milliseconds(0));
    EXPECT_EQ(slow.lines(milliseconds(0), nullptr).back(), "playing 0.001x");
    slow.press('+', milliseconds(0));
    EXPECT_EQ(slow.lines(milliseconds(0), nullptr).back(), "playing 0.25x");
    Playback fast(scope, 1'000'000, 0, milliseconds(0));
    EXPECT_EQ(fast.lines(milliseconds(0), nullptr).back(), "playing 1000x");
    fast.press('+', milliseconds(0));
    EXPECT_EQ(fast.lines(milliseconds(0), nullptr).back(), "playing unpaced");
    fast.press('-', milliseconds(0));
    EXPECT_EQ(fast.lines(milliseconds(0), nullptr).back(), "playing 16x");
}

TEST(Playback, PlaysBackwardAndStopsAtTheBeginning) {
    Viewer viewer(20);
    viewer.type("r");
    EXPECT_TRUE(viewer.shows("playing backward"));
    EXPECT_EQ(viewer.wait(milliseconds(200)).here, 18U);
    EXPECT_EQ(viewer.last.kind, Kind::step_back);
    viewer.type("++");
    EXPECT_TRUE(viewer.shows("playing backward 4x"));
    for (int i = 0; i < 10; ++i) {
        viewer.wait(milliseconds(100));
    }
    EXPECT_EQ(viewer.here, 0U);
    EXPECT_TRUE(viewer.shows("paused"));
    // From there on it plays forward again.
    viewer.type(" ");
    EXPECT_EQ(viewer.wait(milliseconds(100)).here, 4U);
}

TEST(Playback, TurnsRoundInFullRun) {
    Viewer viewer(500);
    viewer.wait(milliseconds(100));
    viewer.type("r").wait(milliseconds(100));
    EXPECT_EQ(viewer.here, 500U);
    viewer.type("r").wait(milliseconds(100));
    EXPECT_EQ(viewer.here, 501U);
}

TEST(Playback, LoopsFromAToBInBothDirections) {
    Viewer viewer(500);
    viewer.type("a");
    EXPECT_TRUE(viewer.shows("b ends the loop"));
    viewer.type(".....b ");
    EXPECT_TRUE(viewer.shows("loop 500 to 505"));
    viewer.wait(milliseconds(100));
    EXPECT_EQ(viewer.here, 500U);
    EXPECT_EQ(viewer.last.kind, Kind::jump);
    // It never steps over B.
    EXPECT_EQ(viewer.wait(milliseconds(900)).here, 505U);
    viewer.wait(milliseconds(100)).type("r");
    EXPECT_EQ(viewer.wait(milliseconds(100)).here, 505U);
    EXPECT_EQ(viewer.wait(milliseconds(100)).here, 504U);
    // A place behind the loop is played on from.
    viewer.type("r\x1b[A").wait(milliseconds(300));
    EXPECT_EQ(viewer.here, 607U);
    viewer.type("a");
    EXPECT_FALSE(viewer.shows("loop"));
}

TEST(Playback, TheEndsOfALoopMayBeSetInEitherOrderButNotAtOneTick) {
    Viewer viewer(500);
    viewer.type("ba");
    EXPECT_TRUE(viewer.shows("a loop has two ends"));
    viewer.type("\x1b[Da");
    EXPECT_FALSE(viewer.shows("a loop has two ends"));
    EXPECT_TRUE(viewer.shows("loop 490 to 500"));
    Viewer turned(500);
    turned.type("a\x1b[Db");
    EXPECT_TRUE(turned.shows("loop 490 to 500"));
}

TEST(Playback, ALoopThatReachesTheEndIsNotOver) {
    Viewer viewer(990);
    viewer.type("a\x1b[Fb");
    for (int i = 0; i < 100; ++i) {
        viewer.wait(milliseconds(100));
        ASSERT_FALSE(viewer.playback.is_over());
        ASSERT_GE(viewer.here, 990U);
    }
}

TEST(Playback, JumpsFromMarkToMarkAndSaysWhatTheyAre) {
    Viewer viewer(50);
    viewer.type(" n");
    EXPECT_EQ(viewer.here, 100U);
    EXPECT_TRUE(viewer.shows("left at tick 100, player 1"));
    EXPECT_EQ(viewer.type("n").here, 200U);
    EXPECT_TRUE(viewer.shows("   a   b"));
    EXPECT_EQ(viewer.type("n").here, 200U);
    EXPECT_TRUE(viewer.shows("there is no later mark"));
    EXPECT_EQ(viewer.type("p").here, 100U);
    EXPECT_FALSE(viewer.shows("there is no"));
    EXPECT_EQ(viewer.type("p").here, 100U);
    EXPECT_TRUE(viewer.shows("there is no earlier mark"));
    EXPECT_TRUE(viewer.shows(":"));
}

TEST(Playback, GoesToATickThatIsTyped) {
    Viewer viewer(50);
    viewer.type(" g12");
    EXPECT_TRUE(viewer.shows("to tick 12_"));
    EXPECT_EQ(viewer.here, 50U);
    EXPECT_EQ(viewer.type("3\x7f\r").here, 12U);
    EXPECT_EQ(viewer.type("g-30\r").here, 970U);
    EXPECT_EQ(viewer.type("g5000\r").here, 1'000U);
    EXPECT_EQ(viewer.type("g-5000\r").here, 0U);
    EXPECT_EQ(viewer.type("g\r").here, 0U);
    viewer.type("g99999999999999999999\r");
    EXPECT_TRUE(viewer.shows("no tick has the number 99999999999999999999"));
    // Escape leaves the question, not the recording.
    viewer.type("g7\x1b");
    EXPECT_FALSE(viewer.playback.is_over());
    EXPECT_FALSE(viewer.shows("to tick"));
}

TEST(Playback, TakingOverComesAfterACountAndForTheChosenPlayer) {
    Viewer viewer(500);
    viewer.type("t");
    EXPECT_TRUE(viewer.shows("you play player 0 in 3"));
    viewer.wait(milliseconds(2'500));
    EXPECT_TRUE(viewer.shows("in 1"));
    viewer.type("1");
    EXPECT_TRUE(viewer.shows("you play player 1 in 3"));
    viewer.type("2");  // there is no such player
    EXPECT_TRUE(viewer.shows("you play player 1 in 3"));
    viewer.wait(milliseconds(2'900));
    EXPECT_EQ(viewer.last.kind, Kind::stay);
    viewer.wait(milliseconds(100));
    EXPECT_EQ(viewer.last.kind, Kind::hand_over);
    EXPECT_EQ(viewer.last.target, 500U);
    EXPECT_EQ(viewer.last.slot, Slot{1});
    viewer.type("t\x1b").wait(milliseconds(5'000));
    EXPECT_EQ(viewer.last.kind, Kind::stay);
    EXPECT_FALSE(viewer.playback.is_over());
}

TEST(Playback, BackspaceSaysWhichKeyTakesOver) {
    Viewer viewer(500);
    viewer.type("\x7f");
    EXPECT_TRUE(viewer.shows("t takes over from here"));
    viewer.type(" ");
    EXPECT_FALSE(viewer.shows("t takes over from here"));
    PlaybackScope scope = Viewer::scope_of();
    scope.no_take_over = "the game takes no keys";
    Viewer onlooker(500, scope);
    onlooker.type("\x7f");
    EXPECT_TRUE(onlooker.shows("the game takes no keys"));
}

TEST(Playback, SaysWhyNobodyCanTakeOver) {
    PlaybackScope scope = Viewer::scope_of();
    scope.no_take_over = "the game takes no keys";
    Viewer viewer(500, scope);
    viewer.type("t");
    EXPECT_TRUE(viewer.shows("the game takes no keys"));
    EXPECT_EQ(viewer.wait(milliseconds(5'000)).last.kind, Kind::step);
}

TEST(Playback, ADivergenceStopsItInSight) {
    Viewer viewer(500);
    viewer.playback.diverged(505);
    EXPECT_EQ(viewer.wait(milliseconds(500)).here, 500U);
    EXPECT_TRUE(viewer.shows("DIVERGED at tick 505"));
    EXPECT_TRUE(viewer.shows("!"));
}

TEST(Playback, TheEndStaysInSightForAMomentUnlessSomebodySeeksBack) {
    Viewer viewer(999);
    viewer.wait(milliseconds(100)).wait(milliseconds(10));
    EXPECT_TRUE(viewer.shows("the end"));
    viewer.wait(milliseconds(2'000));
    viewer.type("\x1b[D");
    EXPECT_FALSE(viewer.shows("the end"));
    viewer.wait(milliseconds(5'000)).wait(milliseconds(10));
    EXPECT_FALSE(viewer.playback.is_over());
    viewer.wait(milliseconds(3'000));
    EXPECT_TRUE(viewer.playback.is_over());
}

TEST(Playback, SpaceKeepsTheEndInSightAndThenPlaysAgainFromTheBeginning) {
    Viewer viewer;
    viewer.type(std::vector{k_end_key}).wait(milliseconds(100));
    EXPECT_EQ(viewer.here, 1'000U);
    viewer.type(" ").wait(milliseconds(60'000));
    EXPECT_FALSE(viewer.playback.is_over());
    EXPECT_EQ(viewer.here, 1'000U);
    viewer.type(" ");
    EXPECT_EQ(viewer.here, 0U);
    viewer.wait(milliseconds(300));
    EXPECT_EQ(viewer.here, 3U);
}

TEST(Playback, TheEndOfAFileThatGrowsIsNotTheEnd) {
    PlaybackScope scope = Viewer::scope_of();
    scope.is_growing = true;
    Viewer viewer(1'000, scope);
    viewer.wait(milliseconds(10'000));
    EXPECT_TRUE(viewer.shows("waiting for more"));
    EXPECT_FALSE(viewer.playback.is_over());
    scope.end_tick = 1'100;
    viewer.playback.grow(scope);
    EXPECT_EQ(viewer.wait(milliseconds(100)).last.kind, Kind::step);
    viewer.type("\x1b[F");
    EXPECT_EQ(viewer.here, 1'100U);
    scope.is_growing = false;
    viewer.playback.grow(scope);
    viewer.wait(milliseconds(10)).wait(milliseconds(3'000));
    EXPECT_TRUE(viewer.playback.is_over());
}

TEST(Playback, WhatLiesAlongAFileGrowsWithIt) {
    PlaybackScope scope = Viewer::scope_of();
    Viewer viewer(0, scope);
    scope.end_tick = 2'000;
    scope.marks.push_back({1'500, "later"});
    scope.stalls = {1'600};
    scope.keyframes = {500, 1'000};
    viewer.playback.grow(scope);
    const TimeLine& line = viewer.playback.time_line();
    EXPECT_EQ(line.end_tick, 2'000U);
    EXPECT_EQ(line.marks.back(), 1'500U);
    EXPECT_EQ(line.stalls, scope.stalls);
    EXPECT_EQ(line.keyframes, scope.keyframes);
}

TEST(Playback, OfMillionsOfMarksTheBarHasThoseThatCanBeToldApart) {
    PlaybackScope scope;
    scope.end_tick = 1'000'000;
    for (std::uint64_t tick = 0; tick <= scope.end_tick; ++tick) {
        scope.marks.push_back({tick, ""});
    }
    scope.stalls.assign(1'000'000, 77);
    Viewer viewer(0, scope);
    const TimeLine& line = viewer.playback.time_line();
    EXPECT_LE(line.marks.size(), 4'097U);
    EXPECT_GE(line.marks.size(), 4'096U);
    EXPECT_EQ(line.marks.front(), 0U);
    EXPECT_EQ(line.stalls, std::vector<std::uint64_t>{77});
    // Each can be gone to all the same.
    EXPECT_EQ(viewer.type("nnn").here, 3U);
}

TEST(Playback, OfMarksInOneTickAFewAreToldAndNoneAtLength) {
    PlaybackScope scope = Viewer::scope_of();
    scope.marks.assign(1'000'000, {5, std::string(70, 'x')});
    scope.marks[0].text = std::string(100'000, 'y');
    Viewer viewer(5, scope);
    const std::string state = viewer.playback.state_line(viewer.now);
    EXPECT_LT(state.size(), 500U);
    EXPECT_NE(state.find("yyy...   xxx"), state.npos) << state;
    EXPECT_NE(state.find("and 999997 more marks"), state.npos) << state;
}

TEST(Playback, QAndEscapeEndIt) {
    EXPECT_TRUE(Viewer().type("q").playback.is_over());
    EXPECT_TRUE(Viewer().type("\x1b").playback.is_over());
    EXPECT_TRUE(Viewer().type("gq").playback.is_over());
}

// One less, because erasing the rest of a full line takes its last character.
TEST(Playback, ItsLinesFitEightyColumns) {
    PlaybackScope scope = Viewer::scope_of();
    scope.end_tick = 216'000;
    scope.rate = TickRate(60);
    scope.marks.clear();
    for (const char* keys : {"", "?", "g", "t", "r----", "a\x1b[Ab"}) {
        Viewer viewer(215'000, scope);
        viewer.type(keys);
        for (const std::string& line : viewer.lines()) {
            EXPECT_LE(sim::characters_of(line), 79U) << line;
        }
    }
    Viewer viewer;
    EXPECT_EQ(viewer.lines().size(), 3U);
    EXPECT_TRUE(viewer.shows("? all keys"));
    viewer.type("?");
    EXPECT_TRUE(viewer.shows("r backward, forward"));
    EXPECT_TRUE(viewer.shows("? fewer"));
    EXPECT_TRUE(viewer.shows("~ stall"));
    EXPECT_EQ(viewer.lines().size(), 6U);
    const std::vector<std::string> of_window = viewer.playback.lines(viewer.now, nullptr);
    EXPECT_EQ(of_window.size(), 5U);
    EXPECT_LE(of_window[3].size(), 79U);
}

TEST(Playback, ShowsInputsAsStripsOnDemand) {
    Viewer viewer;
    EXPECT_FALSE(viewer.shows("player 1"));
    viewer.type("i");
    EXPECT_TRUE(viewer.shows("[" + std::string(38, '#') + "] player 0"));
    EXPECT_TRUE(viewer.shows("[" + std::string(38, '|') + "] player 1"));
    viewer.type("i");
    EXPECT_FALSE(viewer.shows("player 1"));
}

// The single characters in the first column of the table below this title of PLAY.md.
std::string keys_of_page(const std::string& title) {
    std::ifstream page(std::string(TANDEM_SOURCE_DIR) + "/tools/view/PLAY.md");
    std::string keys;
    bool is_below = false;
    for (std::string line; std::getline(page, line);) {
        is_below = line.starts_with("## ") ? line == "## " + title : is_below;
        if (!is_below || !line.starts_with("| ")) {
            continue;
        }
        const std::string cell = line.substr(0, line.find(" | "));
        for (std::size_t at = cell.find('`'); at != std::string::npos;
             at = cell.find('`', at + 1)) {
            if (at + 2 < cell.size() && cell[at + 2] == '`') {
                keys += cell[at + 1];
                at += 2;
            }
        }
    }
    return keys;
}

TEST(Playback, EveryKeyThatPlayersAreToldOfDoesSomething) {
    const std::string keys = keys_of_page("Afterwards");
    EXPECT_GE(keys.size(), 14U) << keys;
    for (const char key : keys) {
        Viewer before(500);
        Viewer after(500);
        after.type(std::string(1, key));
        EXPECT_TRUE(after.text() != before.text() || after.here != before.here ||
                    after.playback.is_over() ||
                    after.playback.shows_strips() != before.playback.shows_strips())
            << key;
    }
    EXPECT_FALSE(Viewer(500).type("z").text() != Viewer(500).text()) << "others do nothing";
}

template <class Game>
Game begun() {
    auto simulation = sim::erase<Game>();
    EXPECT_TRUE(simulation.reset(test::make_setup(simulation.info(), 2)));
    return simulation.template as<Game>();
}

// Whether this key alone gives another input than none.
template <class Game>
bool gives_input(const Game& game, char key) {
    const auto input_of = [&](const Keys& held) {
        return sim::canonical_bytes(game.input_from_keys(held));
    };
    Keys held;
    held.press(key);
    const sim::Bytes with_key = input_of(held);
    return with_key != input_of({});
}

TEST(Playback, AndSoDoesEveryKeyOfTheGames) {
    const games::Duel duel = begun<games::Duel>();
    const std::string duel_keys = keys_of_page("duel");
    EXPECT_GE(duel_keys.size(), 4U) << duel_keys;
    for (const char key : duel_keys) {
        EXPECT_EQ(gives_input(duel, key), key != 'q') << key;
    }

    // Numbers choose the flocks that orders are for.
    games::Swarm swarm = begun<games::Swarm>();
    swarm.flocks[1].size = swarm.flocks[3].size = 1;
    const std::string swarm_keys = keys_of_page("swarm");
    EXPECT_GE(swarm_keys.size(), 8U) << swarm_keys;
    for (const char key : swarm_keys) {
        EXPECT_FALSE(gives_input(swarm, '2'));
        EXPECT_TRUE(gives_input(swarm, key) || swarm.chosen_flock(Slot{0}) != 1) << key;
    }
    EXPECT_FALSE(gives_input(swarm, 'z')) << "others do nothing";
}

}  // namespace
}  // namespace tandem::tools
