// SPDX-License-Identifier: MIT
// Which bits of a bad tick are tried, and in which order: all of a small state, those of likely
// fields first of a large one, and no more than can be afforded.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <tandem/replay/explain/bit_search.hpp>
#include <tandem/replay/replay_file.hpp>
#include <tandem/replay/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

// So many steps are affordable for small states; of large ones those come first that belong to
// fields which show the fault later, until so many bytes of states have been stepped.
inline constexpr std::uint64_t k_steps_max = 100'000;
inline constexpr std::uint64_t k_stepped_bytes_max = std::uint64_t{1} << 30;
// How many steps that is, of a state of so many bytes.
std::uint64_t steps_affordable(std::uint64_t state_bytes);

// The bytes of a bad tick that a fault is likely to have struck: those of fields that differ where
// the file next holds a state, in a run that goes on from the tick as it is made here. A fault is
// often still seen in the field where it began.
class LikelyBytes {
public:
    // All must outlive it.
    LikelyBytes(const Replay& replay, const sim::AnySimulation& spare, const BadTick& bad,
                const Progress& progress)
        : replay_(replay), spare_(spare), bad_(bad), progress_(progress) {}

    // Of a state before or behind the step, ascending; none where the file holds no state there.
    std::vector<std::size_t> of(sim::ByteView state);

private:
    struct States {
        sim::Bytes simulated;
        sim::Bytes recorded;
    };
    std::optional<States> find_states() const;

    const Replay& replay_;
    const sim::AnySimulation& spare_;
    const BadTick& bad_;
    const Progress& progress_;
    bool is_known_ = false;
    std::optional<States> states_;
};

// How many bits were tried.
struct BitHunt {
    std::uint64_t tried = 0;
    std::uint64_t untried = 0;  // not afforded, not needed any more, or stopped before
};
// Is given bits that lead to a wanted state. Says whether that is enough.
using TakeBits = std::function<bool(const std::vector<StateBit>& bits)>;

// Tries the bits of the state behind the step, with so many threads. Where `progress` returns false
// it ends early.
BitHunt hunt_after(const BitSearch& search, const BadTick& bad, LikelyBytes& likely,
                   std::uint32_t threads, const TakeBits& take, const Progress& progress);
// The same of the state before the step.
BitHunt hunt_before(const BitSearch& search, const BadTick& bad, LikelyBytes& likely,
                    const TakeBits& take, const Progress& progress);

}  // namespace tandem::replay
