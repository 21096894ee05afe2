// SPDX-License-Identifier: MIT
// Runs every scenario and compares its chain with the frozen one.
#include <tests/golden/golden_chains.hpp>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include <tests/golden/scenarios.hpp>

namespace tandem::test {

// How googletest shows a parameter.
void PrintTo(const GoldenChain& golden, std::ostream* out) { *out << golden.scenario; }

namespace {

const Scenario* scenario_named(std::string_view name) {
    for (const Scenario& scenario : scenarios()) {
        if (scenario.name == name) {
            return &scenario;
        }
    }
    return nullptr;
}

std::string hex(std::uint64_t value) {
    char text[20];
    std::snprintf(text, sizeof text, "0x%016llx", static_cast<unsigned long long>(value));
    return text;
}

// Runs the scenario; a failure of the session is a test failure.
GoldenChain run(const Scenario& scenario, std::uint64_t ticks,
                std::optional<sim::Plant> plant = {}) {
    sim::Timeline timeline(scenario.make_simulation());
    if (plant) {
        timeline.set_plant(*plant);
    }
    EXPECT_TRUE(timeline.start(scenario.make_setup(timeline.simulation().info())));
    const RecordSource source = scenario.make_source();
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        const auto advanced = timeline.advance(source(timeline.simulation(), tick));
        if (!advanced) {
            ADD_FAILURE() << advanced.error().place << ": " << advanced.error().message;
            break;
        }
    }
    return {scenario.name, timeline.ticks_done(), timeline.start_value(), timeline.chain().value};
}

class Golden : public testing::TestWithParam<GoldenChain> {};

TEST_P(Golden, ChainIsTheFrozenOne) {
    const GoldenChain& frozen = GetParam();
    const Scenario* scenario = scenario_named(frozen.scenario);
    ASSERT_NE(scenario, nullptr) << "no scenario is called " << frozen.scenario;
    if (!scenario->demo.empty()) {
        const DoomDemoOrReason demo = read_doom_demo(scenario->demo);
        if (!demo.demo) {
            GTEST_SKIP() << demo.reason;
        }
    }
    const GoldenChain now = run(*scenario, frozen.ticks);
    EXPECT_EQ(now.ticks, frozen.ticks);
    EXPECT_TRUE(now.start == frozen.start && now.chain == frozen.chain)
        << (now.start != frozen.start ? "game, version, schemas or setup changed"
                                      : "the outcome of a step changed")
        << "; if on purpose, the line in golden_chains.hpp becomes\n    GoldenChain{\""
        << now.scenario << "\", " << now.ticks << ", " << hex(now.start) << ", " << hex(now.chain)
        << "},";
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
