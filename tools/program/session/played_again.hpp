// SPDX-License-Identifier: MIT
// Writes the options with which record and check play the contents of a recording: for commands
// that a person is told to run next.
#pragma once

#include <string>

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/game_info.hpp>

namespace tandem::tools {

// The options that differ from the defaults: " --seed 7 --option arena=yard".
std::string setup_options(const Setup& setup, const sim::GameInfo& game);
// The options for the inputs of the recording at this path, with its setup: " --inputs
// replay:a.tandem --seed 7 --option arena=yard". A recording that holds no input, or begins at a
// later tick than a session does, gives its setup alone.
std::string playing_options(const replay::Replay& file, const std::string& path,
                            const sim::GameInfo& game);
// The number of ticks of the recording that these play; 0: they play none of it.
std::uint64_t ticks_played_again(const replay::Replay& file);

}  // namespace tandem::tools
