// SPDX-License-Identifier: MIT
// Whether two machines under one loop play the same game: what a replay needs, and what they agree
// on, tried out with a small game of doubles and integers.
#pragma once

#include <vector>

#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {

// What a run did to its game, as a recording would have it.
class RunRecord : public Game {
public:
    // More updates than these are not kept.
    static constexpr std::size_t k_updates_max = 1'000'000;

    void update(const Update& update) override;

    std::vector<Flicks> steps;
    std::vector<std::uint32_t> presses;  // seen by each update
};

struct Agreement {
    // How far the sum of 0.001 units a millisecond in doubles is from the exact sum of the steps.
    double distance_error = 0;
    bool replays_from_inputs = false;            // recorded here, played on the other machine
    bool replays_from_inputs_and_steps = false;  // with the length of each step recorded too
    bool agrees_at_tick = false;                 // equal inputs by tick, equal state at every tick
    bool agrees_at_time = false;                 // that, and both keep up with the time of day
};

// A value in units less the exact distance of so much time, 0.001 units a millisecond.
double distance_error(double units, Flicks simulated);

// `here` and `there` are records of one loop on two machines, with their reports.
Agreement compare_runs(const RunRecord& here, const LoopReport& report_here, const RunRecord& there,
                       const LoopReport& report_there);

}  // namespace tandem::tools::lab
