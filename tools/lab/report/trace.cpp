// SPDX-License-Identifier: MIT
// It notes the times at which a game was called to update and draw.
#include <tandem/tools/lab/report/trace.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/lab/games/recording_game.hpp>

namespace tandem::tools::lab::report {

Trace trace_loop(const Loop& loop, const Machine& machine, const RunOptions& options) {
    RecordingGame history;
    Trace trace;
    trace.report = run_loop(loop, machine, options, &history);
    Flicks simulated{};
    std::size_t summed = 0;
    for (const Frame& frame : history.frames) {
        for (; summed < frame.updates; ++summed) {
            simulated += history.updates[summed].step;
        }
        const bool is_new = trace.pictures.empty() ||
                            trace.pictures.back().frame.updates != frame.updates ||
                            trace.pictures.back().frame.blend != frame.blend;
        trace.pictures.push_back({frame, frame.begin, simulated, is_new});
    }
    trace.updates = std::move(history.updates);
    return trace;
}

const Machine& machine_named(std::string_view name) {
    const auto& all = known_machines();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Machine& machine) { return machine.name == name; });
    TANDEM_ASSERT(found != all.end());
    return *found;
}

const Loop& loop_named(std::string_view id) {
    const Loop* const loop = find_loop(id);
    TANDEM_ASSERT(loop != nullptr);
    return *loop;
}

}  // namespace tandem::tools::lab::report
