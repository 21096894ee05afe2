// SPDX-License-Identifier: MIT
// A session of a test's game, stepped by hand with what its bot plays.
#pragma once

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/check/check.hpp>

namespace tandem::tools::check {

template <class Game>
RegisteredGame registered() {
    return {&sim::GameModel<Game>::game_info(), &sim::erase<Game>};
}

class PlayedSession {
public:
    PlayedSession(const RegisteredGame& game, std::uint64_t state_bytes)
        : game_(game), main_(started(game)), history_(game_, main_.setup(), state_bytes) {
        history_.start(main_);
    }

    // One tick; what came of it is in the history.
    void step() {
        const auto input = main_.bot_input(Slot{0}, history_.ticks(), history_.setup().seed);
        const sim::Bytes record = sim::make_record(1, std::vector<sim::Bytes>{*input});
        const auto done = main_.step(record);
        history_.add(record, done, main_);
    }

    const sim::AnySimulation& main() const { return main_; }
    const SessionHistory& history() const { return history_; }

private:
    static sim::AnySimulation started(const RegisteredGame& game) {
        sim::AnySimulation simulation = game.make();
        EXPECT_TRUE(simulation.reset(tandem::Setup()));
        return simulation;
    }

    RegisteredGame game_;
    sim::AnySimulation main_;
    SessionHistory history_;
};

// A check of it alone.
template <class Game>
Plan plan_of(std::vector<DisturbanceKind> probes, std::uint64_t ticks) {
    Plan plan;
    plan.game = registered<Game>();
    plan.setup.slots = 1;
    plan.make_record = [](sim::Tick tick, const sim::AnySimulation& asked,
                          sim::Bytes& record) -> sim::Result<bool> {
        const auto input = asked.bot_input(Slot{0}, tick.number, 1);
        record = sim::make_record(1, std::vector<sim::Bytes>{*input});
        return true;
    };
    plan.ticks = ticks;
    plan.every = 10;
    plan.probes = std::move(probes);
    return plan;
}

inline constexpr std::uint64_t k_plenty = 1 << 20;

}  // namespace tandem::tools::check
