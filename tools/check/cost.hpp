// SPDX-License-Identifier: MIT
// Measures the cost of each field of a state: bytes, and the time to write it into the hash.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/schema/field_cost.hpp>
#include <tandem/tools/registry.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::check {

struct MeasuredCost {
    sim::FieldCost cost;
    sim::FieldMove move = sim::FieldMove::single;
    std::chrono::nanoseconds hashing{};  // time to write and hash it once; the shortest of several
};

// The costs of every outermost field in this state of the game. An error if the game cannot be
// restored to it.
sim::Result<std::vector<MeasuredCost>> measure_costs(const RegisteredGame& game, const Setup& setup,
                                                     sim::ByteView state);

// Prints a line for each field, the dearest first: share, bytes, time, how it moves. `moment` says
// which state it is: "tick 3".
void print_costs(const std::vector<MeasuredCost>& costs, const std::string& moment,
                 Console& console);
// [{"path", "bytes", "elements", "move", "hash_ns"}, ...] in the order of serialize.
JsonArray costs_json(const std::vector<MeasuredCost>& costs);

}  // namespace tandem::tools::check
