// SPDX-License-Identifier: MIT
// Products, quotients, roots and decimal literals, which are correctly rounded. Remainders are
// exact in 128 bits, so the cheap reference is a division of the remainder in double.
#include <tests/accuracy/subjects.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <tandem/sim/math/decimal.hpp>
#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/math/wide.hpp>

#include <tests/accuracy/real.hpp>

namespace tandem::accuracy {
namespace {

using sim::wide::add;
using sim::wide::magnitude;
using sim::wide::multiply;
using sim::wide::multiply_signed;
using sim::wide::subtract;
using sim::wide::Uint128;

// A few roundings of 53 bits.
constexpr double k_remainder_margin = 0x1p-48;

// |value| of a signed 128-bit number.
double size_of(Uint128 value) {
    const bool negative = (value.high >> 63) != 0;
    const Uint128 size = negative ? subtract({}, value) : value;
    return static_cast<double>(size.high) * 0x1p64 + static_cast<double>(size.low);
}

// raw * 2^shift in 128 bits.
Uint128 shifted(std::int64_t raw, int shift) {
    return multiply_signed(raw, std::int64_t{1} << shift);
}

std::string pair_text(Point point) {
    return "raw " + std::to_string(point.a) + ", " + std::to_string(point.b);
}
std::string one_text(Point point) { return "raw " + std::to_string(point.a); }

template <class Number>
std::int64_t random_raw(const Job& job, std::uint64_t index, std::uint64_t k) {
    return static_cast<typename Number::raw_type>(random_number(job, index, k));
}

// The result of a function would not fit.
template <class Number>
bool overflows(double result) {
    return std::abs(result) >=
           static_cast<double>(std::numeric_limits<typename Number::raw_type>::max()) - 1;
}

// b with a * b = 1 modulo 2^64, for odd a: Newton's iteration doubles the bits that are right,
// three at first.
std::uint64_t inverse(std::uint64_t a) {
    std::uint64_t b = a;
    for (int step = 0; step < 5; ++step) {
        b *= 2 - a * b;
    }
    return b;
}

template <class Number>
struct Product {
    static constexpr int k_places = Number::fraction_bits;
    static constexpr double k_margin = k_remainder_margin;

    static bool make(const Job& job, std::uint64_t index, Point& point) {
        point.a = random_raw<Number>(job, index, 0);
        point.b = random_raw<Number>(job, index, 1);
        if (index % 2 == 0) {
            // A product whose low bits are a tie, or one step beside it.
            point.a |= 1;
            const std::uint64_t low = (std::uint64_t{1} << (k_places - 1)) + index / 2 % 3 - 1;
            const std::uint64_t b =
                low * inverse(static_cast<std::uint64_t>(point.a)) % (std::uint64_t{1} << k_places);
            point.b = static_cast<typename Number::raw_type>(point.b &
                                                             ~((std::int64_t{1} << k_places) - 1)) +
                      static_cast<std::int64_t>(b);
            point.b = static_cast<typename Number::raw_type>(point.b);
        }
        return !overflows<Number>(static_cast<double>(point.a) * static_cast<double>(point.b) /
                                  static_cast<double>(1LL << k_places));
    }
    static std::int64_t ours(Point point) {
        using Raw = typename Number::raw_type;
        return (Number::from_raw(static_cast<Raw>(point.a)) *
                Number::from_raw(static_cast<Raw>(point.b)))
            .raw();
    }
    static double estimate(Point point, std::int64_t ours) {
        return size_of(subtract(multiply_signed(point.a, point.b), shifted(ours, k_places))) /
               static_cast<double>(1LL << k_places);
    }
    static double exact(Point point, std::int64_t ours) {
        return ((Real(point.a) * Real(point.b)).scaled(-k_places) - Real(ours)).magnitude();
    }
};

template <class Number>
struct Quotient {
    static constexpr int k_places = Number::fraction_bits;
    static constexpr double k_margin = k_remainder_margin;

