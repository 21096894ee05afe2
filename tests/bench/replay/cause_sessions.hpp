// SPDX-License-Identifier: MIT
// The games that faults are planted in: both bundled ones, and three that are built as other
// people's programs are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/recording/recorder.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::bench {

struct FaultyGame {
    std::string name;
    sim::AnySimulation (*make)();
    Setup setup;
    std::uint64_t ticks = 0;  // of a session that a fault is planted in
};

std::vector<FaultyGame> faulty_games();

// The identity of a build of this name.
replay::GameBuild build_named(const std::string& name);
// What a recorder of these sessions writes.
replay::RecorderOptions recorder_options(const FaultyGame& game, const std::string& build);

// Plays bots, with this fault, and gives the recording. It may end early where the game fails
// because of the fault.
replay::Replay play_bots(const FaultyGame& game, std::uint64_t ticks,
                         const std::optional<sim::Plant>& plant = std::nullopt);
// Reads what a recorder wrote.
replay::Replay parse(const sim::Bytes& file);

}  // namespace tandem::bench
