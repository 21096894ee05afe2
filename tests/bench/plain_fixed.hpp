// SPDX-License-Identifier: MIT
// 32.32 as an engineer writes it who needs it today: a shift after the product, the wide division,
// a root bit by bit, a Taylor series. Nothing is checked and everything is truncated.
#pragma once

#include <cstdint>

namespace tandem::bench::plain {

using Raw = std::int64_t;
__extension__ using Wide = __int128;

inline constexpr int k_places = 32;
inline constexpr Raw k_one = Raw{1} << k_places;
inline constexpr Raw k_pi = 13'493'037'705;  // pi * 2^32
inline constexpr Raw k_half_pi = k_pi / 2;

inline Raw multiply(Raw a, Raw b) { return static_cast<Raw>((Wide{a} * b) >> k_places); }
inline Raw divide(Raw a, Raw b) { return static_cast<Raw>((Wide{a} << k_places) / b); }

inline Raw root(Raw x) {
    __extension__ using Unsigned = unsigned __int128;
    Unsigned rest = static_cast<Unsigned>(x) << k_places;
    Unsigned result = 0;
    Unsigned bit = Unsigned{1} << 94;
    while (bit > rest) {
        bit >>= 2;
    }
    while (bit != 0) {
        if (rest >= result + bit) {
            rest -= result + bit;
            result = (result >> 1) + bit;
        } else {
            result >>= 1;
        }
        bit >>= 2;
    }
    return static_cast<Raw>(result);
}

// Reduced to [-pi/2, pi/2], then x - x^3/3! + ... to x^13/13!.
inline Raw sine(Raw x) {
    x %= 2 * k_pi;
    if (x > k_pi) {
        x -= 2 * k_pi;
    } else if (x < -k_pi) {
        x += 2 * k_pi;
    }
    if (x > k_half_pi) {
        x = k_pi - x;
    } else if (x < -k_half_pi) {
        x = -k_pi - x;
    }
    const Raw square = multiply(x, x);
    Raw sum = k_one;
    for (const Raw product : {12 * 13, 10 * 11, 8 * 9, 6 * 7, 4 * 5, 2 * 3}) {
        sum = k_one - multiply(square, sum) / product;
    }
    return multiply(x, sum);
}

// The quotient of the smaller part, halved once by atan t = 2 atan(t / (1 + sqrt(1 + t^2))), then
// the series to t^21.
inline Raw arctangent(Raw y, Raw x) {
    const Raw size_x = x < 0 ? -x : x;
    const Raw size_y = y < 0 ? -y : y;
    if (size_x == 0 && size_y == 0) {
        return 0;
    }
    const bool is_steep = size_y > size_x;
    const Raw tangent = is_steep ? divide(size_x, size_y) : divide(size_y, size_x);
    const Raw half = divide(tangent, k_one + root(k_one + multiply(tangent, tangent)));
    const Raw square = multiply(half, half);
    Raw sum = 0;
    for (Raw power = 21; power >= 1; power -= 2) {
        sum = k_one / power - multiply(square, sum);
    }
    Raw angle = 2 * multiply(half, sum);
    angle = is_steep ? k_half_pi - angle : angle;
    angle = x < 0 ? k_pi - angle : angle;
    return y < 0 ? -angle : angle;
}

}  // namespace tandem::bench::plain
