// SPDX-License-Identifier: MIT
// The parts of a diff that know nothing of one another: headers, one tick's inputs, and what two
// files have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::replay {

// "seed: 1 | 2": one line for each thing that decides a session and differs. Empty for the same
// session.
std::vector<std::string> header_differences(const Header& a, const Header& b);

struct InputDifference {
    Slot player;
    std::vector<sim::FieldDifference> fields;  // of the input, or "present" alone
};
// The first slot whose part of two records differs. The records must differ and fit the header
// (asserted).
InputDifference input_difference(const Header& header, sim::ByteView a, sim::ByteView b);

// Where both files end a block, ascending, at most `end`.
std::vector<std::uint64_t> common_ends(const Replay& a, const Replay& b, std::uint64_t end);

// States of one tick that both files hold.
struct CommonState {
    std::uint64_t ticks_done = 0;
    const StoredState* a = nullptr;  // in the first file; the first of that tick
    const StoredState* b = nullptr;
};
// By ticks, after at least `from` of them.
std::vector<CommonState> common_states(const Replay& a, const Replay& b, std::uint64_t from);

}  // namespace tandem::replay
