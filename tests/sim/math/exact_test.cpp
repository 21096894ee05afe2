// SPDX-License-Identifier: MIT
// Unit vectors, roots, hypotenuses and reciprocals of every kind of format are the nearest to the
// exact result, judged by plain arithmetic on long integers, in builds with and without estimates.
#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/math/vec2.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include <gtest/gtest.h>

#include <tests/sim/operands.hpp>

namespace tandem {
namespace {

// An unsigned integer of 320 bits, lowest word first: slow, plain and nothing of the core.
class Long {
public:
    Long(std::uint64_t value = 0) {
        words_[0] = static_cast<std::uint32_t>(value);
        words_[1] = static_cast<std::uint32_t>(value >> 32);
    }

    friend Long operator+(const Long& a, const Long& b) {
        Long sum;
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < k_words; ++i) {
            carry += std::uint64_t{a.words_[i]} + b.words_[i];
            sum.words_[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        return sum;
    }
    friend Long operator-(const Long& a, const Long& b) {
        Long complement;
        for (std::size_t i = 0; i < k_words; ++i) {
            complement.words_[i] = ~b.words_[i];
        }
        return a + complement + Long(1);
    }
    friend Long operator*(const Long& a, const Long& b) {
        Long product;
        for (std::size_t i = 0; i < k_words; ++i) {
            std::uint64_t carry = 0;
            for (std::size_t j = 0; i + j < k_words; ++j) {
                carry += std::uint64_t{a.words_[i]} * b.words_[j] + product.words_[i + j];
                product.words_[i + j] = static_cast<std::uint32_t>(carry);
                carry >>= 32;
            }
        }
        return product;
    }
    friend bool operator<(const Long& a, const Long& b) {
        for (std::size_t i = k_words; i-- > 0;) {
            if (a.words_[i] != b.words_[i]) {
                return a.words_[i] < b.words_[i];
            }
        }
        return false;
    }

    static Long power_of_two(int exponent) {
        Long result;
        result.words_[static_cast<std::size_t>(exponent) / 32] = std::uint32_t{1}
                                                                 << (exponent % 32);
        return result;
    }
    static Long square(const Long& a) { return a * a; }

    // The low 64 bits of this / divisor, rounded down, bit by bit.
    std::uint64_t over(const Long& divisor) const {
        std::uint64_t quotient = 0;
        Long rest = *this;
        for (int bit = 135; bit >= 0; --bit) {
            const Long part = divisor * power_of_two(bit);
            quotient <<= 1;
            if (!(rest < part)) {
                rest = rest - part;
                quotient |= 1;
            }
        }
        return quotient;
    }

private:
    static constexpr std::size_t k_words = 10;
    std::array<std::uint32_t, k_words> words_{};
};

std::uint64_t size_of(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return value < 0 ? 0 - bits : bits;
}

// Whether `root` is what is nearest to sqrt(numerator / divisor); roots do not tie here.
bool is_nearest_root(std::uint64_t root, const Long& numerator, const Long& divisor = 1) {
    const Long four_times = numerator * 4;
    const bool is_not_above =
        root == 0 || Long::square(Long(root) + root - 1) * divisor < four_times;
    return is_not_above && four_times < Long::square(Long(root) + root + 1) * divisor;
}

template <class Number>
class ExactTest : public testing::Test {
protected:
    using Raw = typename Number::raw_type;
    using Bits = std::make_unsigned_t<Raw>;
    static constexpr int k_places = Number::fraction_bits;

    static Number number(std::int64_t raw) { return Number::from_raw(static_cast<Raw>(raw)); }

    static void expect_nearest_unit(std::int64_t any_x, std::int64_t any_y) {
        const BasicVec2<Number> v{number(any_x), number(any_y)};
        const std::int64_t x = v.x.raw();
        const std::int64_t y = v.y.raw();
        if (x == 0 && y == 0) {
            return;
        }
        const auto unit = normalised(v);
        const Long square = Long::square(size_of(x)) + Long::square(size_of(y));
        for (const auto& [part, ours] : {std::pair{x, unit.x}, std::pair{y, unit.y}}) {
            const std::int64_t raw = ours.raw();
            ASSERT_TRUE(raw == 0 || (raw < 0) == (part < 0)) << x << ", " << y << ": " << raw;
            ASSERT_TRUE(is_nearest_root(
                size_of(raw), Long::square(size_of(part)) * Long::power_of_two(2 * k_places),
                square))
                << x << ", " << y << ": " << raw;
        }
    }

