// SPDX-License-Identifier: MIT
// Arctangents, too long to stand in every caller.
#include <tandem/sim/math/angle.hpp>

namespace tandem {

using namespace sim::trigonometry;

Angle atan2(Fixed y, Fixed x) { return Angle::from_raw(arctangent(y.raw(), x.raw())); }

}  // namespace tandem
