// SPDX-License-Identifier: MIT
// Batches give the same bits and the same faults as the functions of one value, at every length and
// in place.
#include <tandem/sim/math/fixed_batch.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/math/vec2.hpp>
#include <tests/sim/operands.hpp>

namespace tandem {
namespace {

template <class Number>
class FixedBatchTest : public testing::Test {
protected:
    using Numbers = std::vector<Number>;

    // Everyday numbers with every kind of other number among them.
    Numbers numbers(test::Operands& operands, std::size_t count) {
        Numbers result;
        for (std::size_t i = 0; i < count; ++i) {
            const std::int64_t any = operands.next_signed();
            const int shift =
                operands.next() % 8 == 0 ? 0 : 8 * static_cast<int>(sizeof(Number)) / 3;
            using Raw = typename Number::raw_type;
            result.push_back(Number::from_raw(static_cast<Raw>(static_cast<Raw>(any) >> shift)));
        }
        return result;
    }

    // Compares a batch into fresh results, the same in place, and one value at a time: results and
    // reports.
    template <class Batch, class One>
    void compare(const Numbers& a, const Numbers& b, Batch batch, One one) {
        sim::FaultLog expected_faults;
        Numbers expected;
        {
            const sim::FaultScope scope(expected_faults, 1);
            for (std::size_t i = 0; i < a.size(); ++i) {
                expected.push_back(one(a[i], b[i]));
            }
        }
        sim::FaultLog faults;
        Numbers results(a.size());
        Numbers in_place = a;
        {
            const sim::FaultScope scope(faults, 1);
            batch(a, b, results);
        }
        ASSERT_EQ(results, expected);
        ASSERT_EQ(faults.count(), expected_faults.count());
        ASSERT_EQ(faults.places().size(), expected_faults.places().size());
        for (std::size_t i = 0; i < faults.places().size(); ++i) {
            EXPECT_STREQ(faults.places()[i].operation, expected_faults.places()[i].operation);
            EXPECT_EQ(faults.places()[i].count, expected_faults.places()[i].count);
            EXPECT_STREQ(faults.places()[i].site.file, __FILE__);
        }
        batch(in_place, b, in_place);
        ASSERT_EQ(in_place, expected);
        in_place = b;
        batch(a, in_place, in_place);
        ASSERT_EQ(in_place, expected);
    }

