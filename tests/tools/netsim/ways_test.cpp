// SPDX-License-Identifier: MIT
// D* and the share of late inputs, held against the formulas for the cases that have one.
#include <tandem/tools/netsim/ways.hpp>

#include <cmath>

#include <tests/tools/netsim/simulated_counter.hpp>

namespace tandem::test {
namespace {

using std::chrono::milliseconds;
using tools::netsim::Scenario;
using tools::netsim::Ways;
using tools::netsim::WaysOptions;

constexpr std::uint64_t k_tries = 20'000;

Ways ways_of(const Scenario& scenario, std::uint64_t ticks = k_tries) {
    return Ways(scenario, {.tick_rate = TickRate{60}, .ticks = ticks});
}

TEST(WaysTest, ACleanLineNeedsItsDelayInTicks) {
    // In the middle of a tick, ceil(X / T); a look costs a millisecond at most.
    const std::vector<std::pair<std::uint64_t, std::uint32_t>> cases{
        {5, 1}, {12, 1}, {20, 2}, {40, 3}, {70, 5}, {95, 6}, {140, 9}};
    for (const auto& [ms, least] : cases) {
        const Ways ways = ways_of(clean_scenario(ms, 1), 2'000);
        EXPECT_EQ(ways.least_delay(0), least) << ms;
        EXPECT_EQ(ways.least_delay(1), least) << ms;
        EXPECT_FALSE(ways.is_on_edge(0)) << ms;
    }
}

TEST(WaysTest, SaysWhereItSitsOnTheEdgeOfATick) {
    for (const std::uint64_t ms : {16U, 17U, 50U, 100U}) {
        EXPECT_TRUE(ways_of(clean_scenario(ms, 1), 2'000).is_on_edge(0)) << ms;
    }
}

TEST(WaysTest, LossNeedsAsManyTicksMoreAsTheFormulaSays) {
    // ceil(X / T) + max(0, ceil(ln e / ln p) - 1) with e = 0.001, p not at a power of it.
    for (const double loss : {0.004, 0.02, 0.05, 0.16, 0.22}) {
        Scenario scenario = clean_scenario(40, 1);
        scenario.line.loss_ppm = static_cast<std::uint64_t>(loss * 1e6);
        const auto more =
            static_cast<std::uint32_t>(std::ceil(std::log(0.001) / std::log(loss))) - 1;
        EXPECT_EQ(ways_of(scenario, 100'000).least_delay(0), 3 + more) << loss;
    }
}

TEST(WaysTest, TheShareOfLateInputsIsAPowerOfTheLoss) {
    Scenario scenario = clean_scenario(40, 1);
    scenario.line.loss_ppm = 200'000;
    const Ways ways = ways_of(scenario, 100'000);
    EXPECT_EQ(ways.late_share(0, 1, milliseconds(39)), 1.0);
    EXPECT_NEAR(ways.late_share(0, 1, milliseconds(45)), 0.2, 0.01);
    EXPECT_NEAR(ways.late_share(0, 1, milliseconds(60)), 0.04, 0.004);
    EXPECT_NEAR(ways.late_share(1, 0, milliseconds(77)), 0.008, 0.002);
    EXPECT_EQ(ways.late_share(0, 1, milliseconds(-5)), 1.0);
}

TEST(WaysTest, BurstsLastAsLongAsTheyDo) {
    // netcode: the share that is late with m ticks of slack is p (1 - 1/b)^m.
    Scenario scenario = clean_scenario(40, 1);
    scenario.line.burst_ppm = 50'000;
    scenario.line.burst_packets = 4;
    const Ways ways = ways_of(scenario, 200'000);
    double expected = 0.05;
    for (const int ms : {45, 60, 77, 94}) {
        EXPECT_NEAR(ways.late_share(0, 1, milliseconds(ms)), expected, 0.15 * expected) << ms;
        expected *= 0.75;
    }
}

TEST(WaysTest, TheRelayTakesBothWaysAndItsNextTick) {
    Scenario scenario = clean_scenario(20, 1);
    scenario.players = 3;
    const Ways ways = ways_of(scenario, 2'000);
    // 20 ms are two ticks, the relay's own packet leaves at the second, and 20 ms are two more.
    EXPECT_EQ(ways.least_delay(0), 2U);
    EXPECT_EQ(ways.least_delay(1), 4U);
    EXPECT_EQ(ways.least_delay(2), 4U);
}

TEST(WaysTest, ALineThatCarriesNothingHasNone) {
    Scenario scenario = clean_scenario(20, 1);
    scenario.line.loss_ppm = 1'000'000;
    EXPECT_EQ(ways_of(scenario, 1'000).least_delay(0), tools::netsim::k_least_delay_max + 1);
    EXPECT_FALSE(ways_of(scenario, 1'000).is_on_edge(0));
}

TEST(WaysTest, JitterNeedsItsQuantile) {
    // Uniform in 0 to 30 ms on 20: of 1,000 packets one comes after 49.97 ms, and the packet of the
    // next tick does not come before 36.7.
    Scenario scenario = clean_scenario(20, 1);
    scenario.line.jitter_us = 28'000;
    EXPECT_EQ(ways_of(scenario).least_delay(0), 3U);
    scenario.line.jitter_us = 10'000;
    EXPECT_EQ(ways_of(scenario).least_delay(0), 2U);
}

}  // namespace
}  // namespace tandem::test
