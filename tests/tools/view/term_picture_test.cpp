// SPDX-License-Identifier: MIT
// Whatever a terminal showed before, after an update it shows the picture: judged by a model of
// one, which wraps and erases as xterm does, and by libvterm's where that is installed.
#include <tandem/tools/view/term_picture.hpp>

#include <array>
#include <random>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <tests/tools/view/model_terminal.hpp>
#ifdef TANDEM_HAS_VTERM
#include <tests/tools/view/vterm_terminal.hpp>
#endif

namespace tandem::tools {
namespace {

using test::ModelTerminal;

#ifdef TANDEM_HAS_VTERM
using Terminals = ::testing::Types<ModelTerminal, test::VtermTerminal>;
#else
using Terminals = ::testing::Types<ModelTerminal>;
#endif

template <class Terminal>
class TermPictureOn : public ::testing::Test {};
TYPED_TEST_SUITE(TermPictureOn, Terminals);

// An empty cell shows no front.
TermCell as_seen(TermCell cell) {
    cell.front = cell.character == U' ' ? TermCell::k_own_color : cell.front;
    return cell;
}

template <class Terminal>
::testing::AssertionResult shows(const Terminal& terminal, const TermPicture& picture) {
    for (std::uint32_t row = 0; row < picture.rows(); ++row) {
        for (std::uint32_t column = 0; column < picture.columns(); ++column) {
            if (as_seen(terminal.cell(column, row)) != as_seen(picture.cell(column, row))) {
                return ::testing::AssertionFailure()
                       << "column " << column << ", row " << row << " of:\n"
                       << terminal.text() << "instead of:\n"
                       << picture.plain();
            }
        }
    }
    return ::testing::AssertionSuccess();
}

class RandomPictures {
public:
    RandomPictures(std::uint32_t columns, std::uint32_t rows) : last_(columns, rows) {}

    // Like the one before in most of its cells, or in hardly any.
    TermPicture next(bool has_foreign_texts) {
        TermPicture picture = pick(5) == 0 ? TermPicture(last_.columns(), last_.rows()) : last_;
        for (std::uint32_t changes = pick(12); changes > 0; --changes) {
            const std::uint32_t row = pick(picture.rows());
            switch (pick(4)) {
                case 0:
                    picture.write(row, text(has_foreign_texts));
                    break;
                case 1:
                    picture.write(row, "");
                    break;
                default:
                    paint(picture, row);
            }
        }
        last_ = picture;
        return picture;
    }