    static bool make(const Job& job, std::uint64_t index, Point& point) {
        point.a = random_raw<Number>(job, index, 0);
        point.b = random_raw<Number>(job, index, 1);
        if (index % 2 == 0) {
            near_tie(job, index, point);
        }
        return point.b != 0 && !overflows<Number>(static_cast<double>(point.a) *
                                                  static_cast<double>(1LL << k_places) /
                                                  static_cast<double>(point.b));
    }
    static std::int64_t ours(Point point) {
        using Raw = typename Number::raw_type;
        return (Number::from_raw(static_cast<Raw>(point.a)) /
                Number::from_raw(static_cast<Raw>(point.b)))
            .raw();
    }
    static double estimate(Point point, std::int64_t ours) {
        return size_of(subtract(shifted(point.a, k_places), multiply_signed(ours, point.b))) /
               std::abs(static_cast<double>(point.b));
    }
    static double exact(Point point, std::int64_t ours) {
        return ((Real(point.a) / Real(point.b)).scaled(k_places) - Real(ours)).magnitude();
    }

private:
    // a * 2^places = (q + 1/2) b + rest / 2 for an odd b and a small rest: 2q + 1 is -rest / b
    // modulo 2^(places + 1), and an odd rest makes it odd.
    static void near_tie(const Job& job, std::uint64_t index, Point& point) {
        const std::uint64_t b = magnitude(point.b) | 1;
        const std::uint64_t rest = 2 * (index / 2 % 64) - 63;  // odd, of both signs
        constexpr std::uint64_t k_modulus = std::uint64_t{1} << (k_places + 1);
        std::uint64_t odd = (0 - rest) * inverse(b) % k_modulus;
        // As much more as the format holds.
        odd += k_modulus * (random_word(job, index, 3) >> (index / 128 % 32 + 32));
        const Uint128 twice = add(multiply(odd, b), {0 - (rest >> 63), rest});
        const std::uint64_t a = (twice.high << (63 - k_places)) | (twice.low >> (k_places + 1));
        if ((twice.high >> k_places) == 0 &&
            a <=
                static_cast<std::uint64_t>(std::numeric_limits<typename Number::raw_type>::max())) {
            point.a = static_cast<std::int64_t>(index % 4 == 0 ? a : 0 - a);
            point.b = static_cast<std::int64_t>(b);
        }
    }
};

template <class Number>
struct Reciprocal {
    static constexpr int k_places = Number::fraction_bits;
    static constexpr double k_margin = k_remainder_margin;

    static bool make(const Job& job, std::uint64_t index, Point& point) {
        point.a = random_raw<Number>(job, index, 0);
        return point.a != 0 &&
               !overflows<Number>(std::ldexp(1.0, 2 * k_places) / static_cast<double>(point.a));
    }
    static std::int64_t ours(Point point) {
        return reciprocal(Number::from_raw(static_cast<typename Number::raw_type>(point.a))).raw();
    }
    // Of 2^places, which is the raw value of 1.
    static double estimate(Point point, std::int64_t ours) {
        return Quotient<Number>::estimate({1LL << k_places, point.a}, ours);
    }
    static double exact(Point point, std::int64_t ours) {
        return Quotient<Number>::exact({1LL << k_places, point.a}, ours);
    }
};

// a + (b - a) * c, of which only the whole is rounded.
template <class Number>
struct Lerp {
    static constexpr int k_places = Number::fraction_bits;
    static constexpr double k_margin = k_remainder_margin;

    static bool make(const Job& job, std::uint64_t index, Point& point) {
        // Both ends below half the range, and c in [0, 1], so that the result is defined.
        point.a = random_raw<Number>(job, index, 0) / 2;
        point.b = random_raw<Number>(job, index, 1) / 2;
        point.c = static_cast<std::int64_t>(random_word(job, index, 3) >> (63 - k_places));
        point.c = std::min(point.c, std::int64_t{1} << k_places);
        return true;
    }
    static std::int64_t ours(Point point) {
        using Raw = typename Number::raw_type;
        return lerp(Number::from_raw(static_cast<Raw>(point.a)),
                    Number::from_raw(static_cast<Raw>(point.b)),
                    Number::from_raw(static_cast<Raw>(point.c)))
            .raw();
    }
    static double estimate(Point point, std::int64_t ours) {
        const Uint128 way = multiply_signed(point.b - point.a, point.c);
        return size_of(subtract(way, shifted(ours - point.a, k_places))) /
               static_cast<double>(1LL << k_places);
    }
    static double exact(Point point, std::int64_t ours) {
        const Real way = (Real(point.b) - Real(point.a)) * Real(point.c).scaled(-k_places);
        return (Real(point.a) + way - Real(ours)).magnitude();
    }
};

// From the wide format to the compact one.
struct Conversion {
    static constexpr int k_dropped = Fixed::fraction_bits - Fixed16::fraction_bits;
    static constexpr double k_margin = 0;

