// SPDX-License-Identifier: MIT
// The vector functions that need a root, a quotient or a table.
#include <tandem/sim/vec2.hpp>

#include <algorithm>
#include <bit>

namespace tandem {

using namespace sim::wide;

namespace {

Uint128 sum_of_squares(std::uint64_t x, std::uint64_t y) {
    return add(multiply(x, x), multiply(y, y));
}

// +-part / length in Fixed, where part <= length.
Fixed share(std::uint64_t part, std::uint64_t length, bool negative) {
    const Division division =
        divide({part >> (64 - Fixed::fraction_bits), part << Fixed::fraction_bits}, length);
    return Fixed::from_raw(quotient_rounded(division, length, negative).value);
}

}  // namespace

Fixed length(Vec2 v) {
    const Uint128 square = sum_of_squares(magnitude(v.x.raw()), magnitude(v.y.raw()));
    return Fixed::from_raw(static_cast<std::int64_t>(root_rounded(square)));
}

Fixed distance(Vec2 a, Vec2 b) { return length(b - a); }

Vec2 normalised(Vec2 v) {
    const std::uint64_t x = magnitude(v.x.raw());
    const std::uint64_t y = magnitude(v.y.raw());
    if ((x | y) == 0) {
        return {};
    }
    // Brought to 63 bits first, so that the length of a short vector is not mostly rounding error;
    // the lowest raw value alone has 64 bits and loses its last one.
    const int room = std::countl_zero(x | y) - 1;
    const std::uint64_t scaled_x = room < 0 ? x >> 1 : x << room;
    const std::uint64_t scaled_y = room < 0 ? y >> 1 : y << room;
    const std::uint64_t size = root_rounded(sum_of_squares(scaled_x, scaled_y));
    return {share(scaled_x, size, v.x.raw() < 0), share(scaled_y, size, v.y.raw() < 0)};
}

Vec2 rotate(Vec2 v, Angle angle) {
    const auto [sine, cosine] = sincos(angle);
    return {dot(v, {cosine, -sine}), dot(v, {sine, cosine})};
}

Vec2 direction(Angle angle) {
    const auto [sine, cosine] = sincos(angle);
    return {cosine, sine};
}

Angle angle_of(Vec2 v) { return atan2(v.y, v.x); }

}  // namespace tandem
