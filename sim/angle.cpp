// SPDX-License-Identifier: MIT
// Arctangents, and sines of radians: what is too long to stand in every caller.
#include <tandem/sim/angle.hpp>

namespace tandem {

using namespace sim::trigonometry;

Fixed sin(Fixed radians) { return Fixed::from_raw(sine(phase_of_radians(radians.raw()))); }

Fixed cos(Fixed radians) {
    return Fixed::from_raw(sine(phase_of_radians(radians.raw()) + k_quarter_phase));
}

SinCos sincos(Fixed radians) {
    const std::uint64_t phase = phase_of_radians(radians.raw());
    return {Fixed::from_raw(sine(phase)), Fixed::from_raw(sine(phase + k_quarter_phase))};
}

Fixed16 sin(Fixed16 radians) { return sin16(Angle::from_radians(radians)); }

Fixed16 cos(Fixed16 radians) { return cos16(Angle::from_radians(radians)); }

SinCos16 sincos(Fixed16 radians) { return sincos16(Angle::from_radians(radians)); }

Angle atan2(Fixed y, Fixed x) { return Angle::from_raw(arctangent(y.raw(), x.raw())); }

}  // namespace tandem
