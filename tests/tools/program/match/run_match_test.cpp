// SPDX-License-Identifier: MIT
// What cannot be is refused before anything begins; the match itself is tested from end to end.
#include <tandem/tools/program/match/run_match.hpp>

#include <fstream>

#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using test::Counter;
using test::expect;
using test::joined;
using test::program;
using test::Said;
using test::says;

using Match = test::InFolder;

TEST_F(Match, WhatCannotBeIsSaidBeforeAFileIsTouched) {
    const std::vector<std::vector<std::string>> mistakes{
        {"--delay", "soon"},  {"--delay", "1000"}, {"--plant", "x"},
        {"--players", "9"},   {"--players", "1"},  {"--option", "x=1"},
        {"--inputs", "tape"}, {"--unpaced"},       {"--unpaced", "--inputs", "bot"}};
    for (const auto& mistake : mistakes) {
        const auto said =
            program<Counter>(joined({"host", "--port", "0", "-o", path("a.tandem")}, mistake));
        EXPECT_EQ(said.code, 2) << mistake[0] << said.err;
        EXPECT_FALSE(std::ifstream(path("a.tandem")).good()) << mistake[0];
    }
}

TEST_F(Match, APlantedFieldIsLookedUpBeforeAnyFileIsRead) {
    for (const std::vector<std::string>& verb :
         {std::vector<std::string>{"host", "--port", "0"}, {"join", "127.0.0.1"}}) {
        const Said said = expect<Counter>(
            2, joined(verb, {"--plant", "5:nosuch", "--inputs", "script:" + path("none"),
                             "--key-file", path("none"), "-o", path("a.tandem")}));
        EXPECT_TRUE(says(said.err, "no number or flag 'nosuch'"));
    }
}

TEST_F(Match, AKeyThatCanBeGuessedIsRefused) {
    const auto said = program<Counter>(
        {"host", "--port", "0", "-o", path("a.tandem"), "--key-file", write("key", "short")});
    EXPECT_NE(said.code, 0);
    EXPECT_TRUE(says(said.err, "--key-file"));
    expect<Counter>(5, {"join", "127.0.0.1", "-o", path("a.tandem"), "--key-file", path("none")});
}

TEST_F(Match, APassphraseThatIsShortOrBesideAKeyFileIsRefused) {
    const Said said = expect<Counter>(2, {"host", "--port", "0", "-o", path("a.tandem"),
                                          "--passphrase-file", write("words", "seven77\n")});
    EXPECT_TRUE(says(said.err, "--passphrase-file"));
    EXPECT_TRUE(says(said.err, "7 bytes; 8 to 1024"));
    const Said both = expect<Counter>(
        2, {"host", "--port", "0", "-o", path("a.tandem"), "--passphrase-file",
            write("words", "correct horse\n"), "--key-file", write("key", "0123456789abcdef\n")});
    EXPECT_TRUE(says(both.err, "a match has one key"));
    EXPECT_FALSE(std::ifstream(path("a.tandem")).good());
}

}  // namespace
}  // namespace tandem::tools
