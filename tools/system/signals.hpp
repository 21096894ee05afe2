// SPDX-License-Identifier: MIT
// The one adapter of signals: Ctrl-C, SIGTERM and SIGHUP become a flag that loops look at, so that
// a session is finished and its file closed before the program ends.
#pragma once

#include <cstdint>

namespace tandem::tools {

// While one lives, the three signals only set the flag; SIGPIPE and SIGXFSZ are ignored, so that
// what cannot be written is an error that is told. A second signal ends the program at once, the
// terminal restored: whoever insists does not want to wait.
class SignalGuard {
public:
    SignalGuard();
    ~SignalGuard();
    SignalGuard(const SignalGuard&) = delete;
    SignalGuard& operator=(const SignalGuard&) = delete;
};

// The number of the signal that arrived, or 0.
int pending_signal();
// A loop of unpaced ticks looks at that, and tells its progress, once in so many.
inline constexpr std::uint64_t k_ticks_between_looks = 64;

// The process group that a second signal takes along; 0: none.
void end_with_me(int process_group);

}  // namespace tandem::tools
