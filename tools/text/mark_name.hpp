// SPDX-License-Identifier: MIT
// Names the kinds of marks.
#pragma once

#include <string>

#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::tools {

// The name in JSON and other formats: "input_delay", "stall", "left".
std::string mark_name(sim::MarkKind kind);

}  // namespace tandem::tools
