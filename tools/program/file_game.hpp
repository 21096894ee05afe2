// SPDX-License-Identifier: MIT
// The game of a recording, for the verbs that read one.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <tandem/replay/replay_file.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// Opens a recording. Where its schema is damaged, that of the game is used if the program has it.
sim::Result<replay::Replay> open_replay(const std::string& path, const Context& context,
                                        replay::OpenDepth depth = replay::OpenDepth::blocks);

// Finds games for replay::OpenOptions; `context` must outlive it.
std::function<std::optional<sim::GameInfo>(const std::string& name, std::uint32_t version)>
game_finder(const Context& context);

// The game a file names. The error (no_simulation) says which games there are, or that --game says
// something else.
sim::Result<RegisteredGame> game_of(const replay::Replay& file, const std::string& path,
                                    const Context& context);

// The same for a verb that can do without: nothing where the program does not have the game, or
// only another version of it.
std::optional<RegisteredGame> game_if_any(const replay::Replay& file, const Context& context);

// "those after 0, 600, 1200 ticks": the states that the file holds.
std::string stored_states_text(const replay::Replay& file);

}  // namespace tandem::tools
