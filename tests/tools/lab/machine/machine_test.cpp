// SPDX-License-Identifier: MIT
// Machines by name and by cost.
#include <tandem/tools/lab/machine/machine.hpp>

#include <gtest/gtest.h>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

TEST(Machine, NamesOfTheTableStandForTheirCosts) {
    const auto slow = parse_machine("slow");
    ASSERT_TRUE(slow);
    EXPECT_EQ(slow->update_cost, Flicks(milliseconds(4)));
    EXPECT_EQ(slow->render_cost, Flicks(milliseconds(96)));
    EXPECT_EQ(slow->refresh_hz, 60U);
}

TEST(Machine, CostsAreMillisecondsWithUpToTwoDecimals) {
    const auto machine = parse_machine("2.5:14.01");
    ASSERT_TRUE(machine);
    EXPECT_EQ(machine->name, "2.5:14.01");
    EXPECT_EQ(machine->update_cost, Flicks(250 * 7'056));
    EXPECT_EQ(machine->render_cost, Flicks(1'401 * 7'056));
    EXPECT_TRUE(parse_machine("0:0.01"));
}

TEST(Machine, WhatIsNoMachineIsRefusedWithWhatWouldBeOne) {
    for (const char* text :
         {"", "quick", "1", ":", "1:", ":1", "1:0", "1:0.001", "-1:5", "1:-5", "1:2:3", "1e3:1",
          "nan:1", "1:3600001", "1.:2", "1:99999999999999999999"}) {
        const auto machine = parse_machine(text);
        ASSERT_FALSE(machine) << text;
        EXPECT_EQ(machine.error().code, sim::ErrorCode::usage);
        EXPECT_NE(machine.error().message.find("UPDATE:RENDER"), std::string::npos);
    }
}

}  // namespace
}  // namespace tandem::tools::lab