    static bool make(const Job& job, std::uint64_t index, Point& point) {
        // 48 bits of any width; 32,767.99999 does not round to a number of the format.
        point.a = random_number(job, index, 0) >> 16;
        return point.a < (std::int64_t{1} << 47) - (1 << (k_dropped - 1));
    }
    static std::int64_t ours(Point point) { return Fixed16(Fixed::from_raw(point.a)).raw(); }
    static double estimate(Point point, std::int64_t ours) {
        return std::abs(static_cast<double>(point.a - ours * (1 << k_dropped))) / (1 << k_dropped);
    }
    static double exact(Point point, std::int64_t ours) {
        return (Real(point.a).scaled(-k_dropped) - Real(ours)).magnitude();
    }
};

std::string lerp_text(Point point) { return pair_text(point) + ", " + std::to_string(point.c); }

// The distance of a root from the number n under it: |n - r^2| / (sqrt(n) + r), where the
// numerator is exact.
double root_error(Uint128 n, std::uint64_t root) {
    const double size = size_of(subtract(n, multiply(root, root)));
    const double sum = std::sqrt(size_of(n)) + static_cast<double>(root);
    return sum == 0 ? 0 : size / sum;
}

template <class Number>
double exact_root_error(Point point, std::int64_t ours) {
    return (sqrt(Real(point.a).scaled(Number::fraction_bits)) - Real(ours)).magnitude();
}

struct Root {
    static constexpr double k_margin = k_remainder_margin;

    static bool make(const Job& job, std::uint64_t index, Point& point) {
        const std::uint64_t word = random_word(job, index, 0);
        if (index % 2 == 0) {
            point.a = static_cast<std::int64_t>(magnitude(random_number(job, index, 0)) >> 1);
            return true;
        }
        // raw * 2^32 = r (r + 1) + step, so that the root is as near to r + 1/2 as it can be: r
        // modulo 2^32 by Hensel's lifting, a bit a time, then any upper bits.
        const std::uint64_t step = (index / 2 % 32) * 2 - 32;
        std::uint64_t root = index / 64 % 2;
        for (int bit = 1; bit < 32; ++bit) {
            if (((root * (root + 1) + step) >> bit) % 2 != 0) {
                root += std::uint64_t{1} << bit;
            }
        }
        constexpr std::uint64_t k_upper = (std::uint64_t{1} << 15) + 13'000;  // roots below 2^47.5
        root += (word % k_upper >> (index / 128 % 15)) << 32;
        const Uint128 n = add(multiply(root, root + 1), {0 - (step >> 63), step});
        point.a = static_cast<std::int64_t>((n.high << 32) | (n.low >> 32));
        return (n.high >> 31) == 0 && point.a >= 0;
    }
    static std::int64_t ours(Point point) { return sqrt(Fixed::from_raw(point.a)).raw(); }
    static double estimate(Point point, std::int64_t ours) {
        return root_error(shifted(point.a, 32), static_cast<std::uint64_t>(ours));
    }
    static double exact(Point point, std::int64_t ours) {
        return exact_root_error<Fixed>(point, ours);
    }
};

constexpr std::uint64_t k_all_positive = std::uint64_t{1} << 31;
constexpr std::uint64_t k_root_stride = 2'039;  // prime

struct Root16 {
    static constexpr double k_margin = k_remainder_margin;

