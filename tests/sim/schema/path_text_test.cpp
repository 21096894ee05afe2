// SPDX-License-Identifier: MIT
// Paths come apart where their names and indices end, and what is no path stays whole.
#include <tandem/sim/schema/path_text.hpp>

#include <gtest/gtest.h>

namespace tandem::sim {
namespace {

TEST(PathText, ComesApartNameByNameAndIndexByIndex) {
    std::string_view rest = "units[17].hp";
    EXPECT_FALSE(read_index(rest));
    EXPECT_FALSE(read_field_name(rest, "unit", true));
    EXPECT_TRUE(read_field_name(rest, "units", true));
    EXPECT_EQ(read_index(rest), 17U);
    EXPECT_EQ(rest, ".hp");
    EXPECT_FALSE(read_field_name(rest, "h", false));
    EXPECT_TRUE(read_field_name(rest, "hp", false));
    EXPECT_TRUE(rest.empty());
}

TEST(PathText, StaysWholeWhereNoIndexStandsInFront) {
    for (const std::string_view text :
         {"", "[", "[]", "[1", "[x]", "[-1]", "[1 ]", "[99999999999999999999]", "1]"}) {
        std::string_view rest = text;
        EXPECT_FALSE(read_index(rest)) << text;
        EXPECT_EQ(rest, text);
    }
}

TEST(PathText, ThatLeadsNowhereNamesWhatThereIs) {
    const Error at_first = no_such_field("unist[1]", 0, {"ticks", "units"});
    EXPECT_EQ(at_first.text(),
              "unist[1]: there is no field with this path; there are ticks, units, did you mean "
              "units?");
    EXPECT_EQ(no_such_field("units[1].ph", 8, {"hp", "team"}).message,
              "there is no field with this path; units[1] has hp, team");
    EXPECT_EQ(no_such_field("ticks.x", 5, {}).message,
              "there is no field with this path; ticks has nothing within it");
    const std::vector<std::string> many(20, "name");
    EXPECT_NE(no_such_field("x", 0, many).message.find(" and 4 more"), std::string::npos);
}

}  // namespace
}  // namespace tandem::sim
