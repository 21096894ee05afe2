// SPDX-License-Identifier: MIT
// A thread that watches whether the game's own code comes back. An endless step cannot be unwound
// and its own thread can say nothing. So this one tells it, and on the first signal finishes the
// session and ends the process.
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

    // The call in words: "still in the step of tick 73 for 1 s; Ctrl-C ends it".
    std::string text() const;
};

struct CallWatchHooks {
    // Tells it to people, on the watching thread: after 1 s, then whenever a call takes ten times
    // as long as the last one that was told.
    std::function<void(const StuckCall&)> report;
    // Ends the session and returns the exit code: with `stuck` on the watching thread because of a
    // signal or of `patience`, else on the thread on which the game ended the program (std::exit).
    // The watched thread is in that call or held at its end for good, so `end` may use everything
    // but the objects of the call.
    std::function<int(const sim::CallOfGame& call, const std::optional<StuckCall>& stuck)> end;
    // The time after which it is ended without a signal too; zero: never.
    std::chrono::nanoseconds patience{0};
    std::function<std::chrono::nanoseconds()> clock = steady_now;
    std::function<int()> signal = pending_signal;
    // The time between two looks. Zero: no thread looks; a test calls check() itself.
    std::chrono::milliseconds looks_every{100};
    // Leaves the process. It does not return but in a test.
    std::function<void(int code)> leave_process{};  // empty: the process ends at once
};

// Watches the calls of the thread that makes it, as long as it lives. A copy of this process that
// is made meanwhile is not watched. If no thread can be had nobody watches.
class CallWatch final : public sim::CallObserver {
public:
    explicit CallWatch(CallWatchHooks hooks);
    ~CallWatch();
    CallWatch(const CallWatch&) = delete;
    CallWatch& operator=(const CallWatch&) = delete;

    void enter(const sim::CallOfGame& call) override;
    void leave() override;

    // Looks once.
    void check();

    // The time that a call lasts before it is told, and before a signal ends it: most calls come
    // back and find the signal themselves.
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

    std::uint64_t seen_ = 0;  // state_ at the last look
    std::chrono::nanoseconds looked_{};
    std::chrono::nanoseconds lasted_{};
    std::chrono::nanoseconds told_next_ = k_first_told;

    std::mutex mutex_;
    std::condition_variable wake_;
    bool has_begun_ = false;
    bool is_stopping_ = false;
    bool has_left_ = false;
    std::thread thread_;  // must be the last member, since it uses the others
};

// The end in words: "the game ended the program in the step of tick 99, by exit; ...".
std::string exit_text(const sim::CallOfGame& call);

// From now on, if an engine that gives up ends the program in the game's own code, that is said
// under this name, and the session there is ended as its CallWatch says. This holds for this
// process alone, not for copies of it.
void report_exits_of_games(const std::string& program);

}  // namespace tandem::tools
