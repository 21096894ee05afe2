// SPDX-License-Identifier: MIT
// Searches for another setup than the file's that gives the state with which its session began. If
// there is one, the file lacks a part of the setup, or has it wrong.
#pragma once

#include <optional>
#include <string>

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

// A setup whose reset gives the state that the file holds.
struct OtherSetup {
    Setup setup;
    std::string text;  // the difference: "seed 8 in place of 7"
};

// Tries other seeds and other values of each option. Returns nothing if none gives that state, if
// the file does not hold it or does not begin at tick 0, or if `progress` returned false.
std::optional<OtherSetup> find_other_setup(const Replay& replay, const sim::AnySimulation& spare,
                                           const Progress& progress = nullptr);

}  // namespace tandem::replay
