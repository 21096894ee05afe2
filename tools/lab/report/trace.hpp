// SPDX-License-Identifier: MIT
// Traces a run of a loop: all its updates and pictures, with the times at which they happened.
#pragma once

#include <vector>

#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab::report {

struct TracedPicture {
    Frame frame;
    Flicks begin{};       // when its rendering began
    Flicks simulated{};   // how far the game had come
    bool is_new = false;  // differs from the one before in updates or blend
};

struct Trace {
    std::vector<Update> updates;
    std::vector<TracedPicture> pictures;
    LoopReport report;
};

Trace trace_loop(const Loop& loop, const Machine& machine, const RunOptions& options = {});

// Returns one of the five machines of the tables, by its name (asserted).
const Machine& machine_named(std::string_view name);
// Returns a loop of the inventory by its id (asserted).
const Loop& loop_named(std::string_view id);

}  // namespace tandem::tools::lab::report
