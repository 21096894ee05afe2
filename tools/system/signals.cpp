// SPDX-License-Identifier: MIT
// Handlers do nothing but what POSIX lists as async-signal-safe.
#include <tandem/tools/system/signals.hpp>

#include <array>
#include <atomic>
#include <csignal>

#include <unistd.h>

#include <tandem/tools/exit_code.hpp>
#include <tandem/tools/system/terminal.hpp>

namespace tandem::tools {
namespace {

constexpr std::array<int, 3> k_signals{SIGINT, SIGTERM, SIGHUP};
// Threads ask too. Without a lock an atomic may be used in a handler.
std::atomic<int> g_pending = 0;
static_assert(std::atomic<int>::is_always_lock_free);
volatile std::sig_atomic_t g_group = 0;
std::array<struct sigaction, k_signals.size()> g_previous;
struct sigaction g_previous_pipe;

void on_signal(int number) {
    if (g_pending != 0) {
        restore_terminal_now();
        if (g_group > 0) {
            kill(-g_group, SIGKILL);
        }
        _exit(exit_code_of_signal(number));
    }
    g_pending = number;
}

}  // namespace

SignalGuard::SignalGuard() {
    g_pending = 0;
    struct sigaction action {};
    action.sa_handler = &on_signal;
    sigemptyset(&action.sa_mask);
    // No SA_RESTART: a sleep or a poll has to end.
    for (std::size_t i = 0; i < k_signals.size(); ++i) {
        sigaction(k_signals[i], nullptr, &g_previous[i]);
        // nohup asks for SIGHUP to be ignored, and that is not ours to undo. SIGINT a shell ignores
        // in everything it starts in the background, where whoever sends it still means it.
        if (k_signals[i] != SIGHUP || g_previous[i].sa_handler != SIG_IGN) {
            sigaction(k_signals[i], &action, nullptr);
        }
    }
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, &g_previous_pipe);
}

SignalGuard::~SignalGuard() {
    for (std::size_t i = 0; i < k_signals.size(); ++i) {
        sigaction(k_signals[i], &g_previous[i], nullptr);
    }
    sigaction(SIGPIPE, &g_previous_pipe, nullptr);
}

void tell_file_limits() { std::signal(SIGXFSZ, SIG_IGN); }

int pending_signal() { return g_pending; }

void end_with_me(int process_group) { g_group = process_group; }

}  // namespace tandem::tools
