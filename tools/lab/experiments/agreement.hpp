// SPDX-License-Identifier: MIT
// Finds out if two machines under one loop play the same game, by a small game of doubles and
// integers. Every table that says so has it from here.
#pragma once

#include <vector>

#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {

// The effect of a run on its game, as a recording would have it.
class RunRecord : public Game {
public:
    // Further updates are not kept.
    static constexpr std::size_t k_updates_max = 1'000'000;

    void update(const Update& update) override;
    // True if there were more.
    bool is_cut() const { return is_cut_; }

    std::vector<Flicks> steps;
    std::vector<std::uint32_t> presses;  // seen by each update

private:
    bool is_cut_ = false;
};

struct MachineAgreement {
    bool replays_from_inputs = false;  // true if recorded here, played on the other machine
    bool agrees_at_tick = false;       // equal inputs by tick, equal state at every tick
    bool agrees_at_time = false;       // that, and both are on time
};

// Returns a value in units less the exact distance of so much time, 0.001 units a millisecond.
double distance_error(double units, Flicks simulated);
// Returns how far the sum of 0.001 units a millisecond in doubles is from the exact sum of the
// run's steps.
double distance_error(const RunRecord& run);

// True if the game was where real time was when the window ended: within a tick and the longest
// frame of the first half, by updates that were run, not by those that a picture has shown.
bool is_on_time(const LoopReport& report);

// Compares two runs: `here` and `there` are records of one loop on two machines, with their
// reports.
MachineAgreement compare_runs(const RunRecord& here, const LoopReport& report_here,
                              const RunRecord& there, const LoopReport& report_there);

}  // namespace tandem::tools::lab
