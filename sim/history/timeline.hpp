// SPDX-License-Identifier: MIT
// A simulation together with its history: it steps, hashes, chains and tells an observer.
// Recording, playing and lockstep all advance through it, so that there is one place where a tick
// happens.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::sim {

// A fault that is made on purpose, to see that it is found: after the step of `tick` the lowest bit
// of the leaf `field` is flipped.
struct Plant {
    Tick tick;
    std::string field;  // a path, "fighters[1].position.x"
};

class Timeline {
public:
    // `observer` may be null and must outlive the timeline.
    explicit Timeline(AnySimulation simulation, TickObserver* observer = nullptr);

    // Resets the simulation, begins the chain and tells the observer, a keyframe of the reset state
    // included. An observer is told no state that could not be restored: the error says its size.
    Result<void> start(const Setup& setup);
    // Goes on from a known point instead: the state after `ticks_done` ticks with its two running
    // hashes. The timeline must have been started with the same setup (asserted: started). An error
    // where an observer listens: it is told every tick in order, and would miss some.
    Result<void> jump(std::uint64_t ticks_done, ByteView state, const RunningHashes& hashes);
    // One tick; the error names the tick. A record that is none changes nothing. After any other
    // failure simulation and observer may stand half a tick apart, so that every further call gives
    // the same error, until a start, or a jump where no observer listens.
    Result<void> advance(ByteView record);
    // Hands an event to the observer, if there is one; after a failure too, which is one more fact.
    Result<void> mark(const Mark& mark);
    Result<void> end(EndReason reason);

    void set_plant(Plant plant) { plant_ = std::move(plant); }

    // Ticks simulated so far, which is also the number of the next tick.
    std::uint64_t ticks_done() const { return ticks_done_; }
    const RunningHashes& hashes() const { return hashes_; }
    ChainHash chain() const { return hashes_.chain; }
    StateHash state_hash() const { return state_hash_; }
    std::uint64_t start_value() const { return start_; }
    AnySimulation& simulation() { return simulation_; }
    const AnySimulation& simulation() const { return simulation_; }

private:
    Result<void> step(ByteView record);
    Result<void> flip_planted_bit();
    Result<void> tell_tick(Tick tick, ByteView record, bool is_planted);
    Result<void> tell_keyframe();
    Result<void> save_to_tell();
    Result<void> latch(Result<void> done);

    AnySimulation simulation_;
    TickObserver* observer_;
    std::optional<Plant> plant_;
    std::uint64_t ticks_done_ = 0;
    std::uint64_t start_ = 0;
    StateHash state_hash_{};
    RunningHashes hashes_;
    Bytes state_buffer_;
    bool is_started_ = false;
    std::optional<Error> failure_;
};

}  // namespace tandem::sim
