// SPDX-License-Identifier: MIT
// The vector functions that need a table.
#include <tandem/sim/math/vec2.hpp>

namespace tandem {

Vec2 rotate(Vec2 v, Angle angle, sim::Site site) {
    const auto [sine, cosine] = sincos(angle);
    return {dot(v, {cosine, -sine}, site), dot(v, {sine, cosine}, site)};
}

Vec2 direction(Angle angle) {
    const auto [sine, cosine] = sincos(angle);
    return {cosine, sine};
}

Angle angle_of(Vec2 v) { return atan2(v.y, v.x); }

}  // namespace tandem
