// SPDX-License-Identifier: MIT
// A bounded list of orders: what fits, what does not, and equal lists being equal objects.
#include <tandem/sim/containers/commands.hpp>

#include <vector>

#include <gtest/gtest.h>

namespace tandem {
namespace {

using Three = Commands<std::int32_t, 3>;

TEST(Commands, KeepsOrdersInTheOrderTheyWereGiven) {
    Three commands;
    EXPECT_TRUE(commands.empty());
    EXPECT_TRUE(commands.push(7));
    EXPECT_TRUE(commands.push(5));
    EXPECT_EQ(commands.size(), 2U);
    EXPECT_EQ(std::vector<std::int32_t>(commands.begin(), commands.end()),
              (std::vector<std::int32_t>{7, 5}));
}

TEST(Commands, AFullListRefusesAndStaysAsItIs) {
    Three commands;
    for (const int order : {1, 2, 3}) {
        EXPECT_TRUE(commands.push(order));
    }
    EXPECT_FALSE(commands.push(4));
    EXPECT_EQ(commands.size(), 3U);
    EXPECT_EQ(commands[2], 3);
}

TEST(Commands, OrdersBeyondTheCountAreForgotten) {
    Three commands;
    ASSERT_TRUE(commands.push(9));
    ASSERT_TRUE(commands.push(8));
    commands.clear();
    EXPECT_TRUE(commands.empty());
    commands.resize(3);
    EXPECT_EQ(std::vector<std::int32_t>(commands.begin(), commands.end()),
              (std::vector<std::int32_t>{0, 0, 0}));
}

TEST(CommandsDeathTest, AnOrderBeyondTheListIsAMistakeOfTheCaller) {
    Three commands;
    ASSERT_TRUE(commands.push(1));
    EXPECT_EQ(commands[0], 1);
    EXPECT_DEATH(static_cast<void>(commands[1]), "assertion failed");
    EXPECT_DEATH(commands.resize(4), "assertion failed");
}

}  // namespace
}  // namespace tandem