    template <class Batch, class One>
    void compare_all(Batch batch, One one) {
        TANDEM_SEEDED_OPERANDS(operands);
        for (const std::size_t count : {0U, 1U, 2U, 3U, 5U, 7U, 8U, 31U, 127U, 128U, 129U, 1000U}) {
            for (int round = 0; round < 8 && !this->HasFatalFailure(); ++round) {
                SCOPED_TRACE(std::to_string(count) + " values");
                compare(numbers(operands, count), numbers(operands, count), batch, one);
            }
        }
    }

private:
    sim::FaultsExpected expected_;
};

using Numbers = testing::Types<Fixed, Fixed16>;
TYPED_TEST_SUITE(FixedBatchTest, Numbers);

template <class Number>
using View = std::span<const Number>;
template <class Number>
using Room = std::span<Number>;

TYPED_TEST(FixedBatchTest, QuotientsEqualThoseOfTheOperator) {
    this->compare_all(
        [](View<TypeParam> a, View<TypeParam> b, Room<TypeParam> out) { divide(a, b, out); },
        [](TypeParam a, TypeParam b) { return a / b; });
}

TYPED_TEST(FixedBatchTest, ProductsEqualThoseOfTheOperator) {
    this->compare_all(
        [](View<TypeParam> a, View<TypeParam> b, Room<TypeParam> out) { multiply(a, b, out); },
        [](TypeParam a, TypeParam b) { return a * b; });
    this->compare_all([](View<TypeParam> a, View<TypeParam>,
                         Room<TypeParam> out) { multiply(a, TypeParam::ratio(-7, 3), out); },
                      [](TypeParam a, TypeParam) { return a * TypeParam::ratio(-7, 3); });
}

TYPED_TEST(FixedBatchTest, SumsOfProductsEqualThoseOfTheOperators) {
    this->compare_all(
        [](View<TypeParam> a, View<TypeParam> b, Room<TypeParam> out) {
            std::vector<TypeParam> sums(b.begin(), b.end());
            add_product(a, TypeParam::ratio(7, 3), sums);
            std::copy(sums.begin(), sums.end(), out.begin());
        },
        [](TypeParam a, TypeParam b) { return b + a * TypeParam::ratio(7, 3); });
}

TYPED_TEST(FixedBatchTest, ReciprocalsEqualThoseOfOneValue) {
    this->compare_all(
        [](View<TypeParam>, View<TypeParam> b, Room<TypeParam> out) { reciprocal(b, out); },
        [](TypeParam, TypeParam b) { return reciprocal(b); });
}

TYPED_TEST(FixedBatchTest, RootsEqualThoseOfOneValue) {
    this->compare_all([](View<TypeParam> a, View<TypeParam>, Room<TypeParam> out) { sqrt(a, out); },
                      [](TypeParam a, TypeParam) { return sqrt(a); });
}

TYPED_TEST(FixedBatchTest, HypotenusesEqualThoseOfOneValue) {
    this->compare_all(
        [](View<TypeParam> a, View<TypeParam> b, Room<TypeParam> out) { hypot(a, b, out); },
        [](TypeParam a, TypeParam b) { return hypot(a, b); });
}

TYPED_TEST(FixedBatchTest, BlendsEqualThoseOfOneValue) {
    this->compare_all([](View<TypeParam> a, View<TypeParam> b,
                         Room<TypeParam> out) { lerp(a, b, TypeParam::ratio(5, 7), out); },
                      [](TypeParam a, TypeParam b) { return lerp(a, b, TypeParam::ratio(5, 7)); });
}

TYPED_TEST(FixedBatchTest, UnitVectorsEqualThoseOfOneValue) {
    this->compare_all(
        [](View<TypeParam> a, View<TypeParam> b, Room<TypeParam> out) {
            std::vector<TypeParam> other(a.size());
            normalise(a, b, out, other);
        },
        [](TypeParam a, TypeParam b) {
            return normalised(BasicVec2<TypeParam>{a, b}).x;
        });
    this->compare_all(
        [](View<TypeParam> a, View<TypeParam> b, Room<TypeParam> out) {
            std::vector<TypeParam> other(a.size());
            normalise(a, b, other, out);
        },
        [](TypeParam a, TypeParam b) {
            return normalised(BasicVec2<TypeParam>{a, b}).y;
        });
}

TYPED_TEST(FixedBatchTest, VectorsAreNormalisedInPlace) {
    TANDEM_SEEDED_OPERANDS(operands);
    std::vector<TypeParam> x = this->numbers(operands, 777);
    std::vector<TypeParam> y = this->numbers(operands, 777);
    x[5] = y[5] = 0;
    const std::vector<TypeParam> old_x = x;
    const std::vector<TypeParam> old_y = y;
    normalise(x, y, x, y);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const BasicVec2<TypeParam> unit = normalised(BasicVec2<TypeParam>{old_x[i], old_y[i]});
        ASSERT_EQ((BasicVec2<TypeParam>{x[i], y[i]}), unit) << i;
    }
}

// Every way to hold values, read and written: that it compiles without a cast is half of the test.
template <class Number, class In, class Out>
void call_all(const In& constant, In& in, Out& out) {
    const Number two = 2;
    multiply(constant, in, out);
    multiply(in, 3, out);
    multiply(in, two, out);
    add_product(in, 3, out);
    divide(in, constant, out);
    reciprocal(in, out);
    sqrt(in, out);
    hypot(in, constant, out);
    lerp(in, constant, two, out);
    lerp(in, constant, 1, out);
    std::vector<Number> other(std::size(in));
    normalise(in, constant, out, other);
    for (const Number& unit : out) {
        ASSERT_EQ(unit, normalised(BasicVec2<Number>{4, 4}).x);
    }
    // In place, and as spans of constant elements.
    std::vector<Number> held(std::begin(in), std::end(in));
    sqrt(held, held);
    ASSERT_EQ(held[0], two);
    sqrt(std::span<const Number>(constant), out);
    for (const Number& root : out) {
        ASSERT_EQ(root, two);
    }
}

TYPED_TEST(FixedBatchTest, VectorsArraysAndSpansAreTakenAsTheyAre) {
    std::vector<TypeParam> vector(3, TypeParam(4));
    std::array<TypeParam, 3> array{4, 4, 4};
    TypeParam plain[3] = {4, 4, 4};
    std::span<TypeParam> span(plain);
    std::span<const TypeParam> constant(plain);
    std::vector<TypeParam> into_vector(3);
    std::array<TypeParam, 3> into_array{};
    TypeParam into_plain[3];
    std::span<TypeParam> into_span(into_plain);
    call_all<TypeParam>(vector, vector, into_vector);
    call_all<TypeParam>(vector, vector, into_array);
    call_all<TypeParam>(array, array, into_vector);
    call_all<TypeParam>(array, array, into_span);
    call_all<TypeParam>(plain, plain, into_plain);
    call_all<TypeParam>(span, span, into_span);
    call_all<TypeParam>(constant, constant, into_array);
    std::span<TypeParam, 3> fixed_span(array);
    call_all<TypeParam>(fixed_span, fixed_span, into_vector);
}

TEST(FixedBatchDeathTest, SpansOfDifferentSizesAreRefused) {
    const std::vector<Fixed> three(3);
    std::vector<Fixed> two(2);
    EXPECT_DEATH(sqrt(three, two), "results.size");
    EXPECT_DEATH(divide(three, two, two), "results.size");
}

}  // namespace
}  // namespace tandem
