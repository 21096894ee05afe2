// SPDX-License-Identifier: MIT
// The functions of angle.hpp for many values at once. Each result has the same bits as that of the
// function for one value. The compact forms use the vector unit.
#pragma once

#include <span>

#include <tandem/sim/math/angle.hpp>

namespace tandem {

// results[i] = sin(angles[i]), or sin16 if the results are compact. All spans of a call have the
// same size. A span that is written must not overlap another one.
void sin(std::span<const Angle> angles, std::span<Fixed> results);
void sin(std::span<const Angle> angles, std::span<Fixed16> results);
// The same for cos.
void cos(std::span<const Angle> angles, std::span<Fixed> results);
void cos(std::span<const Angle> angles, std::span<Fixed16> results);
// Computes the sine and the cosine at once.
void sincos(std::span<const Angle> angles, std::span<Fixed> sines, std::span<Fixed> cosines);
void sincos(std::span<const Angle> angles, std::span<Fixed16> sines, std::span<Fixed16> cosines);

// results[i] = atan2(y[i], x[i])
void atan2(std::span<const Fixed> y, std::span<const Fixed> x, std::span<Angle> results);
void atan2(std::span<const Fixed16> y, std::span<const Fixed16> x, std::span<Angle> results);

namespace sim {

// sin16 of angles[i] + offset without the vector unit. Tests compare the batches with it, and
// processors without a vector unit that we know use it.
void plain_sines(std::span<const Angle> angles, Angle offset, std::span<Fixed16> results);

}  // namespace sim
}  // namespace tandem
