// SPDX-License-Identifier: MIT
// The functions of angle.hpp over many values at once, each result the same bits as from the
// function of one value. The compact forms use the vector unit.
#pragma once

#include <span>

#include <tandem/sim/math/angle.hpp>

namespace tandem {

// results[i] = sin(angles[i]), or sin16 where the results are compact. All spans of a call have the
// same size, and none that is written overlaps another.
void sin(std::span<const Angle> angles, std::span<Fixed> results);
void sin(std::span<const Angle> angles, std::span<Fixed16> results);
// The same of cos.
void cos(std::span<const Angle> angles, std::span<Fixed> results);
void cos(std::span<const Angle> angles, std::span<Fixed16> results);
// Both at once.
void sincos(std::span<const Angle> angles, std::span<Fixed> sines, std::span<Fixed> cosines);
void sincos(std::span<const Angle> angles, std::span<Fixed16> sines, std::span<Fixed16> cosines);

// results[i] = atan2(y[i], x[i])
void atan2(std::span<const Fixed> y, std::span<const Fixed> x, std::span<Angle> results);
void atan2(std::span<const Fixed16> y, std::span<const Fixed16> x, std::span<Angle> results);

namespace sim {

// sin16 of angles[i] + offset without the vector unit; what tests compare the batches with, and all
// there is where a processor has none that we know.
void plain_sines(std::span<const Angle> angles, Angle offset, std::span<Fixed16> results);

}  // namespace sim
}  // namespace tandem
