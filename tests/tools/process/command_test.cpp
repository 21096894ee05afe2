// SPDX-License-Identifier: MIT
// Words name a program that can be started, or it is said why not.
#include <tandem/tools/process/command.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(Commands, AreNotMadeOfAProgramWhoseMainHasOtherArguments) {
    EXPECT_TRUE(own_program({"check"}).empty());
}

TEST(Commands, AreAFileOrWordsBetweenBlanks) {
    EXPECT_EQ(other_program("qemu-x game"), (std::vector<std::string>{"qemu-x", "game"}));
    EXPECT_EQ(other_program("/bin/sh"), (std::vector<std::string>{"/bin/sh"}));
    EXPECT_TRUE(other_program("").empty());
}

TEST(Commands, AreNotMadeOfAProgramThatIsNotThere) {
    EXPECT_TRUE(check_command({"/bin/sh"}));
    EXPECT_TRUE(check_command({"sh", "game"}));
    const auto why = [](const std::vector<std::string>& command) {
        const auto checked = check_command(command);
        EXPECT_FALSE(checked);
        return checked ? "" : checked.error().text();
    };
    EXPECT_EQ(why({"./nope"}), "./nope does not exist");
    EXPECT_EQ(why({"/etc/passwd"}), "/etc/passwd is not executable");
    EXPECT_EQ(why({"/bin"}), "/bin is a folder");
    EXPECT_EQ(why({"no-such-program-anywhere"}),
              "no-such-program-anywhere does not exist, neither here nor in a folder of PATH");
    EXPECT_EQ(why({}), "no program is named");
}

}  // namespace
}  // namespace tandem::tools
