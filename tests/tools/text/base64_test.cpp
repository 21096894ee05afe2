// SPDX-License-Identifier: MIT
// The test vectors of RFC 4648, section 10, and bytes beyond ASCII.
#include <tandem/tools/text/base64.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(Base64, IsThatOfTheStandard) {
    EXPECT_EQ(base64_text(""), "");
    EXPECT_EQ(base64_text("f"), "Zg==");
    EXPECT_EQ(base64_text("fo"), "Zm8=");
    EXPECT_EQ(base64_text("foo"), "Zm9v");
    EXPECT_EQ(base64_text("foob"), "Zm9vYg==");
    EXPECT_EQ(base64_text("fooba"), "Zm9vYmE=");
    EXPECT_EQ(base64_text("foobar"), "Zm9vYmFy");
    EXPECT_EQ(base64_text("\xFF\xFE\xFD\xFC"), "//79/A==");
}

}  // namespace
}  // namespace tandem::tools
