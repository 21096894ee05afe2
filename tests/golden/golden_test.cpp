// SPDX-License-Identifier: MIT
// Runs every scenario and compares its chain with the frozen one.
#include <tests/golden/golden_chains.hpp>

#include <algorithm>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <tests/golden/chain_run.hpp>
#include <tests/golden/scenarios.hpp>

namespace tandem::test {

// How googletest shows a parameter.
void PrintTo(const GoldenChain& golden, std::ostream* out) { *out << golden.scenario; }

namespace {

// A failure of the session is a test failure.
GoldenChain run(const Scenario& scenario, std::uint64_t ticks,
                std::optional<sim::Plant> plant = {}) {
    const auto chain = run_scenario(scenario, ticks, std::move(plant));
    EXPECT_TRUE(chain) << (chain ? "" : chain.error().text());
    return chain ? chain.value() : GoldenChain{};
}

class Golden : public testing::TestWithParam<GoldenChain> {};

TEST_P(Golden, ChainIsTheFrozenOne) {
    const GoldenChain& frozen = GetParam();
    const Scenario* scenario = scenario_named(frozen.scenario);
    ASSERT_NE(scenario, nullptr) << "no scenario is called " << frozen.scenario;
    if (const std::string reason = reason_to_skip(*scenario); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    const GoldenChain now = run(*scenario, frozen.ticks);
    EXPECT_EQ(now.ticks, frozen.ticks);
    EXPECT_TRUE(now.start == frozen.start && now.chain == frozen.chain)
        << (now.start != frozen.start ? "game, version, schemas or setup changed"
                                      : "the outcome of a step changed")
        << "; if on purpose, the line in golden_chains.hpp becomes\n    " << golden_line(now);
}

INSTANTIATE_TEST_SUITE_P(Frozen, Golden, testing::ValuesIn(k_golden_chains),
                         [](const testing::TestParamInfo<GoldenChain>& instance) {
                             return std::string(instance.param.scenario);
                         });

TEST(GoldenChains, EveryScenarioHasOne) {
    for (const Scenario& scenario : scenarios()) {
        EXPECT_TRUE(std::any_of(
            k_golden_chains.begin(), k_golden_chains.end(),
            [&](const GoldenChain& golden) { return golden.scenario == scenario.name; }))
            << scenario.name;
    }
}

TEST(GoldenChains, OneFlippedBitInOneTickGivesAnother) {
    const Scenario& scenario = *scenario_named("duel_bots_2");
    const GoldenChain sound = run(scenario, 300);
    const GoldenChain planted =
        run(scenario, 300, sim::Plant{sim::Tick{123}, "fighters[1].position.x"});
    EXPECT_EQ(planted.start, sound.start);
    EXPECT_NE(planted.chain, sound.chain);
}

}  // namespace
}  // namespace tandem::test
