// SPDX-License-Identifier: MIT
// A companion's process starts under its own surroundings, and its end is told.
#include <tandem/tools/check/child.hpp>

#include <gtest/gtest.h>

#include <tandem/tools/check/channel.hpp>

namespace tandem::tools::check {
namespace {

std::string end_of(const std::string& script) {
    auto child = Child::start({{"/bin/sh", "-c", script}, {"TANDEM_TEST=there"}, true});
    EXPECT_TRUE(child);
    // Until it has closed its end.
    sim::Bytes message;
    EXPECT_FALSE(Channel(child->socket()).receive(message));
    return child->wait_for_end();
}

TEST(Children, EndWithACodeOrASignal) {
    EXPECT_EQ(end_of("exit 3"), "exit code 3");
    EXPECT_TRUE(end_of("kill -SEGV $$").starts_with("signal 11 ("));
}

TEST(Children, HaveSurroundingsOfTheirOwn) {
    EXPECT_EQ(end_of("test \"$TANDEM_TEST$PWD\" = there/ || exit 9"), "exit code 0");
    // What they print goes nowhere, and the socket is where it was said to be.
    EXPECT_EQ(end_of("echo lost; test -S /proc/self/fd/3 || exit 9"), "exit code 0");
}

TEST(Children, ThatCannotBeStartedEndAtOnce) {
    auto child = Child::start({{"/no/such/program"}, {}, false});
    ASSERT_TRUE(child);
    EXPECT_EQ(child->wait_for_end(), "exit code 127");
}

TEST(Children, AreNotMadeOfAProgramWhoseMainHasOtherArguments) {
    EXPECT_TRUE(own_program({"check"}).empty());
}

TEST(Children, AreCalledAsCompanions) {
    EXPECT_EQ(companion_command({"game"}, "duel"),
              (std::vector<std::string>{"game", "--game", "duel", "check", "--as-companion", "3"}));
    EXPECT_EQ(other_program("qemu-x game"), (std::vector<std::string>{"qemu-x", "game"}));
    EXPECT_EQ(other_program("/bin/sh"), (std::vector<std::string>{"/bin/sh"}));
    EXPECT_TRUE(other_program("").empty());
}

}  // namespace
}  // namespace tandem::tools::check
