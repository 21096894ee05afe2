// SPDX-License-Identifier: MIT
// Functions of a vector: arctangents, lengths and directions. The cheap reference is long double,
// which is wide enough to settle most inputs wherever it has 64 bits.
#include <tests/accuracy/subjects.hpp>

#include <cfloat>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include <tandem/sim/math/angle.hpp>
#include <tandem/sim/math/vec2.hpp>

#include <tests/accuracy/real.hpp>

namespace tandem::accuracy {
namespace {

// Results below 2^32 units in long double, after a handful of roundings and with a library that is
// right to a few units of its last place.
constexpr double k_wide_margin = LDBL_MANT_DIG >= 64 ? 0x1p-26 : 0x1p-15;

constexpr std::int64_t k_lowest = std::numeric_limits<std::int64_t>::min();

// Seven kinds of vectors in turn. point.a is y, point.b is x.
bool make_vector(const Job& job, std::uint64_t index, Point& point) {
    const std::uint64_t word = random_word(job, index, 3);
    const auto little = static_cast<std::int64_t>(word % 257) - 128;
    const std::int64_t number = random_number(job, index, 0);
    switch (index % 7) {
        case 0:  // near equal, or near opposite
            point.a = number / 2 + little;
            point.b = (word >> 32) % 2 == 0 ? number / 2 : -(number / 2);
            break;
        case 1:  // next to the horizontal axis
            point = {little, number};
            break;
        case 2:  // next to the vertical one
            point = {number, little};
            break;
        case 3:  // between two nodes of the table, where the series is longest
            point.b = number / 64;
            point.a = point.b / 64 * static_cast<std::int64_t>((word >> 40) % 64) + little;
            break;
        case 4:  // dense over the octants
            point.a = static_cast<std::int32_t>(random_word(job, index, 0));
            point.b = static_cast<std::int32_t>(random_word(job, index, 1));
            break;
        case 5:  // the ends of the range
            point.a = (word >> 32) % 2 == 0 ? k_lowest : ~k_lowest;
            point.b = number;
            break;
        default:  // independent widths: tiny and huge ratios
            point.a = number;
            point.b = random_number(job, index, 1);
    }
    return point.a != 0 || point.b != 0;
}

std::string vector_text(Point point) {
    return "y raw " + std::to_string(point.a) + ", x raw " + std::to_string(point.b);
}

Vec2 vector_at(Point point) { return {Fixed::from_raw(point.b), Fixed::from_raw(point.a)}; }

long double length_of(Point point) {
    return std::hypot(static_cast<long double>(point.a), static_cast<long double>(point.b));
}

struct Arctangent {
    static constexpr double k_margin = k_wide_margin;

    static bool make(const Job& job, std::uint64_t index, Point& point) {
        return make_vector(job, index, point);
    }
    static std::int64_t ours(Point point) {
        return atan2(Fixed::from_raw(point.a), Fixed::from_raw(point.b)).raw();
    }
    static double estimate(Point point, std::int64_t ours) {
        constexpr long double k_units = 0x1p31L / std::numbers::pi_v<long double>;
        const long double units =
            std::atan2(static_cast<long double>(point.a), static_cast<long double>(point.b)) *
            k_units;
        // Round the circle: 0 and 2^32 are neighbours.
        const long double off = std::abs(units - static_cast<long double>(ours));
        return static_cast<double>(off > 0x1p31L ? std::abs(off - 0x1p32L) : off);
    }
    static double exact(Point point, std::int64_t ours) {
        const Real units = atan2(Real(point.a), Real(point.b)) / Real::pi().scaled(-31);
        return difference_round(units, Real(ours), Real(1).scaled(32)).magnitude();
    }
};

struct Arctangent16 : Arctangent {
    static bool make(const Job& job, std::uint64_t index, Point& point) {
        make_vector(job, index, point);
        point = {static_cast<std::int32_t>(point.a), static_cast<std::int32_t>(point.b)};
        return point.a != 0 || point.b != 0;
    }
    static std::int64_t ours(Point point) {
        return atan2(Fixed16::from_raw(static_cast<std::int32_t>(point.a)),
                     Fixed16::from_raw(static_cast<std::int32_t>(point.b)))
            .raw();
    }
};

template <class Number>
struct Hypotenuse {
    // The estimate is a little more than the error.
    static constexpr double k_margin = 0;