    static void expect_nearest_reciprocal(Number x) {
        const Long size = size_of(x.raw());
        const Long twice = Long::power_of_two(2 * k_places + 1);
        // Ties go up, which is toward zero from below it.
        const std::uint64_t quotient =
            x.raw() > 0 ? (twice + size).over(size * 2) : 0 - (twice + size - 1).over(size * 2);
        ASSERT_EQ(static_cast<Bits>(reciprocal(x).raw()), static_cast<Bits>(quotient)) << x.raw();
    }

private:
    sim::FaultsExpected expected_;  // what does not fit wraps
};

using Formats = testing::Types<BasicFixed<std::int64_t, 1>, BasicFixed<std::int64_t, 8>,
                               BasicFixed<std::int64_t, 16>, BasicFixed<std::int64_t, 24>, Fixed,
                               BasicFixed<std::int64_t, 33>, BasicFixed<std::int64_t, 40>,
                               BasicFixed<std::int64_t, 48>, BasicFixed<std::int64_t, 62>,
                               BasicFixed<std::int32_t, 1>, BasicFixed<std::int32_t, 8>, Fixed16,
                               BasicFixed<std::int32_t, 24>, BasicFixed<std::int32_t, 30>>;
TYPED_TEST_SUITE(ExactTest, Formats);

TYPED_TEST(ExactTest, UnitVectorsAreTheNearest) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < 5'000 && !this->HasFatalFailure(); ++round) {
        const std::int64_t x = operands.next_signed();
        const std::int64_t y = operands.next_signed();
        this->expect_nearest_unit(x, y);
        this->expect_nearest_unit(x >> 40, y >> 40);
        // One part of a few steps beside a long one, where rounding is by halves of a step.
        this->expect_nearest_unit(TypeParam::lowest().raw(), y >> 56);
        this->expect_nearest_unit(x >> 58, TypeParam::highest().raw());
    }
}

TYPED_TEST(ExactTest, UnitVectorsBesideTiesAreTheNearest) {
    constexpr int k_bits = static_cast<int>(sizeof(typename TypeParam::raw_type)) * 8 - 2;
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < 2'000 && !this->HasFatalFailure(); ++round) {
        // (2k + 1) / 2^(places + 1) is a tie: y with x so much larger lies right beside it.
        const auto odd = static_cast<std::int64_t>(operands.next() >> 40 | 1);
        const int up = k_bits - TypeParam::fraction_bits - 1;
        const std::int64_t x = std::int64_t{1} << k_bits;
        const std::int64_t y = up >= 0 ? odd << std::min(up, 38) : odd;
        for (std::int64_t offset = -1; offset <= 1; ++offset) {
            this->expect_nearest_unit(x + offset, y);
            this->expect_nearest_unit(-y, x + offset);
        }
    }
}

TYPED_TEST(ExactTest, RootsAreTheNearest) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < 10'000; ++round) {
        const auto any = this->number(operands.next_signed());
        const auto x = any.raw() < 0 ? TypeParam::from_raw(~any.raw()) : any;
        const auto root = static_cast<std::uint64_t>(sqrt(x).raw());
        ASSERT_TRUE(is_nearest_root(
            root, Long(size_of(x.raw())) * Long::power_of_two(TypeParam::fraction_bits)))
            << x.raw() << ": " << root;
    }
}

TYPED_TEST(ExactTest, HypotenusesAreTheNearest) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < 10'000; ++round) {
        const auto x = this->number(operands.next_signed());
        const auto y = this->number(operands.next_signed());
        // A root has one bit more than a Raw at most: what wrapped is still told apart.
        const auto root = static_cast<typename TestFixture::Bits>(hypot(x, y).raw());
        ASSERT_TRUE(
            is_nearest_root(root, Long::square(size_of(x.raw())) + Long::square(size_of(y.raw()))))
            << x.raw() << ", " << y.raw() << ": " << root;
        ASSERT_EQ(length(BasicVec2<TypeParam>{x, y}), hypot(x, y));
    }
}

TYPED_TEST(ExactTest, ReciprocalsAreTheNearest) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < 2'000 && !this->HasFatalFailure(); ++round) {
        const auto x = this->number(operands.next_signed());
        if (x != TypeParam::from_raw(0)) {
            this->expect_nearest_reciprocal(x);
        }
    }
}

TEST(ExactReference, TellsTheNearestFromItsNeighbours) {
    EXPECT_TRUE(is_nearest_root(3, 9));
    EXPECT_TRUE(is_nearest_root(3, 12));
    EXPECT_FALSE(is_nearest_root(3, 13));
    EXPECT_FALSE(is_nearest_root(4, 12));
    EXPECT_FALSE(is_nearest_root(2, 9));
    EXPECT_EQ((Long::power_of_two(130) - 1).over(Long::power_of_two(70)), (1ULL << 60) - 1);
    EXPECT_EQ(Long(100).over(7), 14U);
}

}  // namespace
}  // namespace tandem
