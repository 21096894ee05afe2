// SPDX-License-Identifier: MIT
// The list of sections.
#include <tandem/tools/lab/sections/section.hpp>

#include <gtest/gtest.h>

#include <set>

namespace tandem::tools::lab {
namespace {

TEST(Sections, HaveNamesOfTheirOwnAndSayWhatTheyShow) {
    std::set<std::string_view> names;
    for (const Section& section : sections()) {
        EXPECT_TRUE(names.insert(section.name).second) << section.name;
        EXPECT_FALSE(section.what.empty()) << section.name;
        EXPECT_EQ(find_section(section.name), &section);
    }
}

TEST(Sections, OfAnUnknownNameAreNull) { EXPECT_EQ(find_section("nosuch"), nullptr); }

}  // namespace
}  // namespace tandem::tools::lab
