// SPDX-License-Identifier: MIT
// Where a simulation can enter a recording, its start or one of its keyframes, and whether it then
// is where the recording was.
#pragma once

#include <cstdint>
#include <string>

#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::replay {

// Starts `timeline` where the file begins: the recorded setup, and for a file that begins later its
// first keyframe. Fails where the simulation is not the file's, an asset is missing, or that
// keyframe is missing or cannot be used.
sim::Result<void> start_as_recorded(const Replay& replay, sim::Timeline& timeline);

// Takes a started timeline to the latest keyframe after more than `after` and fewer than `before`
// ticks that can be used; one that cannot is passed over, as an earlier state leads to the same
// ticks. False, and the timeline stays where it is, where there is none.
bool jump_to_keyframe(const Replay& replay, sim::Timeline& timeline, std::uint64_t after,
                      std::uint64_t before);

// How the chain after `ticks_done` ticks contradicts the file; empty where it does not.
std::string contradiction(const Replay& replay, std::uint64_t ticks_done, sim::ChainHash chain);

}  // namespace tandem::replay
