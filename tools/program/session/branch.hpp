// SPDX-License-Identifier: MIT
// Lets a session go on from the state after some ticks of a recording, instead of beginning anew.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include <tandem/replay/play/player.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

// The data that a session needs to go on from there; the recording itself may be closed.
struct BranchPoint {
    std::string file;                            // the recording
    Setup setup;                                 // setup of its session
    std::uint64_t ticks_done = 0;                // the place where the recording is left
    sim::Bytes state;                            // after these ticks
    sim::RunningHashes hashes;                   // after these ticks
    std::uint64_t presence = 0;                  // bit s: slot s took part in the tick before
    std::map<std::uint32_t, std::string> names;  // names of the players, by slot
};

// The parts of "FILE@T", as --from of `record` has it. Without "@T" it is the end of the file. An @
// may also be a part of a file's own name.
struct BranchText {
    std::string file;
    std::string tick;  // a text for tick_of; empty: the end
};
BranchText split_branch(const std::string& text);

// Reads "600" or "-600", which counts from the last tick back. The error (usage) is for any other
// text.
sim::Result<std::uint64_t> tick_of(const std::string& text, const replay::Replay& file,
                                   const std::string& option);
// The ticks that can be read of a file, in words: "the file holds ticks 0 to 99".
std::string ticks_held_text(const replay::Replay& file);

// Plays up to there. It is an error if the simulation is not that of the file (no_simulation), if
// there is no such tick (usage), or if it left the recording on the way (divergence), because a
// session that went on then would have another history than the file's.
sim::Result<BranchPoint> branch_at(const replay::Replay& file, const std::string& path,
                                   sim::AnySimulation simulation, const BranchText& place);
// The same place from where a player stands.
sim::Result<BranchPoint> branch_here(const replay::Player& player, const std::string& path);

}  // namespace tandem::tools
