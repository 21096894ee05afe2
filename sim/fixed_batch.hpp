// SPDX-License-Identifier: MIT
// Fixed-point arithmetic over many values at once, in loops that use the vector unit. Every result
// has the same bits, and every fault is the same, as from the operator or function of one value.
#pragma once

#include <span>

#include <tandem/sim/fixed.hpp>

namespace tandem {

// All spans of a call have the same size (asserted). One that is written may be one that is read,
// from the same first element on, but overlaps none in any other way. Number is Fixed or Fixed16.

// results[i] = a[i] * b[i], and a[i] * factor
template <class Number>
void multiply(std::span<const std::type_identity_t<Number>> a,
              std::span<const std::type_identity_t<Number>> b, std::span<Number> results,
              sim::Site site = sim::Site::here());
template <class Number>
void multiply(std::span<const std::type_identity_t<Number>> a, std::type_identity_t<Number> factor,
              std::span<Number> results, sim::Site site = sim::Site::here());

// sums[i] += a[i] * factor
template <class Number>
void add_product(std::span<const std::type_identity_t<Number>> a,
                 std::type_identity_t<Number> factor, std::span<Number> sums,
                 sim::Site site = sim::Site::here());

// results[i] = a[i] / b[i]
template <class Number>
void divide(std::span<const std::type_identity_t<Number>> a,
            std::span<const std::type_identity_t<Number>> b, std::span<Number> results,
            sim::Site site = sim::Site::here());

// results[i] = 1 / x[i]
template <class Number>
void reciprocal(std::span<const std::type_identity_t<Number>> x, std::span<Number> results,
                sim::Site site = sim::Site::here());

// results[i] = sqrt(x[i])
template <class Number>
void sqrt(std::span<const std::type_identity_t<Number>> x, std::span<Number> results,
          sim::Site site = sim::Site::here());

// results[i] = hypot(x[i], y[i]), the length of {x[i], y[i]}
template <class Number>
void hypot(std::span<const std::type_identity_t<Number>> x,
           std::span<const std::type_identity_t<Number>> y, std::span<Number> results,
           sim::Site site = sim::Site::here());

// results[i] = lerp(a[i], b[i], t)
template <class Number>
void lerp(std::span<const std::type_identity_t<Number>> a,
          std::span<const std::type_identity_t<Number>> b, std::type_identity_t<Number> t,
          std::span<Number> results, sim::Site site = sim::Site::here());

// {unit_x[i], unit_y[i]} = normalised({x[i], y[i]})
template <class Number>
void normalise(std::span<const std::type_identity_t<Number>> x,
               std::span<const std::type_identity_t<Number>> y, std::span<Number> unit_x,
               std::span<Number> unit_y);

}  // namespace tandem