    std::uint32_t pick(std::uint32_t below) {
        return static_cast<std::uint32_t>(engine_() % below);
    }

private:
    void paint(TermPicture& picture, std::uint32_t row) {
        const std::uint32_t from = pick(picture.columns());
        const std::uint32_t to = std::min(from + pick(9), picture.columns() - 1);
        for (std::uint32_t column = from; column <= to; ++column) {
            constexpr std::array<char32_t, 5> k_characters{k_upper_half, k_lower_half, k_full_block,
                                                           U' ', U'a'};
            picture.set(column, row, {k_characters[pick(5)], color(), color()});
        }
    }
    std::uint32_t color() { return pick(3) == 0 ? TermCell::k_own_color : pick(3) * 70'000; }
    std::string text(bool is_foreign) {
        std::string text;
        for (std::uint32_t letters = pick(last_.columns() + 4); letters > 0; --letters) {
            text += is_foreign && pick(4) == 0 ? (pick(2) == 0 ? "字" : "é")
                                               : std::string(1, static_cast<char>('a' + pick(9)));
        }
        return text;
    }

    std::mt19937_64 engine_{20'261'126};
    TermPicture last_;
};

TYPED_TEST(TermPictureOn, AnUpdateMakesTheTerminalShowItWhateverWasThere) {
    for (const auto& [columns, rows] :
         {std::pair(80U, 24U), std::pair(7U, 3U), std::pair(1U, 1U)}) {
        RandomPictures pictures(columns, rows);
        TypeParam terminal(columns, rows);
        TermPicture shown;
        for (int i = 0; i < 1000; ++i) {
            const TermPicture picture = pictures.next(false);
            terminal.write(update_text(shown, picture));
            ASSERT_TRUE(shows(terminal, picture)) << i;
            shown = picture;
        }
        EXPECT_EQ(terminal.scrolls(), 0U);
    }
}

// Wide characters reach further than their cells: what counts is that it is as if drawn afresh.
// libvterm 0.1.4 is no judge of that: where a wide character does not fit the last column, it goes
// to the next line although wrapping is off.
TEST(TermPicture, AnUpdateOfTextOfAnyWidthIsAsIfDrawnAfresh) {
    RandomPictures pictures(12, 4);
    ModelTerminal terminal(12, 4);
    TermPicture shown;
    for (int i = 0; i < 1000; ++i) {
        const TermPicture picture = pictures.next(true);
        terminal.write(update_text(shown, picture));
        ModelTerminal fresh(12, 4);
        fresh.write(update_text({}, picture));
        for (std::size_t cell = 0; cell < fresh.cells().size(); ++cell) {
            ASSERT_EQ(as_seen(terminal.cells()[cell]), as_seen(fresh.cells()[cell]))
                << i << "\n"
                << terminal.text() << fresh.text();
        }
        shown = picture;
    }
}

// In whatever colours a terminal was left, and however much of it another program covered.
TYPED_TEST(TermPictureOn, TheFirstUpdateDoesNotTrustTheScreen) {
    RandomPictures pictures(20, 5);
    for (int i = 0; i < 100; ++i) {
        TypeParam terminal(20, 5);
        terminal.write("\x1b[38;2;1;2;3;48;2;4;5;6mstray\r\nletters");
        const TermPicture picture = pictures.next(false);
        terminal.write(update_text({}, picture));
        ASSERT_TRUE(shows(terminal, picture)) << i;
    }
}

TYPED_TEST(TermPictureOn, AnotherSizeIsDrawnWhole) {
    TermPicture before(6, 2);
    before.write(0, "before");
    TermPicture now(8, 3);
    now.write(2, "now");
    TypeParam terminal(8, 3);
    terminal.write(update_text(before, now));
    EXPECT_TRUE(shows(terminal, now));
}

TEST(TermPicture, WhatStaysIsNotWritten) {
    TermPicture before(20, 3);
    before.write(0, "a heading");
    before.write(1, "tick 119 of 400");
    EXPECT_EQ(update_text(before, before), "");
    TermPicture now = before;
    now.write(1, "tick 120 of 400");
    EXPECT_EQ(update_text(before, now), "\x1b[2;7H\x1b[m20");
}

TEST(TermPicture, ColoursChangeOnlyWhereTheyDo) {
    constexpr std::uint32_t k_crimson = 0xFF0000;
    constexpr std::uint32_t k_azure = 0x0000FF;
    TermPicture now(4, 1);
    now.set(0, 0, {k_upper_half, k_crimson});
    now.set(1, 0, {k_upper_half, k_crimson, k_azure});
    now.set(2, 0, {k_lower_half, k_azure});
    EXPECT_EQ(update_text(TermPicture(4, 1), now),
              "\x1b[H\x1b[38;2;255;0;0;49m▀"
              "\x1b[48;2;0;0;255m▀"
              "\x1b[38;2;0;0;255;49m▄");
}

// After the last column is written the cursor stands on it: erasing from there would take the
// letter away again.
TYPED_TEST(TermPictureOn, TheLastLetterOfAFullRowStays) {
    TermPicture picture(5, 2);
    picture.write(0, "01234 and more");
    picture.write(1, "x");
    for (const bool wraps : {false, true}) {
        TypeParam terminal(5, 2, wraps);
        terminal.write(update_text({}, picture));
        EXPECT_EQ(terminal.text(), "01234\nx\n");
    }
}

// Shows that the model would see it.
TYPED_TEST(TermPictureOn, ErasingBehindTheLastColumnWouldBeSeen) {
    TypeParam terminal(5, 1);
    terminal.write("01234\x1b[K");
    EXPECT_EQ(terminal.text(), "0123\n");
    TypeParam wrapping(5, 2, true);
    wrapping.write("012345");
    EXPECT_EQ(wrapping.text(), "01234\n5\n");
}

TEST(TermPicture, TextCannotMoveTheCursor) {
    TermPicture picture(12, 1);
    picture.write(0,
                  "a\x1b[2J\xC2\x9B\x80\xFF"
                  "b");
    EXPECT_EQ(picture.plain(), "a?[2J??b");
}

TEST(TermPicture, ARowBeyondTheLastIsLeftOut) {
    TermPicture picture(3, 1);
    picture.write(1, "abc");
    EXPECT_EQ(picture, TermPicture(3, 1));
}

TEST(TermPicture, WithoutColoursIsStillThere) {
    TermPicture picture(5, 1);
    picture.set(0, 0, {k_upper_half, 0xFF0000});
    picture.set(1, 0, {k_upper_half, 0xFF0000, 0x00FF00});
    picture.set(2, 0, {k_lower_half, 0xFF0000});
    picture.set(3, 0, {k_full_block, 0xFF0000});
    picture.set(4, 0, {U'a', 0xFF0000, 0x00FF00});
    picture.remove_colors();
    EXPECT_EQ(picture.plain(), "\u2580\u2588\u2584\u2588a");
    const std::string update = update_text(TermPicture(), picture);
    EXPECT_EQ(update.find("38;2;"), update.npos);
    EXPECT_EQ(update.find("48;2;"), update.npos);
}

}  // namespace
}  // namespace tandem::tools
