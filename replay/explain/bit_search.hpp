// SPDX-License-Identifier: MIT
// The search for the flipped bit: which single bits of the state that the simulation makes give the
// history that the file recorded. For most ticks a file holds no state, but for every tick it holds
// a chain, and a chain names its state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <tandem/replay/replay_file.hpp>
#include <tandem/replay/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::replay {

// When a bit was flipped, as seen by the tick whose chain is the first to differ.
enum class FlipMoment : std::uint8_t {
    after_step,   // after its step, before the state was hashed
    before_step,  // after the state of the tick before was hashed, before or early in the step
};

// One bit of a state.
struct StateBit {
    FlipMoment moment = FlipMoment::after_step;
    std::uint64_t byte = 0;  // of the canonical state
    std::uint32_t bit = 0;   // 0 is the lowest of its byte

    friend bool operator==(const StateBit&, const StateBit&) = default;
};

// A bit that, flipped, gives what the file recorded.
struct FlippedBit {
    StateBit place;
    std::uint64_t ticks_done = 0;  // it was flipped in the state after so many ticks
    // The field that holds it, "units[17].hp", or the key of a map, "key 3 of stock".
    std::string path;
    std::uint32_t bit = 0;           // of that field's own bytes, 0 is the lowest of the first
    std::string honest;              // the field as the simulation makes it
    std::string flipped;             // the field with the bit flipped
    std::uint64_t ticks_agreed = 0;  // ticks behind it that came out as recorded, its own included
    // Whether the run came to a whole chain of the file. Where it did not, the file ended before,
    // and `ticks_agreed` chains of few bits are all there is.
    bool is_confirmed = false;
};

// Looks at one bad tick of one recording. Searching needs nothing but this object, which does not
// change, so several threads may search parts of it at the same time.
class BitSearch {
public:
    // Simulates up to the bad tick. `divergence` is what verify() found; `spare` is the game, never
    // stepped. Both must outlive this. It fails if the simulation does not come there as recorded,
    // or if the file's track is too narrow to name one tick.
    static sim::Result<BitSearch> at(const Replay& replay, const sim::AnySimulation& spare,
                                     const Divergence& divergence);

    // How many bits there are to try: those of the state after the step. They cost a hash each.
    std::uint64_t bits_after() const { return honest_.size() * k_bits_of_byte; }
    // Those of the state before the step, which cost a step each; none where the reset state is
    // what differs.
    std::uint64_t bits_before() const { return before_.size() * k_bits_of_byte; }
    // Tries so many bits from the number `first` on (asserted to exist) and returns those that give
    // the recorded chain at the bad tick. With 16 bits of it one of 65,536 does so by chance.
    std::vector<StateBit> try_after(std::uint64_t first, std::uint64_t count) const;
    // The same with the bits of the state before the step. `progress` is asked before each; it
    // stops where that says false.
    std::vector<StateBit> try_before(std::uint64_t first, std::uint64_t count,
                                     const Progress& progress = nullptr) const;
    // The states whose bits they are. Empty where the reset state is what differs: the one before.
    sim::ByteView state_after() const { return honest_; }
    sim::ByteView state_before() const { return before_; }
    // Those of the candidates with which the run goes on as recorded: to the next whole chain, or
    // to the end of the file where it has none. It fails where the file cannot be read there. Where
    // `progress` returns false the rest is left out, or not confirmed.
    sim::Result<std::vector<FlippedBit>> confirm(const std::vector<StateBit>& candidates,
                                                 const Progress& progress = nullptr) const;

    // How far a run from the flipped bit gives what was recorded behind the bad tick.
    struct Followed {
        std::uint64_t ticks = 0;  // that came out as recorded, the bad one not counted
        bool parts = false;       // the next one did not
    };
    // Goes on from a bit that was confirmed, to the end of what can be read of the file or for so
    // many ticks, or until `progress` returns false.
    Followed follow(const FlippedBit& bit, std::uint64_t ticks_max,
                    const Progress& progress = nullptr) const;

private:
    static constexpr std::uint64_t k_bits_of_byte = 8;

    BitSearch(const Replay& replay, const sim::AnySimulation& spare)
        : replay_(&replay), spare_(&spare) {}
    sim::RunningHashes hashes_with(sim::StateHash state) const;
    bool gives_the_recorded(sim::StateHash state) const;
    sim::Bytes state_with(const StateBit& place) const;
    // Whether the game goes on from the state with this bit flipped.
    bool begin_with(const StateBit& place, sim::Timeline& timeline) const;
    void describe(FlippedBit& bit) const;

    const Replay* replay_;
    const sim::AnySimulation* spare_;
    std::uint64_t ticks_done_ = 0;      // behind the bad tick
    bool is_reset_ = false;             // the state before the first tick is what differs
    std::uint64_t start_ = 0;           // where is_reset_: the first value of the chain
    sim::RunningHashes hashes_before_;  // before the bad tick
    std::uint64_t record_hash_ = 0;     // of the bad tick
    sim::Bytes record_;                 // its inputs
    sim::Bytes before_;                 // the state before the step
    sim::Bytes honest_;                 // the state after it
    RecordedChain recorded_;            // what the file says of the bad tick
};

}  // namespace tandem::replay
