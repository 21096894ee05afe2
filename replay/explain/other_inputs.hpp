// SPDX-License-Identifier: MIT
// Whether a session simulated another input than the one that it recorded: one that was lost, or
// one that came a few ticks too early or too late.
#pragma once

#include <optional>
#include <string>

#include <tandem/replay/replay_file.hpp>
#include <tandem/replay/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

// An input with which the step gives what was recorded.
struct OtherInput {
    Slot player;
    std::string text;   // "player 1 idle in place of its input of tick 50"
    sim::Bytes state;   // before the step
    sim::Bytes record;  // of the tick, with that input
    sim::Bytes said;    // as it was recorded
};

// Steps the tick with each other input that one player may have had. Nothing where none fits, or
// where `progress` returned false. It fails where the simulation does not come to this tick, or
// where the file cannot be read.
sim::Result<std::optional<OtherInput>> find_other_input(const Replay& replay,
                                                        const sim::AnySimulation& spare,
                                                        sim::Tick tick,
                                                        const Progress& progress = nullptr);

}  // namespace tandem::replay
