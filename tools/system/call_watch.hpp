// SPDX-License-Identifier: MIT
// A thread that looks at whether the game's own code comes back. An endless step cannot be unwound
// and its own thread can say nothing; so this one tells, and on the first signal finishes what
// there is to finish and ends the process.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include <tandem/sim/game/game_call.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>

namespace tandem::tools {

// A call that has not come back for at least so long.
struct StuckCall {
    sim::CallOfGame call;
    std::chrono::nanoseconds lasted{};

    // "still in the step of tick 73 for 1 s; Ctrl-C ends it".
    std::string text() const;
};

struct CallWatchHooks {
    // Tells it to people, on the watching thread: after 1 s, then whenever a call takes ten times
    // as long as the last one that was told.
    std::function<void(const StuckCall&)> tell;
    // Ends what was going on and gives the exit code: with `stuck` on the watching thread because
    // of a signal or of `patience`, else on the thread on which the game ended the program
    // (std::exit). The watched thread is in that call or held at its end for good, so it uses
    // nothing but what the call does.
    std::function<int(const sim::CallOfGame& call, const std::optional<StuckCall>& stuck)> end;
    // Ends it without a signal too, after so long; zero: never.
    std::chrono::nanoseconds patience{0};
    std::function<std::chrono::nanoseconds()> clock = steady_now;
    std::function<int()> signal = pending_signal;
    // Zero: no thread looks; a test calls look() itself.
    std::chrono::milliseconds looks_every{100};
    // Does not return but in a test.
    std::function<void(int code)> leave_process{};  // empty: the process ends at once
};

// Watches the calls of the thread that makes it, as long as it lives. A copy of this process that
// is made meanwhile is not watched. Where no thread is to be had nobody watches.
class CallWatch final : public sim::CallObserver {
public:
    explicit CallWatch(CallWatchHooks hooks);
    ~CallWatch();
    CallWatch(const CallWatch&) = delete;
    CallWatch& operator=(const CallWatch&) = delete;

    void enter(const sim::CallOfGame& call) override;
    void leave() override;

    // One look.
    void look();

    // How long a call lasts before it is told; and before a signal ends it, since most come back
    // and find the signal themselves.
    static constexpr std::chrono::seconds k_first_told{1};

private:
    void run();
    bool claim(std::uint64_t state);
    sim::CallOfGame call() const { return {function_.load(), tick_.load()}; }
    void leave_process(int code);
    friend CallWatch* claim_ended_call();
    friend void end_by_game();

    CallWatchHooks hooks_;
    sim::CallObserver* before_ = nullptr;
    std::thread::id owner_ = std::this_thread::get_id();
    // Counts beginnings and ends, so that it is odd in a call. The highest bit: held for good.
    std::atomic<std::uint64_t> state_{0};
    std::atomic<sim::GameFunction> function_{};
    std::atomic<std::uint64_t> tick_{0};

    std::uint64_t seen_ = 0;  // of state_, by the last look
    std::chrono::nanoseconds looked_{};
    std::chrono::nanoseconds lasted_{};
    std::chrono::nanoseconds told_next_ = k_first_told;

    std::mutex mutex_;
    std::condition_variable wake_;
    bool has_begun_ = false;
    bool is_stopping_ = false;
    bool has_left_ = false;
    std::thread thread_;  // the last member: it uses the others
};

// "the game ended the program in the step of tick 99, by exit; ...".
std::string exit_text(const sim::CallOfGame& call);

// From now on, where the program is ended in the game's own code, by an engine that gives up, that
// is said under this name, and the session there is ended as its CallWatch says. Of this process
// alone, not of copies of it.
void tell_exits_of_games(const std::string& program);

}  // namespace tandem::tools
