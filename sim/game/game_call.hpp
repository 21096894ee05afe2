// SPDX-License-Identifier: MIT
// Says which of the game's own functions this thread is in. The game cannot report a call that does
// not return, or that ends the program; another thread, or the end of the program, reports it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tandem::sim {

// The functions of a game that Tandem calls.
enum class GameFunction : std::uint8_t { reset, step, restore, draw, bot_input, input_from_keys };

// A call of the game's own code.
struct CallOfGame {
    GameFunction function = GameFunction::step;  // which
    std::uint64_t tick = 0;                      // the one that is stepped, or else the next one

    // "the step of tick 73", "the reset".
    std::string text() const;
};

// An observer is told of the calls of one thread, on that thread.
class CallObserver {
public:
    // The thread goes into the game's code.
    virtual void enter(const CallOfGame& call) = 0;
    // The thread has come back.
    virtual void leave() = 0;

protected:
    ~CallObserver() = default;
};

// From now on the calls of this thread are told to `observer`, which must outlive that; null, as at
// first, means that nobody is told. Returns the observer before.
CallObserver* report_calls_to(CallObserver* observer);

// The call that this thread is in; it is empty outside of the game's code.
const std::optional<CallOfGame>& current_call();

// It lives while the game's code runs. If calls lie within calls, only the outermost one is told.
class GameCall {
public:
    GameCall(GameFunction function, std::uint64_t tick);
    ~GameCall();
    GameCall(const GameCall&) = delete;
    GameCall& operator=(const GameCall&) = delete;

private:
    std::optional<CallOfGame> outer_;
};

}  // namespace tandem::sim