    static bool make(const Job& job, std::uint64_t index, Point& point) {
        using Raw = typename Number::raw_type;
        make_vector(job, index, point);
        point = {static_cast<Raw>(point.a), static_cast<Raw>(point.b)};
        return length_of(point) < static_cast<long double>(std::numeric_limits<Raw>::max());
    }
    static std::int64_t ours(Point point) {
        using Raw = typename Number::raw_type;
        return hypot(Number::from_raw(static_cast<Raw>(point.a)),
                     Number::from_raw(static_cast<Raw>(point.b)))
            .raw();
    }
    static double estimate(Point point, std::int64_t ours) {
        // |n - r^2| / (sqrt(n) + r), with an exact numerator.
        using namespace sim::wide;
        const Uint128 square =
            add(multiply_signed(point.a, point.a), multiply_signed(point.b, point.b));
        const Uint128 rest = subtract(square, multiply_signed(ours, ours));
        const bool negative = (rest.high >> 63) != 0;
        const Uint128 size = negative ? subtract({}, rest) : rest;
        const long double above =
            static_cast<long double>(size.high) * 0x1p64L + static_cast<long double>(size.low);
        constexpr long double k_more = 1 + 0x1p-40L;
        const long double sum = length_of(point) + static_cast<long double>(ours);
        return sum == 0 ? 0 : static_cast<double>(above / sum * k_more);
    }
    static double exact(Point point, std::int64_t ours) {
        return (hypot(Real(point.a), Real(point.b)) - Real(ours)).magnitude();
    }
};

struct Length : Hypotenuse<Fixed> {
    static std::int64_t ours(Point point) { return length(vector_at(point)).raw(); }
};

template <bool of_x>
struct Normalised {
    static constexpr double k_margin = k_wide_margin;

    static bool make(const Job& job, std::uint64_t index, Point& point) {
        return make_vector(job, index, point);
    }
    static std::int64_t ours(Point point) {
        const Vec2 unit = normalised(vector_at(point));
        return (of_x ? unit.x : unit.y).raw();
    }
    static double estimate(Point point, std::int64_t ours) {
        const auto part = static_cast<long double>(of_x ? point.b : point.a);
        const long double units = part / length_of(point) * 0x1p32L;
        return static_cast<double>(std::abs(units - static_cast<long double>(ours)));
    }
    static double exact(Point point, std::int64_t ours) {
        const Real part(of_x ? point.b : point.a);
        const Real units = (part / hypot(Real(point.a), Real(point.b))).scaled(32);
        return (units - Real(ours)).magnitude();
    }
};

}  // namespace

std::vector<Subject> plane_subjects() {
    constexpr std::uint64_t k_some = 2'000'000;
    constexpr std::uint64_t k_many = 50'000'000;
    constexpr const char* k_vectors = "axes, diagonals, nodes, ends, every width";
    return {
        {"atan2(Fixed)", k_vectors, 0.53, k_some, 2 * k_many, sweep<Arctangent>, vector_text},
        {"atan2(Fixed16)", k_vectors, 0.53, k_some, k_many, sweep<Arctangent16>, vector_text},
        {"hypot(Fixed)", k_vectors, 0.5, k_some, k_many, sweep<Hypotenuse<Fixed>>, vector_text},
        {"hypot(Fixed16)", k_vectors, 0.5, k_some, k_many, sweep<Hypotenuse<Fixed16>>, vector_text},
        {"length", k_vectors, 0.5, k_some, k_many, sweep<Length>, vector_text},
        {"normalised.x", k_vectors, 0.51, k_some, k_many, sweep<Normalised<true>>, vector_text},
        {"normalised.y", k_vectors, 0.51, k_some, k_many, sweep<Normalised<false>>, vector_text},
    };
}

}  // namespace tandem::accuracy
