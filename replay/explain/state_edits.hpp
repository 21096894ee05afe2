// SPDX-License-Identifier: MIT
// The single changes that a state may have undergone, found by its schema: a number one off, a
// generator that drew more or less, an element of a list that is lost, doubled or at the place of
// another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::replay {

// Bytes of a state, and the bytes that take their place.
struct EditPiece {
    std::size_t offset = 0;
    std::size_t removed = 0;
    sim::Bytes inserted;
};

struct StateEdit {
    std::string path;               // "fighters[0].shots", "projectiles[1]"
    std::string text;               // "fighters[0].shots one more (46 to 47)"
    std::vector<EditPiece> pieces;  // ascending, apart from each other
};

// At most so many draws more or less of a generator are tried.
inline constexpr std::uint32_t k_draws_max = 16;
// Each pair of elements is exchanged in an array or list of at most so many elements, and only
// neighbours in a longer one: 2,016 pairs are about as many as a small state has bits.
inline constexpr std::uint64_t k_paired_elements_max = 64;

// Returns whether to go on.
using EditVisitor = std::function<bool(const StateEdit&)>;

// Calls `visit` with each change of a generator, then of elements, then of numbers. Lists that are
// as long in `steady` keep their length: a game may count on it, and not survive another. `state`
// must be valid, and `steady` too or empty (both asserted).
void visit_state_edits(const sim::Schema& schema, sim::ByteView state, const EditVisitor& visit,
                       sim::ByteView steady = {});

// Calls `visit` with each number that the step changed, set back to its value before the step. Both
// states must be valid (asserted).
void visit_unchanged_numbers(const sim::Schema& schema, sim::ByteView before, sim::ByteView after,
                             const EditVisitor& visit);

// Returns the state with this change.
sim::Bytes with_edit(sim::ByteView state, const StateEdit& edit);

// Returns the state of a Random so many draws on, or back if the number is negative.
std::uint64_t drawn_on(std::uint64_t state, std::uint64_t stream, std::int32_t draws);

}  // namespace tandem::replay
