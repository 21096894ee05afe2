// SPDX-License-Identifier: MIT
// What a process does first after it was forked, so that it does not outlive its parent.
#pragma once

namespace tandem::tools {

// The exit code of a child that could not become what it was made for, as shells have it.
inline constexpr int k_not_started = 127;

// Puts this process into that group, or by 0 into one of its own, so that Ctrl-C is for the parent
// alone. On Linux it ends when the thread that forked it ends, however that happens; elsewhere only
// the parent can end it. Ends it at once where the process `parent` is gone already. Allocates
// nothing.
void live_no_longer_than(int parent, int group = 0);

}  // namespace tandem::tools
