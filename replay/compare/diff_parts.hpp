// SPDX-License-Identifier: MIT
// Independent parts of a diff: comparing headers, comparing the inputs of one tick, and finding the
// chains and states that two files have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::replay {

// Returns lines as "seed: 1 | 2", one for each difference that decides the session; none for the
// same session.
std::vector<std::string> header_differences(const Header& a, const Header& b);

// Says that one file continues the other, or both the same third one, as their headers state it
// and, if the other is at hand, its chain at the fork confirms. Returns nothing if they are not
// related.
std::optional<std::string> relation_text(Cursor& a, Cursor& b);

// The place where two records of one tick differ.
struct InputDifference {
    Slot player;
    // The fields of the input that differ, or only "present".
    std::vector<sim::FieldDifference> fields;
};
// Returns the first slot whose part of the two records differs. The records must differ and fit the
// header (asserted).
InputDifference input_difference(const Header& header, sim::ByteView a, sim::ByteView b);

// Returns the numbers of ticks, ascending and at most `end`, after which both files state the whole
// chain.
std::vector<std::uint64_t> common_ends(const Replay& a, const Replay& b, std::uint64_t end);

// The two files' states of a tick, if both hold one.
struct CommonState {
    std::uint64_t ticks_done = 0;
    const StoredState* a = nullptr;  // in the first file; the first state of that tick
    const StoredState* b = nullptr;
};
// Returns all common states after at least `from` ticks, ascending.
std::vector<CommonState> common_states(const Replay& a, const Replay& b, std::uint64_t from);

}  // namespace tandem::replay
