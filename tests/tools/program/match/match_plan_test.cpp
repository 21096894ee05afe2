// SPDX-License-Identifier: MIT
// Where a guest is told to go.
#include <tandem/tools/program/match/match_plan.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(ParseAddress, TakesAHostAndAPort) {
    EXPECT_EQ(parse_address("localhost")->host_name, "localhost");
    EXPECT_EQ(parse_address("localhost")->port, 47000);
    EXPECT_EQ(parse_address("10.1.2.3:5")->host_name, "10.1.2.3");
    EXPECT_EQ(parse_address("10.1.2.3:65535")->port, 65535);
}

TEST(ParseAddress, RefusesWhatIsNone) {
    for (const char* bad : {"", ":5", "a:", "a:0", "a:65536", "a:x", "a:-1", "::1", "[::1]:5"}) {
        const auto address = parse_address(bad);
        ASSERT_FALSE(address) << bad;
        EXPECT_EQ(address.error().code, sim::ErrorCode::usage);
    }
}

}  // namespace
}  // namespace tandem::tools
