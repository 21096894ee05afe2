// SPDX-License-Identifier: MIT
// Compares a chain with the one that a recording states, and says which ticks its track leaves
// open. A file that has grown is compared with its shorter version in the same way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/recording/replay_file.hpp>

namespace tandem::replay {

// Says how a chain after `ticks_done` ticks parts from the recorded one: has both, and since when
// the states may differ.
std::string parting_text(const Replay& replay, std::uint64_t ticks_done,
                         const RecordedChain& recorded, sim::ChainHash chain);

// Compares the chain after `ticks_done` ticks with the recorded one, as far as the file knows it.
// The error (divergence) has both. Another error says that the file cannot be read there.
sim::Result<void> check_chain(Cursor& cursor, std::uint64_t ticks_done, sim::ChainHash chain);

// Returns the first tick in which a difference that shows after `ticks_done` ticks may have arisen:
// the one before `ticks_done`, or with a narrow track the first one behind the whole chain before
// it.
std::uint64_t first_possible_tick(const Replay& replay, std::uint64_t ticks_done);

// Returns the first place after at least so many ticks at which the file has a whole chain, if
// there is one.
std::optional<std::uint64_t> next_whole_chain(const Replay& replay, std::uint64_t ticks_done);

// Checks that `longer` is the same file as `shorter`, read later: it must begin with the same
// ticks. The error (bad_data) says that it does not.
sim::Result<void> check_growth(const Replay& shorter, const Replay& longer);

}  // namespace tandem::replay
