// SPDX-License-Identifier: MIT
// How long a loop that drives a session waits.
#pragma once

#include <chrono>

namespace tandem::tools {

// For a packet, before the session is asked again what there is to do.
inline constexpr std::chrono::milliseconds k_poll{1};
// After the end, for the last messages to be delivered.
inline constexpr std::chrono::nanoseconds k_farewell = std::chrono::seconds(2);

}  // namespace tandem::tools
