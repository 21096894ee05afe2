// SPDX-License-Identifier: MIT
// Turns Ctrl-C, SIGTERM and SIGHUP into a flag that loops look at, so that a session is finished
// and its file closed before the program ends.
#pragma once

#include <cstdint>

namespace tandem::tools {

// While one lives, the three signals only set the flag. SIGPIPE is ignored, so that output that
// nobody reads any more is an error that is told. A second signal ends the program at once, the
// terminal restored: a person who insists does not want to wait.
class SignalGuard {
public:
    SignalGuard();
    ~SignalGuard();
    SignalGuard(const SignalGuard&) = delete;
    SignalGuard& operator=(const SignalGuard&) = delete;
};

// Lets a limit on file sizes be an error of the write that meets it, from now on, for every verb
// and for standard output: it does not end the program.
void survive_file_limits();

// The number of the signal that arrived, or 0.
int pending_signal();
// The ticks between two looks: a loop of unpaced ticks looks at the signal, and tells its progress,
// once in so many.
inline constexpr std::uint64_t k_ticks_between_looks = 64;

// Lets a second signal take a process group along, from now until end_without_me. There is room for
// some thousands.
void end_with_me(int process_group);
void end_without_me(int process_group);
// Forgets those groups in a copy of this process: they are its parent's to end, and not its own.
void end_nobody_with_me();

}  // namespace tandem::tools
