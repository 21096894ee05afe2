// SPDX-License-Identifier: MIT
// Linux keeps the wish through exec, but for a program that gains rights by it.
#include <tandem/tools/system/child_life.hpp>

#include <csignal>

#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <unistd.h>

namespace tandem::tools {

void live_no_longer_than(int parent, int group) {
    ::setpgid(0, group);
#ifdef __linux__
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    // It may have ended before it was asked for.
    if (::getppid() != parent) {
        ::_exit(k_not_started);
    }
}

}  // namespace tandem::tools
