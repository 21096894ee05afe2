// SPDX-License-Identifier: MIT
// Fixed-point arithmetic for many values at once, in loops that use the vector unit. Every result
// has the same bits, and every fault is the same, as with the operator or function for one value.
#pragma once

#include <span>

#include <tandem/sim/math/fixed.hpp>

namespace tandem {

// All spans of a call have the same size (asserted). A span that is written may be the same as one
// that is read, with the same first element. It must not overlap one in any other way. Vectors,
// arrays and spans of Fixed and of Fixed16 convert implicitly.

// results[i] = a[i] * b[i], and a[i] * factor
void multiply(std::span<const Fixed> a, std::span<const Fixed> b, std::span<Fixed> results,
              sim::Site site = sim::Site::here());
void multiply(std::span<const Fixed16> a, std::span<const Fixed16> b, std::span<Fixed16> results,
              sim::Site site = sim::Site::here());
void multiply(std::span<const Fixed> a, Fixed factor, std::span<Fixed> results,
              sim::Site site = sim::Site::here());
void multiply(std::span<const Fixed16> a, Fixed16 factor, std::span<Fixed16> results,
              sim::Site site = sim::Site::here());

// sums[i] += a[i] * factor
void add_product(std::span<const Fixed> a, Fixed factor, std::span<Fixed> sums,
                 sim::Site site = sim::Site::here());
void add_product(std::span<const Fixed16> a, Fixed16 factor, std::span<Fixed16> sums,
                 sim::Site site = sim::Site::here());

// results[i] = a[i] / b[i]
void divide(std::span<const Fixed> a, std::span<const Fixed> b, std::span<Fixed> results,
            sim::Site site = sim::Site::here());
void divide(std::span<const Fixed16> a, std::span<const Fixed16> b, std::span<Fixed16> results,
            sim::Site site = sim::Site::here());

// results[i] = 1 / x[i]
void reciprocal(std::span<const Fixed> x, std::span<Fixed> results,
                sim::Site site = sim::Site::here());
void reciprocal(std::span<const Fixed16> x, std::span<Fixed16> results,
                sim::Site site = sim::Site::here());

// results[i] = sqrt(x[i])
void sqrt(std::span<const Fixed> x, std::span<Fixed> results, sim::Site site = sim::Site::here());
void sqrt(std::span<const Fixed16> x, std::span<Fixed16> results,
          sim::Site site = sim::Site::here());

// results[i] = hypot(x[i], y[i]), the length of {x[i], y[i]}
void hypot(std::span<const Fixed> x, std::span<const Fixed> y, std::span<Fixed> results,
           sim::Site site = sim::Site::here());
void hypot(std::span<const Fixed16> x, std::span<const Fixed16> y, std::span<Fixed16> results,
           sim::Site site = sim::Site::here());

// results[i] = lerp(a[i], b[i], t)
void lerp(std::span<const Fixed> a, std::span<const Fixed> b, Fixed t, std::span<Fixed> results,
          sim::Site site = sim::Site::here());
void lerp(std::span<const Fixed16> a, std::span<const Fixed16> b, Fixed16 t,
          std::span<Fixed16> results, sim::Site site = sim::Site::here());

// {unit_x[i], unit_y[i]} = normalised({x[i], y[i]})
void normalise(std::span<const Fixed> x, std::span<const Fixed> y, std::span<Fixed> unit_x,
               std::span<Fixed> unit_y);
void normalise(std::span<const Fixed16> x, std::span<const Fixed16> y, std::span<Fixed16> unit_x,
               std::span<Fixed16> unit_y);

}  // namespace tandem
