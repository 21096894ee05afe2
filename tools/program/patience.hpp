// SPDX-License-Identifier: MIT
// How long a loop that drives a session waits in a round.
#pragma once

#include <chrono>

namespace tandem::tools {

// For a packet, before the session is asked again what there is to do.
inline constexpr std::chrono::milliseconds k_poll{1};

}  // namespace tandem::tools
