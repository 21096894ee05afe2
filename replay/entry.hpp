// SPDX-License-Identifier: MIT
// Where a simulation can begin to play a recording: at its start or at one of its keyframes. And
// whether the simulation then agrees with the recording, also when the file has grown.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::replay {

// Starts `timeline` where the file begins: with the recorded setup and, if the file begins at a
// later tick, with its first keyframe. It fails if the simulation is not the one of the file, if an
// asset is missing, or if that keyframe is missing or unusable.
sim::Result<void> start_as_recorded(const Replay& replay, sim::Timeline& timeline);

// Moves a started timeline to the latest usable keyframe after more than `after` and fewer than
// `before` ticks. An unusable keyframe is skipped, because an earlier state leads to the same
// ticks. Returns false, and does not move the timeline, if there is none.
bool jump_to_keyframe(const Replay& replay, sim::Timeline& timeline, std::uint64_t after,
                      std::uint64_t before);

// Compares the chain after `ticks_done` ticks with the recorded one, as far as the file knows it.
// The error (divergence) has both. Another error says that the file cannot be read there.
sim::Result<void> check_chain(Cursor& cursor, std::uint64_t ticks_done, sim::ChainHash chain);

// A difference that shows after `ticks_done` ticks may have come in any tick from the answer on:
// the one before `ticks_done`, or with a narrow track the first one behind the whole chain before
// it.
std::uint64_t first_possible_tick(const Replay& replay, std::uint64_t ticks_done);

// The first place after at least so many ticks at which the file has a whole chain, if it has one.
std::optional<std::uint64_t> next_whole_chain(const Replay& replay, std::uint64_t ticks_done);

// Whether `longer` is the same file as `shorter`, read later: it must begin with the same ticks.
// The error (bad_data) says that it does not.
sim::Result<void> check_growth(const Replay& shorter, const Replay& longer);

}  // namespace tandem::replay
