// SPDX-License-Identifier: MIT
// Independent parts of a diff: comparing headers, comparing the inputs of one tick, and finding
// what two files have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::replay {

// "seed: 1 | 2": one line for each difference that decides the session. Empty for the same session.
std::vector<std::string> header_differences(const Header& a, const Header& b);

// That one file continues the other, or both the same third one, as their headers state it and,
// where the other is at hand, its chain at the fork confirms. Nothing where they are not related.
std::optional<std::string> relation_text(Cursor& a, Cursor& b);

// Where two records of one tick differ.
struct InputDifference {
    Slot player;
    std::vector<sim::FieldDifference> fields;  // of the input; or only "present"
};
// The first slot whose part of the two records differs. The records must differ and fit the header
// (asserted).
InputDifference input_difference(const Header& header, sim::ByteView a, sim::ByteView b);

// Numbers of ticks, ascending and at most `end`, after which both files state the whole chain.
std::vector<std::uint64_t> common_ends(const Replay& a, const Replay& b, std::uint64_t end);

// The states of one tick that both files hold.
struct CommonState {
    std::uint64_t ticks_done = 0;
    const StoredState* a = nullptr;  // in the first file; the first state of that tick
    const StoredState* b = nullptr;
};
// All common states after at least `from` ticks, ascending.
std::vector<CommonState> common_states(const Replay& a, const Replay& b, std::uint64_t from);

}  // namespace tandem::replay
