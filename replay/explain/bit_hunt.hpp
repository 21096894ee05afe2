// SPDX-License-Identifier: MIT
// Chooses which bits of a bad tick are tried, and in which order: all bits of a small state; of a
// large state those of likely fields first, and no more than can be afforded.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <tandem/replay/explain/bit_search.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

// The limits of a hunt. So many steps are affordable for small states. In a large state the fields
// that show the fault later come first, until so many bytes of states have been stepped.
inline constexpr std::uint64_t k_steps_max = 100'000;
inline constexpr std::uint64_t k_stepped_bytes_max = std::uint64_t{1} << 30;
// Returns how many steps these limits allow for a state of so many bytes.
std::uint64_t steps_affordable(std::uint64_t state_bytes);

// The bytes of a bad tick that a fault is likely to have struck. They belong to the fields that
// differ in the file's next state, compared with a run that goes on from the tick as it is made
// here. A fault is often still seen in the field where it began.
class LikelyBytes {
public:
    // All must outlive this object.
    LikelyBytes(const Replay& replay, const sim::AnySimulation& spare, const BadTick& bad,
                const Progress& progress)
        : replay_(replay), spare_(spare), bad_(bad), progress_(progress) {}

    // Returns these bytes of a state before or behind the step, ascending; none if the file holds
    // no state there.
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

// The number of bits that were tried.
struct BitHunt {
    std::uint64_t tried = 0;
    std::uint64_t untried = 0;  // not afforded, not needed any more, or left at a stop
};
// Receives bits that lead to a wanted state. Returns whether that is enough.
using ReportBits = std::function<bool(const std::vector<StateBit>& bits)>;

// Tries the bits of the state behind the step, with so many threads. It ends early if `progress`
// returns false.
BitHunt hunt_after(const BitSearch& search, const BadTick& bad, LikelyBytes& likely,
                   std::uint32_t threads, const ReportBits& take, const Progress& progress);
// Tries the bits of the state before the step in the same way.
BitHunt hunt_before(const BitSearch& search, const BadTick& bad, LikelyBytes& likely,
                    const ReportBits& take, const Progress& progress);

}  // namespace tandem::replay
