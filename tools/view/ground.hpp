// SPDX-License-Identifier: MIT
// The ground that games are drawn on, in windows and in light and dark pages alike: players'
// colours are chosen for it.
#pragma once

#include <tandem/sim/game/display.hpp>

namespace tandem::tools {

inline constexpr Color k_ground{14, 17, 22};

}  // namespace tandem::tools
