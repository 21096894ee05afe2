// SPDX-License-Identifier: MIT
// Every kind of mark has a word of its own.
#include <tandem/tools/text/mark_name.hpp>

#include <set>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(MarkName, IsAnotherOneForEachKind) {
    std::set<std::string> names;
    for (int kind = 1; kind <= static_cast<int>(sim::MarkKind::match); ++kind) {
        names.insert(mark_name(static_cast<sim::MarkKind>(kind)));
    }
    EXPECT_EQ(names.size(), 11U);
    EXPECT_FALSE(names.contains("unknown"));
    EXPECT_EQ(mark_name(static_cast<sim::MarkKind>(200)), "unknown");
}

}  // namespace
}  // namespace tandem::tools
