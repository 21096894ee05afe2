// SPDX-License-Identifier: MIT
// A profile is drawn of its seed once and is a sound scenario.
#include <tandem/tools/netsim/scenario.hpp>

#include <algorithm>

#include <tests/tools/netsim/simulated_counter.hpp>

namespace tandem::test {
namespace {

TEST(Profiles, TheSameSeedGivesTheSameAndAnotherDiffers) {
    for (const std::string& name : tools::netsim::profile_names()) {
        const auto one = tools::netsim::make_profile(name, 1, 4, 3'600, 60);
        ASSERT_TRUE(one.has_value()) << name;
        EXPECT_TRUE(*one == *tools::netsim::make_profile(name, 1, 4, 3'600, 60)) << name;
        EXPECT_FALSE(*one == *tools::netsim::make_profile(name, 2, 4, 3'600, 60)) << name;
        EXPECT_EQ(one->name, name);
        EXPECT_EQ(one->ticks, 3'600U);
    }
    EXPECT_FALSE(tools::netsim::make_profile("lan ", 1, 2, 10, 1).has_value());
}

TEST(Profiles, AreSoundForAllNumbersOfPlayersAndLengths) {
    for (const std::string& name : tools::netsim::profile_names()) {
        for (const std::uint32_t players : {2U, 8U, 64U}) {
            for (const std::uint64_t span_s : {std::uint64_t{1}, std::uint64_t{1'000'000}}) {
                const auto scenario =
                    tools::netsim::make_profile(name, 3, players, 60 * span_s, span_s);
                const auto checked = tools::netsim::check_scenario(*scenario);
                EXPECT_TRUE(checked.has_value()) << name << " " << checked.error().text();
                EXPECT_TRUE(
                    std::is_sorted(scenario->faults.begin(), scenario->faults.end(),
                                   [](const auto& a, const auto& b) { return a.at_ms < b.at_ms; }));
            }
        }
    }
}

TEST(Profiles, AGuestMoreLeavesTheOthersAsTheyWere) {
    const auto few = tools::netsim::make_profile("hotel", 4, 3, 3'600, 60);
    const auto many = tools::netsim::make_profile("hotel", 4, 8, 3'600, 60);
    EXPECT_EQ(few->line, many->line);
    EXPECT_TRUE(std::equal(few->machines.begin(), few->machines.end(), many->machines.begin()));
    ASSERT_EQ(few->lines.size(), 2U);
    EXPECT_EQ(few->lines[0], many->lines[0]);
}

TEST(Profiles, EachIsPlayedWithOneChain) {
    for (const std::string& name : tools::netsim::profile_names()) {
        const auto scenario = tools::netsim::make_profile(name, 1, 3, 300, 5);
        const auto outcome = counter_outcome(*scenario);
        EXPECT_EQ(outcome.verdict, tools::netsim::ScenarioVerdict::one_chain)
            << name << ": " << outcome.why;
        EXPECT_EQ(outcome.ticks_recorded, 300U) << name;
        EXPECT_EQ(outcome.ticks_compared, 900U) << name;
    }
}

}  // namespace
}  // namespace tandem::test
