// SPDX-License-Identifier: MIT
// Finds the game of a recording, for the verbs that read one.
#pragma once

#include <optional>
#include <string>

#include <tandem/replay/recording/growing_file.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// The options to open files. If a file's schema is damaged, it is read by that of its game, if the
// program has it. `context` must outlive them.
replay::OpenOptions open_options(const Context& context,
                                 replay::OpenDepth depth = replay::OpenDepth::blocks);

// Opens a recording with these options. If the path is a bundle the error names the file in it.
sim::Result<replay::Replay> open_replay(const std::string& path, const Context& context,
                                        replay::OpenDepth depth = replay::OpenDepth::blocks);
// Does the same for the first look at a file that may grow.
sim::Result<replay::Replay> open_replay(replay::GrowingFile& growing, const Context& context);

// The game a file names. The error (no_simulation) says which games there are, or that --game says
// something else.
sim::Result<RegisteredGame> game_of(const replay::Replay& file, const std::string& path,
                                    const Context& context);

// The game of a file, for a verb that can do without: nothing if the program does not have the
// game, or only another version of it.
std::optional<RegisteredGame> game_if_any(const replay::Replay& file, const Context& context);

// The states that the file holds: "those after 0, 600, 1200 ticks".
std::string stored_states_text(const replay::Replay& file);

// A note on a state or a chain that was simulated and that the file cannot confirm.
std::string unconfirmed_text(const replay::Replay& file);

// A note if states are simulated tick by tick and the file has too few bits of the chain to see
// each difference at once. Empty if it has enough.
std::string narrow_track_text(const replay::Replay& file);

}  // namespace tandem::tools
