// SPDX-License-Identifier: MIT
// Roots, quotients and unit vectors in integers alone, correctly rounded. They settle the
// estimates, and a build without floating point uses nothing else.
#include <bit>
#include <compare>

#include <tandem/sim/math/estimate.hpp>

namespace tandem::sim::exact::integer {

namespace {

wide::Uint128 sum_of_squares(std::uint64_t x, std::uint64_t y) {
    return wide::add(wide::multiply(x, x), wide::multiply(y, y));
}

// 256 bits, most significant half first.
struct Uint256 {
    wide::Uint128 high;
    wide::Uint128 low;

    friend constexpr auto operator<=>(const Uint256&, const Uint256&) = default;
};

Uint256 multiply(wide::Uint128 a, wide::Uint128 b) {
    const wide::Uint128 low = wide::multiply(a.low, b.low);
    const wide::Uint128 left = wide::multiply(a.high, b.low);
    const wide::Uint128 right = wide::multiply(a.low, b.high);
    const wide::Uint128 high = wide::multiply(a.high, b.high);
    const wide::Uint128 middle = wide::add(wide::add({0, left.low}, {0, right.low}), {0, low.high});
    const wide::Uint128 carried =
        wide::add(wide::add({0, left.high}, {0, right.high}), {0, middle.high});
    return {wide::add(high, carried), {middle.low, low.low}};
}

// The whole number nearest to part * 2^shift / sqrt(square), from a `near` that may miss it by one
// or two. Comparing squares decides on which side of a half the value lies. It never lies on one,
// because a right angle's sides without a common divisor have an odd hypotenuse.
std::uint64_t corrected_share(std::uint64_t near, std::uint64_t part, wide::Uint128 square,
                              int shift) {
    const wide::Uint128 doubled{part >> (63 - shift), part << (shift + 1)};
    const Uint256 limit = multiply(doubled, doubled);
    const auto half_above = [&](std::uint64_t share) {
        const std::uint64_t twice = 2 * share + 1;
        return multiply(wide::multiply(twice, twice), square);
    };
    while (half_above(near) < limit) {
        ++near;
    }
    while (near != 0 && limit < half_above(near - 1)) {
        --near;
    }
    return near;
}

// The whole number nearest to |part| * 2^shift / sqrt(square). `scaled` / `length` is the same
// quotient but for rounding. Both are off by less than 2^-61 of the length, so the remainder
// decides only if it lies farther than that from a half.
std::uint64_t share(std::uint64_t part, std::uint64_t scaled, std::uint64_t length,
                    wide::Uint128 square, int shift) {
    const wide::Division division = wide::divide({scaled >> (64 - shift), scaled << shift}, length);
    const std::uint64_t half = length / 2;
    const std::uint64_t near = division.quotient + (division.remainder > half ? 1 : 0);
    const std::uint64_t beside =
        division.remainder > half ? division.remainder - half : half - division.remainder;
    if (shift > 32 || beside <= length >> (60 - shift)) [[unlikely]] {
        return corrected_share(near, part, square, shift);
    }
    return near;
}

std::int64_t with_sign(std::uint64_t size, bool is_negative) {
    return static_cast<std::int64_t>(is_negative ? 0 - size : size);
}

}  // namespace

wide::Checked quotient(std::int64_t a, std::int64_t b, int shift) {
    return wide::divide_rounded(a, b, shift);
}

std::uint64_t root_32(std::uint64_t x) { return wide::root_rounded({x >> 32, x << 32}); }

std::uint32_t root_16(std::uint32_t x) {
    return static_cast<std::uint32_t>(wide::root_rounded({0, std::uint64_t{x} << 16}));
}

std::uint64_t hypotenuse(std::int64_t x, std::int64_t y) {
    return wide::root_rounded(sum_of_squares(wide::magnitude(x), wide::magnitude(y)));
}

Unit unit(std::int64_t x, std::int64_t y, int shift) {
    const std::uint64_t width = wide::magnitude(x);
    const std::uint64_t height = wide::magnitude(y);
    // Both are brought to 63 bits first, so that the length of a short vector is not mostly
    // rounding error. Only the lowest raw value has 64 bits; it loses its last one.
    const int room = std::countl_zero(width | height) - 1;
    const std::uint64_t scaled_x = room < 0 ? width >> 1 : width << room;
    const std::uint64_t scaled_y = room < 0 ? height >> 1 : height << room;
    const std::uint64_t size = wide::root_rounded(sum_of_squares(scaled_x, scaled_y));
    const wide::Uint128 square = sum_of_squares(width, height);
    return {with_sign(share(width, scaled_x, size, square, shift), x < 0),
            with_sign(share(height, scaled_y, size, square, shift), y < 0)};
}

}  // namespace tandem::sim::exact::integer
