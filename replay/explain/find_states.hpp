// SPDX-License-Identifier: MIT
// Simulates a recording and finds the states at which an expression holds.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <tandem/replay/query/expression.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

// The first and the last of several states that follow each other, as numbers of ticks.
struct FoundRange {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    bool is_recorded = true;  // false: they are behind a divergence, the recording went elsewhere
};

struct FindOptions {
    // The states that are asked, as the numbers of ticks that led to them. Both must lie within the
    // file, in order (asserted).
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    // It is called now and then with the number of states asked so far, and returns false to stop.
    std::function<bool(std::uint64_t states)> progress = nullptr;
};

struct FindReport {
    std::uint64_t states_asked = 0;
    std::uint64_t states_found = 0;
    std::uint64_t ranges = 0;
    // The tick at which the simulation left the recording, or could not go on.
    std::optional<std::uint64_t> left_tick;
    std::optional<sim::Error> left_at;  // how it left; the error's place names the tick
    bool is_stopped = false;            // by `progress` or by the receiver of ranges
};

// Returns the scope of a recording, that is what its expressions may name. `replay` must outlive
// it.
ExpressionScope scope_of(const Replay& replay);

// Simulates from the last keyframe before `from`, compares every tick, and asks each state.
// `on_range` gets the ranges in order, each as soon as it has ended, and returns false to stop. The
// simulation goes on behind a divergence, with its own states. An error says that the file cannot
// be simulated here, or not from its beginning.
sim::Result<FindReport> find_states(const Replay& replay, sim::AnySimulation simulation,
                                    const Expression& expression, const FindOptions& options,
                                    const std::function<bool(const FoundRange& range)>& on_range);

}  // namespace tandem::replay
