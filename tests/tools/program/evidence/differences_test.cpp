// SPDX-License-Identifier: MIT
// Differences as JSON and in words.
#include <tandem/tools/program/evidence/differences.hpp>

#include <sstream>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(FieldsJson, HasEveryPartOfADifference) {
    const JsonArray fields = fields_json({{"units[1].hp", "5", "6", "", "", 3}});
    EXPECT_EQ(
        json_line({{"fields", fields}}),
        R"({"fields":[{"path":"units[1].hp","a":"5","b":"6","raw_a":"","raw_b":"","more":3}]})");
}

TEST(SayFields, IndentsOneLineEachAndSaysWhen) {
    std::ostringstream out;
    std::ostringstream err;
    Console console(out, err, "tandem");
    print_fields({{"a", "1", "2", "", "", 0}, {"b", "3", "4", "", "", 0}}, moment_text(8), console);
    EXPECT_EQ(out.str(), "  tick 7  a  1 | 2\n  tick 7  b  3 | 4\n");
    EXPECT_EQ(moment_text(0), "start");
}

}  // namespace
}  // namespace tandem::tools
