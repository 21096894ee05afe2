// SPDX-License-Identifier: MIT
// An observer in the game's own types, for sounds, displays and statistics:
//
//   auto sounds = sim::observe<Game>(
//       [&](sim::Tick tick, const Inputs<Game::Input>& inputs, const Game& game) { ... });
//   sim::Timeline timeline(sim::erase<Game>(), &sounds);
#pragma once

#include <type_traits>
#include <utility>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::sim {

namespace detail {

template <class Callback, class Game>
consteval bool is_step_callback() {
    using Seen = const Inputs<typename Game::Input>&;
    if constexpr (std::is_invocable_v<Callback&, Tick, Seen, const Game&>) {
        using Answer = std::invoke_result_t<Callback&, Tick, Seen, const Game&>;
        return std::is_void_v<Answer> || std::is_same_v<Answer, Result<void>>;
    } else {
        return false;
    }
}

}  // namespace detail

// The observer that observe() returns.
template <class Game, class Callback>
class StepObserver final : public TickObserver {
public:
    // The game's own input type.
    using Input = typename Game::Input;

    // observe() makes it.
    explicit StepObserver(Callback callback) : callback_(std::move(callback)) {}

    Result<void> on_step(const TickedView& ticked, const AnySimulation& simulation) override {
        const Game& game = simulation.as<Game>();
        // The simulation keeps the inputs that it has just stepped with until its next step.
        return call(ticked.tick, simulation.last_inputs<Input>(), game);
    }

    Result<void> on_start(const SessionStart&) override { return {}; }
    Result<void> on_tick(const TickedView&) override { return {}; }
    Result<void> on_event(const Mark&) override { return {}; }
    Result<void> on_state(const StateView&) override { return {}; }
    // The ticks between are not called back for.
    Result<void> on_given(const SessionStart&) override { return {}; }
    bool wants_keyframe(std::uint64_t) const override { return false; }
    Result<void> on_end(EndReason) override { return {}; }

private:
    Result<void> call(Tick tick, const Inputs<Input>& inputs, const Game& game) {
        if constexpr (!detail::is_step_callback<Callback, Game>()) {
            return {};  // never reached: observe() has failed to compile
        } else if constexpr (std::is_void_v<decltype(callback_(tick, inputs, game))>) {
            callback_(tick, inputs, game);
            return {};
        } else {
            return callback_(tick, inputs, game);
        }
    }

    Callback callback_;
};

// Makes an observer that calls back after every simulated tick, with the inputs of that tick and
// the game after it. The game is read in place. The callback returns nothing or a Result<void>,
// whose error ends the session. `Game` must be the session's game (asserted, with a sentence). To
// use it together with a recorder, see Observers (tick_observer.hpp).
template <class Game, class Callback>
StepObserver<Game, Callback> observe(Callback callback) {
    static_assert(
        detail::is_step_callback<Callback, Game>(),
        "Tandem: an observer is called with (sim::Tick, const Inputs<Game::Input>&, const "
        "Game&) and returns nothing or a sim::Result<void>.");
    return StepObserver<Game, Callback>(std::move(callback));
}

}  // namespace tandem::sim
