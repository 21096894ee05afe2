// SPDX-License-Identifier: MIT
// The kinds of marks as words.
#pragma once

#include <string>

#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::tools {

// "input_delay", "stall", "left": as JSON and other formats call it.
std::string mark_name(sim::MarkKind kind);

}  // namespace tandem::tools
