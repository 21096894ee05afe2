// SPDX-License-Identifier: MIT
// A simulation together with its history. It steps, hashes, extends the chain and tells an
// observer. Recording, playing and lockstep all advance through it, so every tick of a session
// happens in one place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::sim {

// A fault on purpose, to check that it is detected: after the step of `tick` a bit of the leaf
// `field` is flipped.
struct Plant {
    Tick tick;              // the fault comes after the step of this tick
    std::string field;      // a path, "fighters[1].position.x"
    std::uint32_t bit = 0;  // in the field's canonical bytes; 0 is the lowest of the first byte
    bool is_marked = true;  // true if the observer is told; a real fault is not
};

namespace detail {

// A C array, std::array, std::vector or std::span of elements that are not bytes.
template <class Range>
concept IsInputArray = requires(const Range& range) {
    std::span(std::data(range), std::size(range));
    requires !std::is_same_v<std::decay_t<decltype(*std::data(range))>, std::byte>;
};

}  // namespace detail

class Timeline {
public:
    // `observer` may be null and must outlive the timeline. Observers combines several into one.
    explicit Timeline(AnySimulation simulation, TickObserver* observer = nullptr);

    // Resets the simulation, begins the chain and tells the observer, with a keyframe of the reset
    // state. It is an error if that state is too large to be restored; the error says its size.
    Result<void> start(const Setup& setup);
    // Begins at a later tick instead, to continue another session. It resets with its setup,
    // restores the state after `ticks_done` ticks and goes on with its two running hashes. The
    // observer is told a start whose first tick is `ticks_done`. It is an error, and the observer
    // is told nothing, if the state does not restore. After 0 ticks state and hashes must be those
    // that the setup gives (bad_data).
    Result<void> start_at(const Setup& setup, std::uint64_t ticks_done, ByteView state,
                          const RunningHashes& hashes);
    // Jumps to a known point: the state after `ticks_done` ticks with its two running hashes. The
    // timeline must have been started (asserted), with the same setup. It is an error if there is
    // an observer, because an observer is told every tick in order and would miss some.
    Result<void> jump(std::uint64_t ticks_done, ByteView state, const RunningHashes& hashes);
    // Goes back to a point that was passed: the state after `ticks_done` ticks with its two running
    // hashes. An observer must be able to take back the ticks since (TickObserver::retract); it
    // is an error if it is not.
    Result<void> go_back(std::uint64_t ticks_done, ByteView state, const RunningHashes& hashes);
    // Goes on from a state that was given from elsewhere, at this tick or a later one (asserted).
    // The timeline must have been started (asserted), with the same setup. The observer is told the
    // moment (TickObserver::on_given) and never the ticks between. It is an error, of which the
    // observer is told nothing and which changes nothing, if the state does not restore. An error
    // of the observer stays, as in advance().
    Result<void> go_on_from(std::uint64_t ticks_done, ByteView state, const RunningHashes& hashes);
    // Advances by one tick. The error names the tick. If the bytes are not a valid record of this
    // session, nothing changes and the timeline can go on. After any other failure the simulation
    // may be one tick ahead of the observer. Then every further call gives the same error until the
    // next start, or until a jump if there is no observer.
    Result<void> advance(ByteView record);
    // Advances by one tick with inputs of the game's Input type, one for each slot (asserted).
    template <class Input>
    Result<void> advance(Inputs<Input> inputs) {
        return advance_with(ErasedInputs(inputs));
    }
    // Advances with everybody present, by an array, vector or span of inputs, or by {a, b}.
    template <class Range>
    requires(detail::IsInputArray<Range>) Result<void> advance(const Range& inputs) {
        using Input = std::decay_t<decltype(*std::data(inputs))>;
        return advance(Inputs<Input>({std::data(inputs), std::size(inputs)}, k_everybody));
    }
    template <class Input>
    Result<void> advance(std::initializer_list<Input> inputs) {
        return advance(Inputs<Input>({inputs.begin(), inputs.size()}, k_everybody));
    }
    // Gives a mark to the observer, if there is one. It may be called after a failure, because the
    // mark may be about that.
    Result<void> mark(const Mark& mark);
    // Tells the observer, if there is one, that the session is over.
    Result<void> end(EndReason reason);

    // Sets a fault for the next start and the ticks after it.
    void set_plant(Plant plant) { plant_ = std::move(plant); }

    // How many ticks are simulated. This is also the number of the next tick.
    std::uint64_t ticks_done() const { return ticks_done_; }
    // Both running hashes after these ticks.
    const RunningHashes& hashes() const { return hashes_; }
    // The chain alone.
    ChainHash chain() const { return hashes_.chain; }
    // The hash of the present state.
    StateHash state_hash() const { return state_hash_; }
    // The first value of the chain: start_hash() of game and setup.
    std::uint64_t start_value() const { return start_; }
    // The running game.
    AnySimulation& simulation() { return simulation_; }
    const AnySimulation& simulation() const { return simulation_; }

private:
    static constexpr std::uint64_t k_everybody = ~std::uint64_t{0};

    Result<void> reset(const Setup& setup);
    Result<void> report_start();
    SessionStart moment() const;
    Result<void> advance_with(const ErasedInputs& inputs);
    Result<void> step(ByteView record);
    Result<void> move_to(std::uint64_t ticks_done, ByteView state, const RunningHashes& hashes);
    Result<void> flip_planted_bit();
    Result<void> report_tick(Tick tick, ByteView record, bool is_planted);
    Result<void> report_keyframe();
    Result<void> save_to_tell();
    Result<void> latch(Result<void> done);

    AnySimulation simulation_;
    TickObserver* observer_;
    std::optional<Plant> plant_;
    std::uint64_t ticks_done_ = 0;
    std::uint64_t start_ = 0;
    StateHash state_hash_{};
    RunningHashes hashes_;
    Bytes record_buffer_;
    Bytes state_buffer_;
    bool is_started_ = false;
    std::optional<Error> failure_;
};

}  // namespace tandem::sim
