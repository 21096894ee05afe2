// SPDX-License-Identifier: MIT
// Runs a scenario to its chain: what the tests, and tandem_chains on every target, compare with the
// frozen ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tandem/sim/history/timeline.hpp>
#include <tests/golden/golden_chains.hpp>
#include <tests/golden/scenarios.hpp>

namespace tandem::test {

// Null where none is called so.
const Scenario* scenario_named(std::string_view name);

// Why the scenario cannot run here, as a sentence; empty where it can.
std::string reason_to_skip(const Scenario& scenario);

// The chain after that many ticks, with a planted fault and an observer if wanted.
sim::Result<GoldenChain> run_scenario(const Scenario& scenario, std::uint64_t ticks,
                                      std::optional<sim::Plant> plant = {},
                                      sim::TickObserver* observer = nullptr);

// The line of golden_chains.hpp.
std::string golden_line(const GoldenChain& chain);

}  // namespace tandem::test
