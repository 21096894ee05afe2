// SPDX-License-Identifier: MIT
// The search for the flipped bit: it finds the single bits of the simulated state that, flipped,
// give what the file recorded of one tick. For most ticks a file holds no state, but for every tick
// it holds a chain, and a chain names its state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tandem/replay/explain/bad_tick.hpp>
#include <tandem/replay/explain/state_bytes.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

// The moment at which a bit was flipped, as seen by the tick whose chain is the first to differ.
enum class FlipMoment : std::uint8_t {
    after_step,   // after its step, before the state was hashed
    before_step,  // after the state of the tick before was hashed, before or early in the step
};

// A bit of a state.
struct StateBit {
    FlipMoment moment = FlipMoment::after_step;
    std::uint64_t byte = 0;  // its byte of the canonical state
    std::uint32_t bit = 0;   // 0 is the lowest of its byte

    friend bool operator==(const StateBit&, const StateBit&) = default;
};

// A bit that, flipped, gives what the file recorded.
struct FlippedBit {
    StateBit place;
    std::uint64_t ticks_done = 0;  // it was flipped in the state after so many ticks
    // The field that holds it, "units[17].hp", or the key of a map, "key 3 of stock".
    std::string path;
    std::uint32_t bit = 0;  // the bit of that field's own bytes, 0 is the lowest of the first
    std::string honest;     // the field as the simulation makes it
    std::string flipped;    // the field with the bit flipped
    std::uint64_t ticks_agreed = 0;  // ticks behind it that came out as recorded, its own included
    // True if the run came to a whole chain of the file. If it did not, the file ended before, and
    // `ticks_agreed` chains of few bits are the only evidence.
    bool is_confirmed = false;
};
// Returns for example "bit 3 of units[17].hp flipped after 200 ticks (100 to 108)".
std::string flipped_bit_text(const FlippedBit& bit);

// Names the field of a bit. `state` is the one in which it was flipped; it must have the bit
// (asserted).
FlippedBit describe_bit(const sim::Schema& schema, sim::ByteView state, const StateBit& place,
                        std::uint64_t ticks_done);

// Returns true if a state behind the bad tick is one that is sought.
using WantedState = std::function<bool(sim::StateHash state)>;

// Searches one bad tick. A search needs nothing but this object, which does not change, so several
// threads may search parts of it at the same time.
class BitSearch {
public:
    // All must outlive this object. `spare` is the game, never stepped.
    BitSearch(const Replay& replay, const sim::AnySimulation& spare, const BadTick& bad,
              WantedState wanted)
        : replay_(&replay), spare_(&spare), bad_(&bad), wanted_(std::move(wanted)) {}

    // The number of bits of the state after the step. Trying each costs a hash.
    std::uint64_t bits_after() const { return std::uint64_t{k_byte_bits} * bad_->honest.size(); }
    // The number of bits of the state before the step. Trying each costs a step. There are none if
    // the reset state is the one that differs.
    std::uint64_t bits_before() const { return std::uint64_t{k_byte_bits} * bad_->before.size(); }
    // Tries so many bits from the number `first` on (asserted to exist) and returns those that give
    // a wanted state. With 16 bits of a chain, one of 65,536 does so by chance.
    std::vector<StateBit> try_after(std::uint64_t first, std::uint64_t count) const;
    // Does the same with the bits of the state before the step. It asks `progress` before each, and
    // stops if that returns false.
    std::vector<StateBit> try_before(std::uint64_t first, std::uint64_t count,
                                     const Progress& progress = nullptr) const;

private:
    const Replay* replay_;
    const sim::AnySimulation* spare_;
    const BadTick* bad_;
    WantedState wanted_;
};

// Chooses which bits of a bad tick are tried, and in which order: all bits of a small state; of a
// large state those of likely fields first, and no more than can be afforded. A bit flipped behind
// the step costs a hash of the state, one flipped before it a step.
//
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
                   std::uint32_t threads, const ReportBits& report, const Progress& progress);
// Tries the bits of the state before the step in the same way.
BitHunt hunt_before(const BitSearch& search, const BadTick& bad, LikelyBytes& likely,
                    const ReportBits& report, const Progress& progress);

}  // namespace tandem::replay
