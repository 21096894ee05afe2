// SPDX-License-Identifier: MIT
// Holds a chain against what a recording states of it, and says what its track leaves open. A file
// that has grown is held against what it was in the same way.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/replay_file.hpp>

namespace tandem::replay {

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
