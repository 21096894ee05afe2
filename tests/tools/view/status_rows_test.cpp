// SPDX-License-Identifier: MIT
// Rows of a status, however many parts it has and however wide they are.
#include <tandem/tools/view/status_rows.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

using Rows = std::vector<std::string>;

TEST(StatusRows, AreFilledFromTheLastOneUp) {
    EXPECT_EQ(status_rows({"head", "ann", "bob"}, 16), (Rows{"head   ann   bob"}));
    EXPECT_EQ(status_rows({"head", "ann", "bob"}, 15), (Rows{"head", "ann   bob"}));
    EXPECT_EQ(status_rows({"head", "ann", "bob"}, 8), (Rows{"head", "ann", "bob"}));
}

TEST(StatusRows, APartThatIsTooWideHasARowOfItsOwnAndNothingIsOneRow) {
    EXPECT_EQ(status_rows({"ann", "bartholomew", "eve"}, 8), (Rows{"ann", "bartholomew", "eve"}));
    EXPECT_EQ(status_rows({}, 8), Rows{""});
}

TEST(StatusRows, CountCharactersAndNotBytes) {
    EXPECT_EQ(status_rows({"\u00e4\u00f6", "\u00fc"}, 6), (Rows{"\u00e4\u00f6   \u00fc"}));
}

TEST(StatusRows, ANameThatIsCutEndsWithAFullStop) {
    const PlayersShown players{{{0, "ann"}, {1, "bartholomew"}, {2, ""}}, Slot{1}};
    const PlayersShown cut = with_short_names(players, 5);
    EXPECT_EQ(cut.names.at(0), "ann");
    EXPECT_EQ(cut.names.at(1), "bart.");
    EXPECT_EQ(cut.names.at(2), "");
    EXPECT_EQ(cut.own, players.own);
}

}  // namespace
}  // namespace tandem::tools
