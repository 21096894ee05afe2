// SPDX-License-Identifier: MIT
// Runs a game through a timeline for tests.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tests/support/record_source.hpp>

namespace tandem::test {

struct SessionResult {
    sim::ChainHash chain;
    sim::StateHash state_hash;
    std::uint64_t ticks = 0;
    std::vector<sim::Bytes> records;
    std::vector<sim::StateHash> state_hashes;  // after each tick
};

// Runs `ticks` ticks; a failure is a test failure and ends the run.
SessionResult run_session(sim::AnySimulation simulation, const Setup& setup, std::uint64_t ticks,
                          const RecordSource& source);

}  // namespace tandem::test
