// SPDX-License-Identifier: MIT
// MPFR's numbers as a value, with as much of it as the sweeps need.
#pragma once

#include <cstdint>
#include <string>

#include <inttypes.h>
#define MPFR_USE_INTMAX_T
#include <mpfr.h>

namespace tandem::accuracy {

// 320 bits: reducing 63 bits of radians and a product of two words leave over 190.
inline constexpr mpfr_prec_t k_precision_bits = 320;

class Real {
public:
    Real() { mpfr_init2(value_, k_precision_bits); }
    explicit Real(std::int64_t number) : Real() { mpfr_set_sj(value_, number, MPFR_RNDN); }
    // A decimal such as 12.375; over 64 digits behind the point still fit.
    explicit Real(const std::string& text) : Real() {
        mpfr_set_str(value_, text.c_str(), 10, MPFR_RNDN);
    }
    Real(const Real& other) : Real() { mpfr_set(value_, other.value_, MPFR_RNDN); }
    Real& operator=(const Real& other) {
        mpfr_set(value_, other.value_, MPFR_RNDN);
        return *this;
    }
    ~Real() { mpfr_clear(value_); }

    static Real pi() {
        Real result;
        mpfr_const_pi(result.value_, MPFR_RNDN);
        return result;
    }

    friend Real operator+(const Real& a, const Real& b) { return apply(mpfr_add, a, b); }
    friend Real operator-(const Real& a, const Real& b) { return apply(mpfr_sub, a, b); }
    friend Real operator*(const Real& a, const Real& b) { return apply(mpfr_mul, a, b); }
    friend Real operator/(const Real& a, const Real& b) { return apply(mpfr_div, a, b); }
    friend Real sin(const Real& x) { return apply(mpfr_sin, x); }
    friend Real cos(const Real& x) { return apply(mpfr_cos, x); }
    friend Real sqrt(const Real& x) { return apply(mpfr_sqrt, x); }
    friend Real hypot(const Real& x, const Real& y) { return apply(mpfr_hypot, x, y); }
    friend Real atan2(const Real& y, const Real& x) { return apply(mpfr_atan2, y, x); }
    // a - b reduced to the nearest multiple of `circle`, for values that wrap.
    friend Real difference_round(const Real& a, const Real& b, const Real& circle) {
        return apply(mpfr_remainder, a - b, circle);
    }

    // this * 2^exponent
    Real scaled(long exponent) const {
        Real result;
        mpfr_mul_2si(result.value_, value_, exponent, MPFR_RNDN);
        return result;
    }
    // Rounded up, so that a bound that holds for it holds for the number.
    double magnitude() const {
        Real result;
        mpfr_abs(result.value_, value_, MPFR_RNDN);
        return mpfr_get_d(result.value_, MPFR_RNDU);
    }
    double nearest_double() const { return mpfr_get_d(value_, MPFR_RNDN); }
    std::int64_t nearest() const { return mpfr_get_sj(value_, MPFR_RNDN); }

private:
    template <class Operation>
    static Real apply(Operation operation, const Real& a) {
        Real result;
        operation(result.value_, a.value_, MPFR_RNDN);
        return result;
    }
    template <class Operation>
    static Real apply(Operation operation, const Real& a, const Real& b) {
        Real result;
        operation(result.value_, a.value_, b.value_, MPFR_RNDN);
        return result;
    }

    mpfr_t value_;
};

}  // namespace tandem::accuracy
