// SPDX-License-Identifier: MIT
// The tables of physics against the inventory: C22 to C27 and its decomposition of effects.
#include <gtest/gtest.h>

#include <tandem/tools/lab/sections/sections.hpp>
#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

class PhysicsSection : public testing::Test {
protected:
    std::string cell(const std::string& table, const std::vector<std::string>& first,
                     const std::string& key) const {
        return cell_of(table_of(tables_, table), first, key);
    }

private:
    const std::vector<Table> tables_ = *physics_section({});
};

TEST_F(PhysicsSection, C22ShowsWhoClearsTheWall) {
    EXPECT_EQ(cell("jump", {"L2", "fast", "2"}, "apex"), "2.49");
    EXPECT_EQ(cell("jump", {"L2", "normal", "10"}, "apex"), "2.45");
    EXPECT_EQ(cell("jump", {"L2", "slow", "100"}, "apex"), "2");
    EXPECT_EQ(cell("jump", {"L2", "normal"}, "clears"), "yes");
    EXPECT_EQ(cell("jump", {"L2", "slow"}, "clears"), "no");
    for (const char* machine : {"fast", "normal", "slow"}) {
        EXPECT_EQ(cell("jump", {"L3", machine, "20"}, "apex"), "2.4");
        EXPECT_EQ(cell("jump", {"L4", machine, "40"}, "apex"), "2.304");
        EXPECT_EQ(cell("jump", {"M2", machine, "50"}, "apex"), "2.25");
        EXPECT_EQ(cell("jump", {"M2", machine, "50"}, "clears"), "yes");
    }
}

TEST_F(PhysicsSection, C22ShowsBothIntegratorsAndAllArithmetics) {
    EXPECT_EQ(cell("integrators", {"100"}, "explicit"), "3");
    EXPECT_EQ(cell("integrators", {"100"}, "integer"), "2");
    EXPECT_EQ(cell("integrators", {"10"}, "integer"), "2.45");
    EXPECT_EQ(cell("integrators", {"10"}, "closed_form"), "2.45");
    EXPECT_EQ(cell("integrators", {"40"}, "closed_form"), "-");
}

TEST_F(PhysicsSection, C23ShowsWhereTheShotIsFound) {
    EXPECT_EQ(cell("wall", {"L2", "fast", "2"}, "at_step_end"), "yes");
    EXPECT_EQ(cell("wall", {"L2", "normal", "10"}, "at_step_end"), "yes");
    EXPECT_EQ(cell("wall", {"L2", "1:39", "40"}, "at_step_end"), "no");
    EXPECT_EQ(cell("wall", {"L2", "slow", "100"}, "at_step_end"), "no");
    EXPECT_EQ(cell("wall", {"L4", "fast", "40"}, "at_step_end"), "no");
    EXPECT_EQ(cell("wall", {"L4", "fast", "40"}, "on_the_way"), "yes");
}

TEST_F(PhysicsSection, C24ShowsTheSpringBlowingUpAndItsExactGrowth) {
    EXPECT_EQ(cell("spring", {"L2", "fast"}, "farthest").substr(0, 6), "1.0003");
    EXPECT_EQ(cell("spring", {"L2", "slow"}, "farthest").substr(0, 10), "1398101.33");
    EXPECT_EQ(cell("spring", {"W2", "slow", "33.33"}, "farthest").substr(0, 5), "1.097");
    EXPECT_EQ(cell("spring", {"M2", "slow", "50"}, "farthest").substr(0, 5), "1.266");
    EXPECT_EQ(cell("growth", {"1"}, "growing"), "-5");
    EXPECT_EQ(cell("growth", {"9"}, "growing"), "-327680");
    EXPECT_EQ(cell("growth", {"10"}, "growing"), "1310720");
    // (4^21 - 1) / 3 / 4^10
    EXPECT_EQ(cell("growth", {"10"}, "position"), "1398101.33333301544189453125");
}

TEST_F(PhysicsSection, C25ShowsTheDampingOfEachFrameRate) {
    EXPECT_EQ(cell("damping", {"L2", "normal"}, "velocity").substr(0, 5), "0.366");
    EXPECT_EQ(cell("damping", {"L2", "1:19"}, "velocity").substr(0, 5), "0.605");
    EXPECT_EQ(cell("damping", {"L2", "slow"}, "velocity").substr(0, 5), "0.904");
    EXPECT_EQ(cell("damping", {"L4", "slow"}, "velocity"),
              cell("damping", {"L4", "fast"}, "velocity"));
}

TEST_F(PhysicsSection, C26C27ShowInputsLostAndQuantised) {
    EXPECT_EQ(cell("tap", {"L2", "fast"}, "polled"), "27");
    EXPECT_EQ(cell("tap", {"L2", "normal"}, "polled"), "5");
    EXPECT_EQ(cell("tap", {"L2", "slow"}, "polled"), "0");
    EXPECT_EQ(cell("tap", {"L4", "slow"}, "latched"), "1");
    EXPECT_EQ(cell("hold", {"L2"}, "on_fast"), "25.4");
    EXPECT_EQ(cell("hold", {"L2"}, "on_normal"), "25");
    EXPECT_EQ(cell("hold", {"L2"}, "on_slow"), "20");
    EXPECT_EQ(cell("hold", {"L4", "fast"}, "on_fast"), "24");
    EXPECT_EQ(cell("hold", {"L4", "fast"}, "on_slow"), "24");
}

TEST_F(PhysicsSection, SeparatesTheEffectsThatTheArticlesMix) {
    const auto effect = [&](const char* name, const char* what, const char* key) {
        return cell("effects", {name, what}, key);
    };
    EXPECT_EQ(effect("rounding", "car after 10 s, double", "at_10_ms"), "9.9999999999998312");
    EXPECT_EQ(effect("rounding", "car after 10 s, double", "at_100_ms"), "9.9999999999999805");
    EXPECT_EQ(effect("rounding", "car after 10 s, integers, 1/1000", "difference"), "0");
    EXPECT_EQ(effect("truncation", "jump's apex, integers, 1/1000", "at_10_ms"), "2450");
    EXPECT_EQ(effect("truncation", "jump's apex, integers, 1/1000", "at_100_ms"), "2000");
    EXPECT_EQ(effect("threshold", "vanishes at 10 units, integers, ms", "difference"), "0");
}

}  // namespace
}  // namespace tandem::tools::lab
