// SPDX-License-Identifier: MIT
// Hashes a game's state and collects its StateFacts on the way. The game's own code runs here, so
// that no later question about the state can fail.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/game/guard.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/simulation.hpp>
#include <tandem/sim/serialize/writer.hpp>

namespace tandem::sim {

template <class Game>
class StateHasher {
public:
    Result<StateHash> hash(const Game& game) {
        const auto written = write(game);
        return written ? Result<StateHash>(written->hash) : written.error();
    }

    Result<StateFacts> facts_of(const Game& game) {
        auto facts = write(game);
        if constexpr (detail::HasFinished<Game>) {
            if (facts) {
                const auto done = detail::guard(
                    "finished", [&] { facts->is_finished = static_cast<bool>(game.finished()); });
                TANDEM_TRY(done);
            }
        }
        return facts;
    }

private:
    Result<StateFacts> write(const Game& game) {
        StateFacts facts;
        const auto done =
            detail::guard("serialize", [&] { facts.memory_bytes = write_value(game, sink_); });
        facts.bytes = sink_.bytes();
        // The hash is always finished, because half a state must not get into the next one.
        facts.hash = StateHash{sink_.finish()};
        return done ? Result<StateFacts>(facts) : done.error();
    }

    HashSink sink_;
};

// Listens to the phases of a step and hashes the state at the end of each.
template <class Game>
struct PhaseHasher {
    const Game& game;           // the game that is stepped
    StateHasher<Game>& hasher;  // this game's hasher
    PhaseLog& log;              // the phases so far
    Result<void> result;        // the first failure of hashing

    // The phases for the step; they refer to this object.
    Phases phases() {
        return Phases(
            [](void* context, std::string_view phase) {
                static_cast<PhaseHasher*>(context)->on_phase(phase);
            },
            this);
    }

    // The listener calls it when the phase has ended.
    void on_phase(std::string_view phase) {
        const auto hash = hasher.hash(game);
        if (!hash) {
            keep_error(hash.error());
            return;
        }
        PhaseHash ended{std::string(phase), *hash};
        if (log.detail == PhaseDetail::states) {
            keep_error(detail::guard("serialize", [&] {
                BufferSink sink(ended.state);
                write_value(game, sink);
                sink.finish();
            }));
        }
        log.phases.push_back(std::move(ended));
    }

    // Keeps the first failure.
    void keep_error(const Result<void>& done) {
        if (result && !done) {
            result = done;
        }
    }
};

}  // namespace tandem::sim
