// SPDX-License-Identifier: MIT
// The only state is where this thread is and who wants to know, which no step can see.
#include <tandem/sim/game/game_call.hpp>

#include <utility>

#include <tandem/sim/text.hpp>

namespace tandem::sim {
namespace {

thread_local std::optional<CallOfGame> g_current_call;
thread_local CallObserver* g_observer = nullptr;

}  // namespace

std::string CallOfGame::text() const {
    switch (function) {
        case GameFunction::reset:
            return "the reset";
        case GameFunction::step:
            return "the step of tick " + std::to_string(tick);
        case GameFunction::restore:
            return "the restore of a state";
        case GameFunction::draw:
            return "draw after " + ticks_text(tick);
        case GameFunction::bot_input:
            return "bot_input for tick " + std::to_string(tick);
        case GameFunction::input_from_keys:
            return "input_from_keys for tick " + std::to_string(tick);
    }
    return "a function of the game";
}

CallObserver* report_calls_to(CallObserver* new_observer) {
    return std::exchange(g_observer, new_observer);
}

const std::optional<CallOfGame>& current_call() { return g_current_call; }

GameCall::GameCall(GameFunction function, std::uint64_t tick)
    : outer_(std::exchange(g_current_call, CallOfGame{function, tick})) {
    if (g_observer != nullptr && !outer_) {
        g_observer->enter(*g_current_call);
    }
}

GameCall::~GameCall() {
    if (g_observer != nullptr && !outer_) {
        g_observer->leave();
    }
    g_current_call = outer_;
}

}  // namespace tandem::sim