    static bool make(const Job& job, std::uint64_t index, Point& point) {
        point.a =
            static_cast<std::int64_t>(job.inputs == k_all_positive ? index : index * k_root_stride);
        return true;
    }
    static std::int64_t ours(Point point) {
        return sqrt(Fixed16::from_raw(static_cast<std::int32_t>(point.a))).raw();
    }
    static double estimate(Point point, std::int64_t ours) {
        // 47 bits: everything but the quotient is exact.
        const auto n = static_cast<double>(point.a << 16);
        const auto root = static_cast<double>(ours);
        const double sum = std::sqrt(n) + root;
        return sum == 0 ? 0 : std::abs(n - root * root) / sum;
    }
    static double exact(Point point, std::int64_t ours) {
        return exact_root_error<Fixed16>(point, ours);
    }
};

// ---- Decimal literals ---------------------------------------------------------------------------

// a is the whole part, b seeds the fraction's digits.
std::string decimal_text(Point point) {
    constexpr std::uint64_t k_step = 6364136223846793005;  // Knuth's MMIX generator
    auto digits = static_cast<std::uint64_t>(point.b);
    std::string text = std::to_string(point.a) + ".";
    const std::uint64_t count = digits % (sim::k_decimal_fraction_digits_max + 1);
    for (std::uint64_t i = 0; i < count; ++i) {
        digits = digits * k_step + 1;
        text += static_cast<char>('0' + (digits >> 33) % 10);
    }
    return text;
}

template <class Number>
struct Decimal {
    static constexpr double k_margin = 0;

    static bool make(const Job& job, std::uint64_t index, Point& point) {
        constexpr int k_whole_bits =
            static_cast<int>(sizeof(Number)) * 8 - Number::fraction_bits - 1;
        point.a = static_cast<std::int64_t>(random_word(job, index, 0) >> (64 - k_whole_bits) >>
                                            (index % k_whole_bits));
        point.b = static_cast<std::int64_t>(random_word(job, index, 1));
        return true;
    }
    static std::int64_t ours(Point point) {
        constexpr auto k_raw_max =
            static_cast<std::uint64_t>(std::numeric_limits<typename Number::raw_type>::max());
        const auto raw = sim::parse_decimal(decimal_text(point), Number::fraction_bits, k_raw_max);
        return static_cast<std::int64_t>(raw.value_or(0));
    }
    static double estimate(Point point, std::int64_t ours) { return exact(point, ours); }
    static double exact(Point point, std::int64_t ours) {
        return (Real(decimal_text(point)).scaled(Number::fraction_bits) - Real(ours)).magnitude();
    }
};

}  // namespace

std::vector<Subject> arithmetic_subjects() {
    constexpr std::uint64_t k_few = 50'000;
    constexpr std::uint64_t k_some = 2'000'000;
    constexpr std::uint64_t k_many = 100'000'000;
    constexpr const char* k_widths = "every width";
    constexpr const char* k_pairs = "every width, ties and their neighbours";
    return {
        {"Fixed *", k_pairs, 0.5, k_some, k_many, sweep<Product<Fixed>>, pair_text},
        {"Fixed16 *", k_pairs, 0.5, k_some, k_many, sweep<Product<Fixed16>>, pair_text},
        {"Fixed /", k_pairs, 0.5, k_some, k_many, sweep<Quotient<Fixed>>, pair_text},
        {"Fixed16 /", k_pairs, 0.5, k_some, k_many, sweep<Quotient<Fixed16>>, pair_text},
        {"reciprocal(Fixed)", k_widths, 0.5, k_some, k_many, sweep<Reciprocal<Fixed>>, one_text},
        {"reciprocal(Fixed16)", k_widths, 0.5, k_some, k_many, sweep<Reciprocal<Fixed16>>,
         one_text},
        {"lerp(Fixed)", k_widths, 0.5, k_some, k_many, sweep<Lerp<Fixed>>, lerp_text},
        {"lerp(Fixed16)", k_widths, 0.5, k_some, k_many, sweep<Lerp<Fixed16>>, lerp_text},
        {"Fixed16(Fixed)", k_widths, 0.5, k_some, k_many, sweep<Conversion>, one_text},
        {"sqrt(Fixed)", "every width, next to every half", 0.5, k_some, k_many, sweep<Root>,
         one_text},
        {"sqrt(Fixed16)", "all 2^31 numbers", 0.5, k_all_positive / k_root_stride, k_all_positive,
         sweep<Root16>, one_text},
        {"0.1_fx", "up to 64 digits", 0.5, k_few, 20 * k_few, sweep<Decimal<Fixed>>, decimal_text},
        {"0.1_fx16", "up to 64 digits", 0.5, k_few, 20 * k_few, sweep<Decimal<Fixed16>>,
         decimal_text},
    };
}

}  // namespace tandem::accuracy
