// SPDX-License-Identifier: MIT
// What is measured: the fixed-point core, function by function.
#pragma once

#include <vector>

#include <tests/accuracy/sweep.hpp>

namespace tandem::accuracy {

// Sines and radians, most of them over all their inputs.
std::vector<Subject> sine_subjects();
// Products, quotients, roots and decimal literals.
std::vector<Subject> arithmetic_subjects();
// Arctangents, lengths and directions.
std::vector<Subject> plane_subjects();

}  // namespace tandem::accuracy
