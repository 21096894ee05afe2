// SPDX-License-Identifier: MIT
// Which bits of a bad tick are tried, and in which order: all of a small state, those of likely
// fields first of a large one, and no more than can be afforded.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/replay/explain/bit_search.hpp>
#include <tandem/replay/replay_file.hpp>
#include <tandem/replay/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

struct BitHunt {
    std::vector<FlippedBit> bits;   // that give what was recorded; several where it fits several
    std::uint64_t tried = 0;        // single bits
    std::uint64_t untried = 0;      // that could not be afforded
    std::uint64_t state_bytes = 0;  // of the state behind the step
    BitSearch::Followed behind;     // how far the run with the first of `bits` is as recorded

    // Whether the run with each of `bits` came to a whole chain of the file.
    bool are_confirmed() const;
};

// Tries the bits of the tick of `divergence`, which verify() found, with so many threads. `spare`
// is the game, never stepped. It fails where the simulation does not come there, or where the file
// cannot be read or is too narrow to name one tick. Where `progress` returns false it ends early,
// with what it has.
sim::Result<BitHunt> hunt_bits(const Replay& replay, const sim::AnySimulation& spare,
                               const Divergence& divergence, std::uint32_t threads,
                               const Progress& progress = nullptr);

}  // namespace tandem::replay
