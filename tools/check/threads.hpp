// SPDX-License-Identifier: MIT
// Runs the probe thread: two objects of the game, stepped at the same time by two threads.
#pragma once

#include <tandem/tools/check/remote.hpp>

namespace tandem::tools::check {

// Repeats the sessions in this way, in a copy of this process, which a game that shares memory
// between its objects may well bring down. This process must have no other thread.
RemoteOutcome repeat_at_once(const std::list<SessionHistory>& sessions, const RemoteHooks& hooks);

}  // namespace tandem::tools::check
