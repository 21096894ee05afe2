// SPDX-License-Identifier: MIT
// A session of a test's game, stepped by hand with what its bot plays, and runs of it in copies of
// the process from before it.
#pragma once

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/check/check.hpp>
#include <tandem/tools/check/origin.hpp>

namespace tandem::tools::check {

// More bytes than the states of a session here take.
inline constexpr std::uint64_t k_plenty = 1 << 20;

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

// The origin of a game, and a session that was played here meanwhile.
class Begun {
public:
    Begun(const RegisteredGame& game, std::uint64_t ticks)
        : game_(game), origin_(Origin::start(game_)), session_(game_, k_plenty) {
        EXPECT_TRUE(origin_);
        for (std::uint64_t tick = 0; tick < ticks; ++tick) {
            session_.step();
        }
        EXPECT_TRUE(origin_ && origin_->report_session(session_.history()));
    }
    RunOutcome play(const RunOrder& order = {}, const OriginHooks& hooks = {}) {
        auto outcome = origin_->play(order, hooks);
        EXPECT_TRUE(outcome) << game_.info->name;
        return outcome ? *outcome : RunOutcome{};
    }
    Origin& origin() { return *origin_; }
    const SessionHistory& history() const { return session_.history(); }

private:
    RegisteredGame game_;
    sim::Result<Origin> origin_;
    PlayedSession session_;
};

// A check of it alone.
inline CheckPlan plan_of(const RegisteredGame& game, std::vector<DisturbanceKind> probes,
                         std::uint64_t ticks) {
    CheckPlan plan;
    plan.game = game;
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

}  // namespace tandem::tools::check
