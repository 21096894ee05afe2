// SPDX-License-Identifier: MIT
// Whether another setup than the one that a file states gives the state with which its session
// began: then the file lacks, or has wrong, a part of the setup.
#pragma once

#include <optional>
#include <string>

#include <tandem/replay/replay_file.hpp>
#include <tandem/replay/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

// A setup whose reset gives the state that the file holds.
struct OtherSetup {
    Setup setup;
    std::string text;  // what is other in it: "seed 8 in place of 7"
};

// Tries other seeds and other values of each option. Nothing where none gives that state, or where
// the file does not hold it, or does not begin at tick 0, or where `progress` returned false.
std::optional<OtherSetup> find_other_setup(const Replay& replay, const sim::AnySimulation& spare,
                                           const Progress& progress = nullptr);

}  // namespace tandem::replay
