// SPDX-License-Identifier: MIT
// All functions of a game that Tandem calls between two ticks. Drawing and asking for inputs are
// not among them. tandem_add_simulation instantiates this, and its test examines the object code
// that can be reached from here.
#pragma once

#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup_options.hpp>
#include <tandem/sim/game/simulation.hpp>
#include <tandem/sim/game/state_hasher.hpp>
#include <tandem/sim/serialize/reader.hpp>
#include <tandem/sim/serialize/writer.hpp>

namespace tandem::sim {

// It is instantiated explicitly, so that each member has code with a name that can be found. Nobody
// calls them.
template <class Game>
struct StepRoots {
    static void make(Game& game) { game = Game{}; }

    static void reset(Game& game, const Setup& setup) { game.reset(setup); }

    static void step(Game& game, Inputs<typename Game::Input> inputs, Phases& phases) {
        if constexpr (detail::HasPhasedStep<Game>) {
            game.step(inputs, phases);
        } else {
            game.step(inputs);
        }
    }

    static void restore(Game& game, ByteView state, Result<void>& read) {
        read = read_value(state, game, k_state_bytes_max_default, "state");
        if constexpr (detail::HasRestored<Game>) {
            game.restored();
        }
    }

    static void save(const Game& game, Bytes& state) { state = canonical_bytes(game); }

    // Calls finished() too, because that can end a session.
    static void hash(const Game& game, StateHasher<Game>& hasher, Result<StateFacts>& facts) {
        facts = hasher.facts_of(game);
    }
};

}  // namespace tandem::sim
