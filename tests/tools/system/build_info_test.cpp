// SPDX-License-Identifier: MIT
// The build is named without naming the machine it was made on.
#include <tandem/tools/system/build_info.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(BuildInfo, NamesVersionAndCompilerAndNoPlace) {
    const std::string text = build_text();
    EXPECT_EQ(text.find("tandem " + version_text() + ", "), 0U) << text;
    EXPECT_TRUE(text.find("g++") != std::string::npos || text.find("clang") != std::string::npos);
    EXPECT_EQ(text.find('/'), std::string::npos) << text;
    EXPECT_LE(text.size(), 255U);
}

}  // namespace
}  // namespace tandem::tools
