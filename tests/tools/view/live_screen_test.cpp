// SPDX-License-Identifier: MIT
// A frame fits its terminal, whatever the game draws and however small the terminal is.
#include <tandem/tools/view/live_screen.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/text/keys_help.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/session.hpp>
#include <tests/support/smoky.hpp>
#include <tests/support/throwing_parts.hpp>
#include <tests/tools/here.hpp>
#include <tests/tools/system/pseudo_terminal.hpp>
#include <tests/tools/view/model_terminal.hpp>

namespace tandem::tools {
namespace {

using test::says;
using LiveScreenOnAPseudoTerminal = test::OnAPseudoTerminal;

template <class Game>
std::string frame(TerminalSize size, const std::vector<std::string>& lines,
                  std::uint32_t players = 2, bool shows_whole_lines = false) {
    auto simulation = sim::erase<Game>();
    EXPECT_TRUE(simulation.reset(test::make_setup(simulation.info(), players)));
    StatusRoom room;
    return term_frame(simulation, simulation, {1, 2}, size, lines, {}, room, shows_whole_lines)
               .picture.plain() +
           "\n";
}

std::size_t count_of(std::string_view part, const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

TEST(TermFrame, FitsTheTerminalAndLeavesItsLastRow) {
    for (const TerminalSize size : {TerminalSize{80, 24}, k_least_terminal}) {
        for (const std::uint32_t players : {2U, 8U}) {
            const std::string text = frame<games::Duel>(size, {"one", "two"}, players);
            EXPECT_EQ(count_of("\n", text), size.rows);
            EXPECT_TRUE(text.ends_with("one\ntwo\n\n")) << text;
        }
    }
}

TEST(TermFrame, OfAGameWhoseDrawChangesItLeavesItAsItWas) {
    auto simulation = sim::erase<test::Smoky>();
    ASSERT_TRUE(simulation.reset(test::make_setup(simulation.info(), 2)));
    const sim::Bytes before = simulation.save();
    StatusRoom room;
    term_frame(simulation, simulation, {1, 2}, {80, 24}, {}, {}, room, false);
    EXPECT_EQ(simulation.save(), before);
}

TEST(TermFrame, StatusOfFourPlayersStandsInOneRowAndOfEightInTwo) {
    const std::string four = frame<games::Duel>({80, 24}, {}, 4);
    EXPECT_TRUE(says(four,
                     "\n0: 100 hp 0 frags   1: 100 hp 0 frags   2: 100 hp 0 frags   "
                     "3: 100 hp 0 frags\n"));
    const std::string eight = frame<games::Duel>({80, 24}, {}, 8);
    EXPECT_TRUE(says(eight, "3: 100 hp 0 frags\n4: 100 hp 0 frags   5: "));
}

TEST(TermFrame, NamesThePlayersAndOnesOwnFigure) {
    auto simulation = sim::erase<games::Duel>();
    ASSERT_TRUE(simulation.reset(test::make_setup(simulation.info(), 2)));
    StatusRoom room;
    const std::string shown = term_frame(simulation, simulation, {1, 1}, {80, 24},
                                         keys_help_lines(simulation.info(), false),
                                         {{{0, "ann"}, {1, "bob"}}, Slot{1}}, room)
                                  .picture.plain();
    EXPECT_TRUE(says(shown, "0 ann: 100 hp 0 frags   1 bob (you): 100 hp 0 frags, blaster"));
    // Once at the figure, once in the line below.
    EXPECT_EQ(count_of("ann", shown), 2U) << shown;
    EXPECT_EQ(count_of("you", shown), 2U) << shown;
    EXPECT_TRUE(says(shown, "space: shoot"));
}

TEST(TermFrame, CutsNamesWhereTheStatusThenStandsInOneRow) {
    auto simulation = sim::erase<games::Duel>();
    ASSERT_TRUE(simulation.reset(test::make_setup(simulation.info(), 2)));
    const auto shown = [&](const std::string& name, StatusRoom& room) {
        const PlayersShown players{{{0, name}, {1, "bob"}}, Slot{1}};
        return term_frame(simulation, simulation, {1, 1}, {80, 24}, {}, players, room);
    };
    StatusRoom room;
    const std::string long_name(24, 'n');
    EXPECT_TRUE(says(shown(long_name, room).picture.plain(),
                     "\n0 nnnnnnnnnnn.: 100 hp 0 frags   1 bob (you): 100 hp 0 frags, blaster"));
    EXPECT_EQ(room.rows, 1U);
    // What was needed once is kept: the picture above does not change its size.
    StatusRoom grown{2, 24};
    const TermFrame frame = shown("ann", grown);
    EXPECT_EQ(frame.game_rows, shown(long_name, room).game_rows - 1);
    EXPECT_TRUE(says(frame.picture.plain(), "\n0 ann: 100 hp"));
}

TEST(TermFrame, LeavesMostOfTheTerminalToThePictureAndKeepsTheLastLines) {
    std::vector<std::string> lines(50, "a key");
    lines.push_back("tick 5");
    const std::string text = frame<games::Duel>({80, 24}, lines);
    EXPECT_EQ(count_of("a key", text), 7U);
    EXPECT_TRUE(says(text, "tick 5\n"));
}

TEST(TermFrame, CutsLinesThatAreTooLong) {
    const std::string text = frame<test::Counter>({32, 24}, {std::string(32, 'a') + "bc"});
    EXPECT_TRUE(says(text, "\n" + std::string(32, 'a') + "\n")) << text;
}

TEST(TermFrame, ShowsLinesWholeWhereThatIsAskedWhateverTheSize) {
    const std::string path = "/" + std::string(90, 'p') + "/a.tandem";
    for (std::uint32_t columns = k_least_terminal.columns; columns < 120; columns += 7) {
        for (std::uint32_t rows = k_least_terminal.rows; rows < 30; ++rows) {
            const std::string text = frame<games::Duel>(
                {columns, rows}, {"the game is over", "  tandem play " + path, "any key"}, 8, true);
            EXPECT_EQ(count_of("\n", text), rows);
            EXPECT_TRUE(text.ends_with("any key\n\n")) << text;
            std::string joined = text;
            joined.erase(std::remove(joined.begin(), joined.end(), '\n'), joined.end());
            EXPECT_TRUE(says(joined, path)) << text;
        }
    }
    // Nor more than there is room for.
    const std::string many =
        frame<games::Duel>({80, 24}, std::vector<std::string>(50, "a line"), 8, true);
    EXPECT_EQ(count_of("\n", many), 24U);
    EXPECT_EQ(count_of("a line\n", many), 20U) << many;
}

TEST(TermFrame, SaysSoWhereAGameDoesNotDraw) {
    EXPECT_TRUE(says(frame<test::Counter>({80, 24}, {}), "does not draw"));
}

TEST(TermFrame, ADrawThatThrowsCostsThePictureOnly) {
    const test::Armed armed("draw");
    const std::string text = frame<test::ThrowingParts>({80, 24}, {"tick 5"});
    EXPECT_TRUE(says(text, "draw: the game threw an exception: planned in draw\n"));
    EXPECT_TRUE(text.ends_with("tick 5\n\n"));
}

TEST(TermFrame, OfATerminalThatIsTooSmallSaysWhatIsNeeded) {
    EXPECT_EQ(frame<games::Duel>({31, 10}, {"tick 5"}).substr(0, 106),
              "this terminal of 31x10 is too\n"
              "small: make it 32x10 or larger,\n"
              "the session goes on\n\n\n\n\n\n\n\n")
        << frame<games::Duel>({31, 10}, {"tick 5"});
    EXPECT_EQ(frame<games::Duel>({10, 3}, {"tick 5"}), "10x3 is\ntoo small:\nneed 32x10\n");
}

TEST(TermFrame, OfATerminalOfAnySizeIsNoLarger) {
    for (std::uint32_t columns = 1; columns < 40; columns += 3) {
        for (std::uint32_t rows = 1; rows < 14; ++rows) {
            const std::string text = frame<games::Duel>({columns, rows}, {"tick 5"});
            EXPECT_EQ(count_of("\n", text), rows);
            EXPECT_FALSE(text.starts_with("\n") && columns < 32) << text;
        }
    }
}

TEST(Surface, QuitsWithQAndEscape) {
    EXPECT_TRUE(Surface::is_quit({'w', 'q'}));
    EXPECT_TRUE(Surface::is_quit({27}));
    EXPECT_FALSE(Surface::is_quit({'w', ' '}));
    EXPECT_FALSE(Surface::is_quit({}));
}

TEST(Surface, ShowsAtTheEndWhatTheGameSaysFirst) {
    auto simulation = sim::erase<games::Duel>();
    ASSERT_TRUE(simulation.reset(test::make_setup(simulation.info(), 2)));
    const std::vector<std::string> lines;
    Picture picture{simulation, simulation, {1, 1}, lines};
    EXPECT_EQ(banner_of(picture, {"ann wins"}), "");
    picture.is_end = true;
    EXPECT_EQ(banner_of(picture, {"ann wins", "0 ann: 3 rounds"}), "ann wins");
    EXPECT_EQ(banner_of(picture, {std::string(1'000'000, 'x')}).size(), 60U);
    EXPECT_EQ(banner_of(picture, {}), "");
    picture.banner = "3";
    EXPECT_EQ(banner_of(picture, {"ann wins"}), "3");
    StatusRoom room;
    EXPECT_EQ(term_frame(simulation, simulation, {1, 1}, {80, 24}, lines, {}, room).status.at(0),
              "0: 100 hp 0 frags");
}

TEST_F(LiveScreenOnAPseudoTerminal,
       OfATerminalThatStopsReadingGoesOnAndShowsTheLastPictureAfterwards) {
    constexpr TerminalSize k_size{100, 30};  // of the pseudo-terminal
    constexpr int k_pages = 1000;
    constexpr std::size_t k_letters = std::size_t{k_size.columns} * 20;
    const auto page = [](char letter) {
        return std::vector<std::string>(20, std::string(k_size.columns, letter));
    };
    std::ostringstream notes;
    Console console(notes, notes, "tandem");
    auto screen = LiveScreen::open(console);
    ASSERT_TRUE(screen);
    std::chrono::nanoseconds now(0);
    const auto show = [&](char letter) {
        now += std::chrono::seconds(1);
        (*screen)->page(page(letter), now);
    };
    for (int i = 0; i < k_pages; ++i) {
        show(static_cast<char>('a' + i % 26));
    }
    std::string written;
    const auto letters = [&](auto&& is_one) {
        return static_cast<std::size_t>(std::count_if(written.begin(), written.end(), is_one));
    };
    const auto is_last = [](char c) { return c == '#'; };
    while (letters(is_last) < k_letters) {
        show('#');
        written += pseudo.written();
    }
    screen->reset();
    written += pseudo.written_until(test::PseudoTerminal::k_left);
    EXPECT_LT(letters([](char c) { return c >= 'a' && c <= 'z'; }), k_pages * k_letters);
    test::ModelTerminal model(k_size.columns, k_size.rows);
    model.write(written);
    for (std::uint32_t row = 0; row < k_size.rows; ++row) {
        EXPECT_EQ(model.row(row), row < 20 ? std::string(k_size.columns, '#') : "") << row;
    }
}

TEST_F(LiveScreenOnAPseudoTerminal, WritesNoColourWhereNoColorIsSet) {
    auto simulation = sim::erase<games::Duel>();
    ASSERT_TRUE(simulation.reset(test::make_setup(simulation.info(), 2)));
    const std::vector<std::string> lines{"here"};
    const auto written = [&](const char* no_color) {
        ::setenv("NO_COLOR", no_color, 1);
        std::ostringstream notes;
        Console console(notes, notes, "tandem");
        auto screen = LiveScreen::open(console);
        EXPECT_TRUE(screen);
        (*screen)->draw({simulation, simulation, {1, 1}, lines, nullptr, "3"},
                        std::chrono::seconds(1));
        screen->reset();
        ::unsetenv("NO_COLOR");
        return pseudo.written_until(test::PseudoTerminal::k_left);
    };
    const std::string colored = written("");
    EXPECT_TRUE(says(colored, "38;2;")) << "empty is as if it were not set";
    const std::string plain = written("1");
    EXPECT_TRUE(says(plain, "here"));
    EXPECT_FALSE(says(plain, "38;2;"));
    EXPECT_FALSE(says(plain, "48;2;"));
}

TEST_F(LiveScreenOnAPseudoTerminal, TakesAnArrowThatComesInTwoPiecesForNoEscape) {
    std::ostringstream notes;
    Console console(notes, notes, "tandem");
    auto screen = LiveScreen::open(console);
    ASSERT_TRUE(screen);
    const auto type = [&](const char* text, int ms) {
        pseudo.type(text);
        EXPECT_TRUE(test::PseudoTerminal::has_input());
        return (*screen)->poll(std::chrono::milliseconds(ms));
    };
    EXPECT_TRUE(type("\x1b", 1000).empty());
    EXPECT_TRUE((*screen)->poll(std::chrono::milliseconds(1010)).empty());
    const auto keys = type("[C", 1020);
    EXPECT_EQ(keys, (std::vector<std::uint8_t>{static_cast<std::uint8_t>(Key::right)}));
    EXPECT_TRUE(type("\x1b", 2000).empty());
    EXPECT_TRUE(Surface::is_quit((*screen)->poll(std::chrono::milliseconds(2050))));
}

TEST(LiveScreen, APageOfTextFitsAndItsFirstLinesSayMost) {
    const std::string empty_rows(7, '\n');
    EXPECT_EQ(page_picture({"waiting for ann", "", "q ends it"}, {32, 10}).plain(),
              "waiting for ann\n\nq ends it" + empty_rows);
    // Of too many the last ones are left out.
    const std::vector<std::string> many(12, "a line");
    EXPECT_EQ(count_of("a line", page_picture(many, {32, 10}).plain()), 10U);
    EXPECT_EQ(page_picture({}, {32, 10}).plain(), std::string(9, '\n'));
    // Too long ones go on in the next row, at a word where there is one.
    EXPECT_EQ(page_picture({"  tandem play " + std::string(40, 'x'), "é"}, {32, 10}).plain(),
              "  tandem play\n" + std::string(32, 'x') + "\nxxxxxxxx\né\n\n\n\n\n\n");
    EXPECT_EQ(page_picture({"waiting for ann"}, {10, 3}).plain(),
              "10x3 is\ntoo small:\nneed 32x10");
}

TEST(LiveScreen, ABannerStandsInTheMiddleOfTheGameAndIsCutAtItsEdges) {
    auto simulation = sim::erase<games::Duel>();
    ASSERT_TRUE(simulation.reset(test::make_setup(simulation.info(), 2)));
    const auto shown = [&](TerminalSize size, std::string_view text) {
        StatusRoom room;
        TermFrame frame = term_frame(simulation, simulation, {1, 1}, size, {"below"}, {}, room);
        const TermPicture plain = frame.picture;
        write_banner(frame, text);
        EXPECT_EQ(frame.picture == plain, text.empty() || frame.game_rows == 0);
        return frame.picture;
    };
    shown({80, 24}, "");
    const std::string picture = shown({80, 24}, "waiting for b\u00f6b").plain();
    EXPECT_TRUE(says(picture, "  waiting for b\u00f6b  ")) << picture;
    EXPECT_TRUE(says(picture, "below"));
    EXPECT_EQ(shown({80, 24}, "3").cell(39, 10).character, U'3');
    shown({32, 10}, std::string(100, 'x'));
    shown({10, 3}, "3");
}

}  // namespace
}  // namespace tandem::tools
