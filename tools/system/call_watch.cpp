// SPDX-License-Identifier: MIT
// Tells by three numbers where the watched thread is. Code that ends the session claims the call
// first, so that its thread cannot come back in the middle of that.
#include <tandem/tools/system/call_watch.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

#include <tandem/tools/exit_code.hpp>
#include <tandem/tools/system/terminal.hpp>

namespace tandem::tools {
namespace {

constexpr std::uint64_t k_claimed = std::uint64_t{1} << 63;
constexpr int k_told_again_factor = 10;

bool is_in_call(std::uint64_t state) { return (state & (k_claimed | 1)) == 1; }

// Blocks signals on this thread: they are for the thread that sleeps and polls.
class SignalsBlocked {
public:
    SignalsBlocked() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;

private:
    sigset_t before_{};
};

std::mutex g_ending;

// The data that the exit handler needs. They are never destroyed: exits come late.
struct Exits {
    std::string program = "tandem";
    std::mutex mutex;
    std::vector<CallWatch*> watches;  // those that live; threads begin and end theirs in any order
};
Exits& exits() {
    static auto* const k_exits = new Exits;
    return *k_exits;
}

std::atomic<pid_t> g_process = 0;  // the process whose exits are told

}  // namespace

std::string StuckCall::text() const {
    return "still in " + call.text() + " for " + std::to_string(lasted / std::chrono::seconds(1)) +
           " s; Ctrl-C ends it";
}

CallWatch::CallWatch(CallWatchHooks hooks)
    : hooks_(std::move(hooks)), before_(sim::report_calls_to(this)), looked_(hooks_.clock()) {
    {
        const std::lock_guard lock(exits().mutex);
        exits().watches.push_back(this);
    }
    if (hooks_.looks_every.count() > 0) {
        const SignalsBlocked blocked;
        try {
            thread_ = std::thread([this] { run(); });
            // This waits for the thread's begin: a thread that is beginning takes memory, and a
            // copy of the process made in that moment could take none any more.
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return has_begun_; });
        } catch (const std::system_error&) {
            // A session does not depend on being watched.
        }
    }
}

CallWatch::~CallWatch() {
    sim::report_calls_to(before_);
    {
        const std::lock_guard lock(exits().mutex);
        std::erase(exits().watches, this);
    }
    {
        const std::lock_guard lock(mutex_);
        is_stopping_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void CallWatch::enter(const sim::CallOfGame& call) {
    function_.store(call.function, std::memory_order_relaxed);
    tick_.store(call.tick, std::memory_order_relaxed);
    // All that this thread wrote before is visible to the code that claims the call.
    state_.store(state_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

void CallWatch::leave() {
    std::uint64_t state = state_.load(std::memory_order_relaxed);
    if (is_in_call(state) && state_.compare_exchange_strong(state, state + 1)) {
        return;
    }
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return has_left_; });
}

bool CallWatch::claim(std::uint64_t state) {
    return is_in_call(state) && state_.compare_exchange_strong(state, state | k_claimed);
}

void CallWatch::check() {
    const auto now = hooks_.clock();
    // A process that was stopped, or a machine that was too busy to look, has not waited so long.
    const auto passed = std::min<std::chrono::nanoseconds>(
        now - std::exchange(looked_, now),
        hooks_.looks_every.count() > 0 ? 2 * hooks_.looks_every : k_first_told);
    const std::uint64_t state = state_.load(std::memory_order_acquire);
    lasted_ = std::exchange(seen_, state) == state ? lasted_ + passed : std::chrono::nanoseconds{};
    if (!is_in_call(state) || lasted_ < k_first_told) {
        return;
    }
    const StuckCall stuck{call(), lasted_};
    const bool gives_up = hooks_.patience.count() > 0 && lasted_ >= hooks_.patience;
    if (hooks_.signal() != 0 || gives_up) {
        const std::lock_guard ending(g_ending);  // if several are watched, the first ends it
        if (claim(state)) {
            leave_process(hooks_.end(stuck.call, stuck));
        }
    } else if (lasted_ >= told_next_) {
        told_next_ = lasted_ * k_told_again_factor;
        hooks_.report(stuck);
    }
}

void CallWatch::run() {
    std::unique_lock lock(mutex_);
    has_begun_ = true;
    wake_.notify_all();
    while (!wake_.wait_for(lock, hooks_.looks_every, [this] { return is_stopping_; })) {
        lock.unlock();
        check();
        lock.lock();
    }
}

void CallWatch::leave_process(int code) {
    if (hooks_.leave_process) {
        hooks_.leave_process(code);
        const std::lock_guard lock(mutex_);
        has_left_ = true;
        wake_.notify_all();
        return;
    }
    restore_terminal_now();
    ::_exit(code);
}

// The newest watch whose call could be claimed, of this thread if it is in a call itself. A claimed
// call cannot be left, so its watch lives on.
CallWatch* claim_ended_call() {
    const std::lock_guard lock(exits().mutex);
    const auto& watches = exits().watches;
    const auto found = std::find_if(watches.rbegin(), watches.rend(), [](CallWatch* watch) {
        const bool is_own = !sim::current_call() || watch->owner_ == std::this_thread::get_id();
        return is_own && watch->claim(watch->state_.load());
    });
    return found == watches.rend() ? nullptr : *found;
}

// Handles an exit. The exiting thread is in the call, or another one of the game's ends the program
// under it.
void end_by_game() {
    if (getpid() != g_process) {
        return;
    }
    CallWatch* const watch = claim_ended_call();
    if (watch == nullptr && !sim::current_call()) {
        return;
    }
    std::fflush(nullptr);  // the engine's last words
    restore_terminal_now();
    if (watch != nullptr) {
        return watch->leave_process(watch->hooks_.end(watch->call(), std::nullopt));
    }
    std::cerr << exits().program << ": " << exit_text(*sim::current_call()) << '\n' << std::flush;
    ::_exit(static_cast<int>(ExitCode::internal));
}

std::string exit_text(const sim::CallOfGame& call) {
    return "the game ended the program in " + call.text() +
           ", by exit; a game tells that it is over by finished(), and a failure by an exception";
}

void report_exits_of_games(const std::string& program) {
    exits().program = program;
    if (g_process.exchange(getpid()) == 0) {
        std::atexit(&end_by_game);
        std::at_quick_exit(&end_by_game);
    }
}

}  // namespace tandem::tools
