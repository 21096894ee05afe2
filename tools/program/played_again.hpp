// SPDX-License-Identifier: MIT
// The options with which record and check play what a recording holds: for commands that a person
// is told to run next.
#pragma once

#include <string>

#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/game/game_info.hpp>

namespace tandem::tools {

// " --seed 7 --option arena=yard": what is not so by itself.
std::string setup_options(const Setup& setup, const sim::GameInfo& game);
// " --inputs replay:a.tandem --seed 7 --option arena=yard": the inputs of the recording at this
// path, with its setup. One that holds no input, or begins at a later tick than a session does,
// gives its setup alone.
std::string playing_options(const replay::Replay& file, const std::string& path,
                            const sim::GameInfo& game);
// How many ticks of the recording these play; 0: they play none of it.
std::uint64_t ticks_played_again(const replay::Replay& file);

}  // namespace tandem::tools
