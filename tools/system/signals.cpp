// SPDX-License-Identifier: MIT
// Handles signals. Handlers do only things that POSIX lists as async-signal-safe.
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
// Threads read it too. An atomic without a lock may be used in a handler.
std::atomic<int> g_pending = 0;
static_assert(std::atomic<int>::is_always_lock_free);
// The process groups to take along; 0 is a free place. There are more places than processes at work
// at any time.
std::array<std::atomic<int>, 4096> g_groups;
std::array<struct sigaction, k_signals.size()> g_previous;
struct sigaction g_previous_pipe;

void on_signal(int number) {
    if (g_pending != 0) {
        restore_terminal_now();
        for (const std::atomic<int>& group : g_groups) {
            if (const int process_group = group; process_group > 0) {
                kill(-process_group, SIGKILL);
            }
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
    // SA_RESTART is not set, because a sleep or a poll has to end.
    for (std::size_t i = 0; i < k_signals.size(); ++i) {
        sigaction(k_signals[i], nullptr, &g_previous[i]);
        // nohup asks for SIGHUP to be ignored, and that is not ours to undo. A shell ignores SIGINT
        // in everything it starts in the background, but a person who sends it there still means
        // it.
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

void survive_file_limits() { std::signal(SIGXFSZ, SIG_IGN); }

int pending_signal() { return g_pending; }

void end_with_me(int process_group) {
    for (std::atomic<int>& group : g_groups) {
        int nobody = 0;
        if (group.compare_exchange_strong(nobody, process_group)) {
            return;
        }
    }
}

void end_without_me(int process_group) {
    for (std::atomic<int>& group : g_groups) {
        int known = process_group;
        if (group.compare_exchange_strong(known, 0)) {
            return;
        }
    }
}

void end_nobody_with_me() {
    for (std::atomic<int>& group : g_groups) {
        group = 0;
    }
}

}  // namespace tandem::tools
