// SPDX-License-Identifier: MIT
// A frame fits its terminal, whatever the game draws.
#include <tandem/tools/view/live_screen.hpp>

#include <algorithm>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/text/keys_help.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/session.hpp>
#include <tests/support/throwing_parts.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using test::says;

template <class Game>
std::string frame(TerminalSize size, const std::vector<std::string>& lines,
                  std::uint32_t players = 2) {
    auto simulation = sim::erase<Game>();
    EXPECT_TRUE(simulation.reset(test::make_setup(simulation.info(), players)));
    return frame_text(simulation, simulation, {1, 2}, size, lines);
}

std::size_t count_of(std::string_view part, const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

std::size_t rows_of(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
}

TEST(FrameText, FitsTheTerminalAndLeavesItsLastRow) {
    for (const TerminalSize size :
         {TerminalSize{80, 24}, TerminalSize{40, 10}, TerminalSize{1, 1}}) {
        for (const std::uint32_t players : {2U, 8U}) {
            const std::string text = frame<games::Duel>(size, {"one", "two"}, players);
            EXPECT_LE(rows_of(text), std::max<std::size_t>(size.rows - 1, 4)) << size.rows;
        }
    }
}

TEST(FrameText, StatusOfFourPlayersStandsInOneRowAndOfEightInTwo) {
    const std::string four = frame<games::Duel>({80, 24}, {}, 4);
    EXPECT_TRUE(says(four,
                     "\r\n0: 100 hp 0 frags   1: 100 hp 0 frags   2: 100 hp 0 frags   "
                     "3: 100 hp 0 frags\x1b[K"));
    const std::string eight = frame<games::Duel>({80, 24}, {}, 8);
    EXPECT_TRUE(says(eight, "3: 100 hp 0 frags\x1b[K\r\n4: 100 hp 0 frags   5: "));
    EXPECT_EQ(rows_of(four), rows_of(eight));
}

TEST(FrameText, NamesThePlayersAndOnesOwnFigure) {
    auto simulation = sim::erase<games::Duel>();
    ASSERT_TRUE(simulation.reset(test::make_setup(simulation.info(), 2)));
    const std::string text =
        frame_text(simulation, simulation, {1, 1}, {80, 24}, keys_help_lines(simulation.info()),
                   {{{0, "ann"}, {1, "bob"}}, Slot{1}});
    EXPECT_TRUE(says(text, "0 ann: 100 hp 0 frags   1 bob (you): 100 hp 0 frags"));
    // Once at the figure, once in the line below.
    const std::string shown = std::regex_replace(text, std::regex("\x1b\\[[0-9;]*[A-Za-z]"), "");
    EXPECT_EQ(count_of("ann", shown), 2U) << shown;
    EXPECT_EQ(count_of("you", shown), 2U) << shown;
    EXPECT_TRUE(says(text, "space: shoot"));
}

TEST(FrameText, LeavesMostOfTheTerminalToThePictureAndKeepsTheLastLines) {
    auto simulation = sim::erase<games::Duel>();
    ASSERT_TRUE(simulation.reset(test::make_setup(simulation.info(), 2)));
    std::vector<std::string> lines(50, "a key");
    lines.push_back("tick 5");
    const std::string text = frame_text(simulation, simulation, {1, 1}, {80, 24}, lines);
    EXPECT_EQ(count_of("a key", text), 5U);
    EXPECT_TRUE(says(text, "tick 5"));
    EXPECT_LE(count_of("\r\n", text), 23U);
}

TEST(FrameText, BeginsAtTheCornerAndErasesWhatWasThere) {
    const std::string text = frame<games::Duel>({80, 24}, {"tick 5"});
    EXPECT_TRUE(text.starts_with("\x1b[H"));
    EXPECT_TRUE(text.ends_with("tick 5\x1b[K\x1b[J"));
    EXPECT_TRUE(says(text, "\xe2\x96"));  // some half block
}

TEST(FrameText, CutsLinesThatAreTooLong) {
    const std::string text = frame<test::Counter>({10, 24}, {"0123456789abc"});
    EXPECT_TRUE(says(text, "\r\n0123456789\x1b[K"));
}

TEST(FrameText, SaysSoWhereAGameDoesNotDraw) {
    EXPECT_TRUE(says(frame<test::Counter>({80, 24}, {}), "does not draw"));
}

TEST(FrameText, ADrawThatThrowsCostsThePictureOnly) {
    const test::Armed armed("draw");
    const std::string text = frame<test::ThrowingParts>({80, 24}, {"tick 5"});
    EXPECT_TRUE(says(text, "draw: the game threw an exception: planned in draw\x1b[K"));
    EXPECT_TRUE(text.ends_with("tick 5\x1b[K\x1b[J"));
}

TEST(Surface, QuitsWithQAndEscape) {
    EXPECT_TRUE(Surface::is_quit({'w', 'q'}));
    EXPECT_TRUE(Surface::is_quit({27}));
    EXPECT_FALSE(Surface::is_quit({'w', ' '}));
    EXPECT_FALSE(Surface::is_quit({}));
}

TEST(LiveScreen, APageOfTextFitsAndItsFirstLinesSayMost) {
    EXPECT_EQ(page_text({"waiting for ann", "", "q ends it"}, {9, 24}),
              "\x1b[Hwaiting f\x1b[K\r\n\x1b[K\r\nq ends it\x1b[K\x1b[J");
    EXPECT_EQ(page_text({"first", "second", "third"}, {80, 3}),
              "\x1b[Hfirst\x1b[K\r\nsecond\x1b[K\x1b[J")
        << "the last row stays free";
    EXPECT_EQ(page_text({"first"}, {80, 1}), "\x1b[Hfirst\x1b[K\x1b[J");
    EXPECT_EQ(page_text({}, {80, 24}), "\x1b[H\x1b[J");
}

}  // namespace
}  // namespace tandem::tools
