// SPDX-License-Identifier: MIT
// Why a session ended, by its name in JSON.
#pragma once

#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::tools {

// "source_ended".
const char* end_name(sim::EndReason reason);

}  // namespace tandem::tools
