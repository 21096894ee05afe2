// SPDX-License-Identifier: MIT
// The time that a loop that drives a session waits in a round.
#pragma once

#include <chrono>

namespace tandem::tools {

// The wait for a packet, before the session is asked again for something to do.
inline constexpr std::chrono::milliseconds k_poll{1};

}  // namespace tandem::tools
