// SPDX-License-Identifier: MIT
// Where a guest is told to go; the match itself is tested from end to end.
#include <tandem/tools/match.hpp>

#include <fstream>

#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using test::Counter;
using test::program;
using test::says;

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

using Match = test::InFolder;

TEST_F(Match, WhatCannotBeIsSaidBeforeAFileIsTouched) {
    const std::vector<std::vector<std::string>> mistakes{
        {"--delay", "soon"}, {"--delay", "1000"}, {"--plant", "x"},    {"--players", "9"},
        {"--players", "1"},  {"--option", "x=1"}, {"--inputs", "tape"}};
    for (const auto& mistake : mistakes) {
        std::vector<std::string> arguments{"host", "--port", "0", "-o", path("a.tandem")};
        arguments.insert(arguments.end(), mistake.begin(), mistake.end());
        const auto said = program<Counter>(arguments);
        EXPECT_EQ(said.code, 2) << mistake[0] << said.err;
        EXPECT_FALSE(std::ifstream(path("a.tandem")).good()) << mistake[0];
    }
}

TEST_F(Match, AKeyThatCanBeGuessedIsRefused) {
    const auto said = program<Counter>(
        {"host", "--port", "0", "-o", path("a.tandem"), "--key-file", write("key", "short")});
    EXPECT_NE(said.code, 0);
    EXPECT_TRUE(says(said.err, "--key-file"));
    EXPECT_EQ(
        program<Counter>({"join", "127.0.0.1", "-o", path("a.tandem"), "--key-file", path("none")})
            .code,
        5);
}

}  // namespace
}  // namespace tandem::tools
