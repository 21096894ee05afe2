// SPDX-License-Identifier: MIT
// Makes a scenario that goes wrong as small as it can be and still go wrong in the same way.
#pragma once

#include <cstdint>

#include <tandem/sim/result.hpp>
#include <tandem/tools/netsim/run_scenario.hpp>

namespace tandem::tools::netsim {

struct Shrunk {
    Scenario scenario;
    ScenarioVerdict verdict = ScenarioVerdict::one_chain;  // the given scenario's and this one's
    std::uint64_t runs = 0;  // the number of scenarios that were tried
};

// Tries scenarios with fewer ticks, faults, players and troubles, shorter and weaker ones, and
// keeps each that comes to the same verdict, until none does or `runs_max` were tried. A scenario
// that goes well is given back unchanged.
sim::Result<Shrunk> shrink_scenario(const Scenario& scenario, const RegisteredGame& game,
                                    std::uint64_t runs_max = 400);

}  // namespace tandem::tools::netsim
