// SPDX-License-Identifier: MIT
// The build is named without naming the machine it was made on.
#include <tandem/tools/system/build_info.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(BuildInfo, NamesVersionAndCompilerAndNoPlace) {
    const std::string text = build_text(build_of_this_source(), "");
    EXPECT_EQ(text.find("tandem " + version_text() + ", "), 0U) << text;
    EXPECT_TRUE(text.find("g++") != std::string::npos || text.find("clang") != std::string::npos);
    EXPECT_EQ(text.find('/'), std::string::npos) << text;
    EXPECT_LE(text.size(), 255U);
}

BuildFacts facts_with_id(const std::string& id) {
    return {"g++ 12.2.0", "x86_64", "optimised", ", address sanitizer", id};
}

TEST(BuildInfo, NamesTheProgramAndWhatItsAuthorCallsTheBuild) {
    const std::string rest =
        ", g++ 12.2.0, x86_64, optimised, address sanitizer, tandem " + version_text();
    EXPECT_EQ(build_text(facts_with_id("1a2b3c4"), "race"), "race 1a2b3c4" + rest);
    EXPECT_EQ(build_text(facts_with_id("\"1a2b3c4\""), "race"), "race 1a2b3c4" + rest);
    EXPECT_EQ(build_text(facts_with_id(""), "race"), "race" + rest);
    EXPECT_EQ(build_text(facts_with_id("1a2b3c4"), ""), "1a2b3c4" + rest);
    EXPECT_EQ(build_text(facts_with_id(""), ""),
              "tandem " + version_text() + ", g++ 12.2.0, x86_64, optimised, address sanitizer");
}

TEST(BuildInfo, StaysOneLineThatAHeaderHolds) {
    const std::string text =
        build_text(facts_with_id("a\nb\x1b" + std::string(500, 'c')), std::string(255, 'n'));
    EXPECT_LE(text.size(), 255U);
    EXPECT_NE(text.find(" a?b?ccc"), std::string::npos) << text;
}

TEST(BuildInfo, OfAProgramIsItsOwnOnceItHasSaidSo) {
    EXPECT_EQ(compiler_text(BuildFacts{"a compiler", "a machine", "optimised", ", x", "id", ", y"}),
              "a compiler, a machine, optimised, x, y");
    const std::string before = build_text();
    set_own_build(facts_with_id("1a2b3c4"), "race");
    EXPECT_EQ(build_text(), build_text(facts_with_id("1a2b3c4"), "race"));
    set_own_build(build_of_this_source(), "");
    EXPECT_EQ(build_text(), build_text(build_of_this_source(), ""));
    EXPECT_FALSE(before.empty());
}

}  // namespace
}  // namespace tandem::tools
