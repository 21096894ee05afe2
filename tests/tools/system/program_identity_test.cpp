// SPDX-License-Identifier: MIT
// A program is its code, its libraries and its processor.
#include <tandem/tools/system/program_identity.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(ProgramIdentity, IsTheSameEachTime) {
    const auto first = own_identity();
    const auto second = own_identity();
    ASSERT_TRUE(first && second) << (first ? "" : first.error().text());
    EXPECT_EQ(first->code, second->code);
    EXPECT_EQ(first->machine, second->machine);
    EXPECT_NE(first->code, sim::Digest{});
    EXPECT_NE(first->code, first->machine);
}

TEST(ProgramIdentity, DigestsAreHexadecimal) {
    sim::Digest digest;
    digest.bytes[0] = std::byte{0xab};
    digest.bytes[15] = std::byte{0x01};
    EXPECT_EQ(digest_text(digest), "ab000000000000000000000000000001");
}

}  // namespace
}  // namespace tandem::tools
