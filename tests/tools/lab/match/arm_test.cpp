// SPDX-License-Identifier: MIT
// Arms are chosen by name, each once and in the order of the table.
#include <gtest/gtest.h>

#include <tandem/tools/lab/match/arm.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;

std::vector<std::string> chosen(const std::vector<std::string>& names) {
    const auto arms = choose_arms(names);
    std::vector<std::string> result;
    if (!arms) {
        return {arms.error().text()};
    }
    for (const Arm* arm : *arms) {
        result.emplace_back(arm->name);
    }
    return result;
}

TEST(MatchArm, WithoutANameAllAreMeant) { EXPECT_EQ(chosen({}).size(), arms().size()); }

TEST(MatchArm, EachIsChosenOnceInTheOrderOfTheTable) {
    EXPECT_EQ(chosen({"F-int", "V-fair", "F-int"}), (std::vector<std::string>{"V-fair", "F-int"}));
}

TEST(MatchArm, OneNameStandsForTheThreeFaults) {
    EXPECT_EQ(
        chosen({"F-broken"}),
        (std::vector<std::string>{"F-broken-dropped", "F-broken-flipped", "F-broken-random"}));
}

TEST(MatchArm, AnUnknownNameIsRefusedWithAHint) {
    const auto arms = choose_arms({"V-naiv"});
    ASSERT_FALSE(arms);
    EXPECT_EQ(arms.error().code, sim::ErrorCode::usage);
    EXPECT_NE(arms.error().message.find("did you mean V-naive"), std::string::npos);
}

// A fault that comes after the shortest run's end would never be found.
TEST(MatchArm, FaultsComeWithinTheScript) {
    for (const Arm& arm : arms()) {
        EXPECT_EQ(&arm_of(arm.id), &arm);
        EXPECT_EQ(arm.fault == ArmFault::none, arm.fault_tick == 0);
        EXPECT_LT(arm.fault_tick, 50U);
        EXPECT_GT(arm.seconds_default, 0U);
    }
}

}  // namespace
}  // namespace tandem::test
