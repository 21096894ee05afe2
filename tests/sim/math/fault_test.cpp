// SPDX-License-Identifier: MIT
// Every operation whose result does not fit, or does not exist, says so with its name and the line
// it stands on, and nothing that fits does.
#include <tandem/sim/math/fault.hpp>

#include <set>
#include <string>

#include <gtest/gtest.h>

#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/math/vec2.hpp>
#include <tests/sim/operands.hpp>

namespace tandem::sim {
namespace {

constexpr std::uint64_t k_tick = 42;

class FaultTest : public testing::Test {
protected:
    void expect_only(const std::string& what, const std::string& outcome, int line) {
        ASSERT_EQ(log_.places().size(), 1U) << what << " at line " << line;
        EXPECT_EQ(log_.places()[0].text(), "tick 42: " + what + " at fault_test.cpp:" +
                                               std::to_string(line) + "; the result " + outcome);
        log_.clear();
    }
    FaultLog& log() { return log_; }

private:
    FaultsExpected expected_;
    FaultLog log_;
    FaultScope scope_{log_, k_tick};
};

// The expression stands on the line that is expected.
#define EXPECT_FAULT(what, outcome, ...)      \
    do {                                      \
        static_cast<void>(__VA_ARGS__);       \
        expect_only(what, outcome, __LINE__); \
    } while (false)
#define EXPECT_MISSING(what, ...) EXPECT_FAULT(what, "is 0", __VA_ARGS__)

TEST_F(FaultTest, WhatHasNoResultNamesTheOperationAndItsLine) {
    const Fixed zero = 0;
    const Fixed16 zero16 = 0;
    EXPECT_MISSING("Fixed division by zero", 1_fx / zero);
    EXPECT_MISSING("Fixed division by zero", 1_fx / 0);
    EXPECT_MISSING("Fixed division by zero", 1_fx % zero);
    EXPECT_MISSING("Fixed16 division by zero", 1_fx16 / zero16);
    EXPECT_MISSING("Fixed division by zero", Fixed::ratio(1, 0));
    EXPECT_MISSING("Fixed division by zero", reciprocal(zero));
    EXPECT_MISSING("Fixed square root of a negative number", sqrt(-1_fx));
    EXPECT_MISSING("Fixed16 square root of a negative number", sqrt(-1_fx16));
    EXPECT_MISSING("Vec2 division by zero", Vec2{1, 2} / zero);
}

#if TANDEM_ARITHMETIC_CHECKS
#define EXPECT_OVERFLOW(what, ...) EXPECT_FAULT(what " overflowed", "wrapped", __VA_ARGS__)

TEST_F(FaultTest, OverflowOfAnOperatorNamesItAndItsLine) {
    const Fixed top = Fixed::highest();
    const Fixed low = Fixed::lowest();
    EXPECT_OVERFLOW("Fixed addition", top + 1);
    EXPECT_OVERFLOW("Fixed addition", 1 + top);
    EXPECT_OVERFLOW("Fixed addition", top + 1_fx16);
    EXPECT_OVERFLOW("Fixed subtraction", low - 1);
    EXPECT_OVERFLOW("Fixed negation", -low);
    EXPECT_OVERFLOW("Fixed multiplication", top * top);
    EXPECT_OVERFLOW("Fixed multiplication", top * 2);
    EXPECT_OVERFLOW("Fixed multiplication", 2 * top);
    EXPECT_OVERFLOW("Fixed multiplication", 1_fx * ~std::uint64_t{0});
    EXPECT_OVERFLOW("Fixed division", top / 0.5_fx);
    EXPECT_OVERFLOW("Fixed division", top / Fixed::epsilon());
    EXPECT_OVERFLOW("Fixed division", low / -1_fx);
    EXPECT_OVERFLOW("Fixed division", low / -1);
    EXPECT_OVERFLOW("Fixed abs", abs(low));
    EXPECT_OVERFLOW("Fixed16 multiplication", 200_fx16 * 200_fx16);
    EXPECT_OVERFLOW("Fixed16 division", 200_fx16 / 0.001_fx16);
    EXPECT_OVERFLOW("Fixed16 addition", Fixed16::highest() + Fixed16::epsilon());
}

TEST_F(FaultTest, OverflowOfAnAssignmentNamesItsLine) {
    Fixed x = Fixed::highest();
    EXPECT_OVERFLOW("Fixed addition", x += 1);
    EXPECT_OVERFLOW("Fixed subtraction", x -= 1);
    EXPECT_OVERFLOW("Fixed multiplication", x *= 3);
    x = Fixed::highest();
    EXPECT_OVERFLOW("Fixed division", x /= 0.25_fx);
    Vec2 v{Fixed::highest(), 0};
    EXPECT_OVERFLOW("Vec2 addition", v += v);
}

TEST_F(FaultTest, OverflowOfAConversionNamesItsLine) {
    EXPECT_OVERFLOW("Fixed conversion", Fixed(std::int64_t{1} << 31));
    EXPECT_OVERFLOW("Fixed conversion", Fixed(~std::uint64_t{0}));
    EXPECT_OVERFLOW("Fixed16 conversion", Fixed16(32'768));
    EXPECT_OVERFLOW("Fixed16 conversion", Fixed16(Fixed(40'000)));
    EXPECT_OVERFLOW("Fixed16 conversion", Fixed16(32'767.9999999_fx));
    EXPECT_OVERFLOW("Fixed16 conversion", 1_fx16 + 40'000);
    EXPECT_OVERFLOW("Fixed division", Fixed::ratio(std::int64_t{1} << 40, 1));
}

TEST_F(FaultTest, OverflowOfAFunctionNamesItsLine) {
    const Fixed top = Fixed::highest();
    EXPECT_OVERFLOW("Fixed division", reciprocal(Fixed::epsilon()));
    EXPECT_OVERFLOW("Fixed hypot", hypot(top, top));
    EXPECT_OVERFLOW("Fixed lerp", lerp(0_fx, top, 2));
    EXPECT_OVERFLOW("Vec2 dot", dot(Vec2{top, 0}, {top, 0}));
    EXPECT_OVERFLOW("Vec2 cross", cross(Vec2{top, 0}, {0, top}));
    EXPECT_OVERFLOW("Vec2 dot", length_squared(Vec2{50'000, 0}));
    EXPECT_OVERFLOW("Vec2 length", length(Vec2{top, top}));
    EXPECT_OVERFLOW("Vec2 length", distance(Vec2{}, {top, top}));
    EXPECT_OVERFLOW("Vec2 subtraction", distance(Vec2{-2, 0}, {top, 0}));
    EXPECT_OVERFLOW("Vec2 subtraction", within(Vec2{-2, 0}, {top, 0}, 1));
    EXPECT_OVERFLOW("Vec2 addition", Vec2{top, 0} + Vec2{1, 0});
    EXPECT_OVERFLOW("Vec2 subtraction", Vec2{0, Fixed::lowest()} - Vec2{0, 1});
    EXPECT_OVERFLOW("Vec2 multiplication", Vec2{top, 0} * 2);
    EXPECT_OVERFLOW("Vec2 multiplication", 2 * Vec2{top, 0});
    EXPECT_OVERFLOW("Vec2 division", Vec2{top, 0} / 0.5_fx);
    EXPECT_OVERFLOW("Vec2 negation", -Vec2{Fixed::lowest(), 0});
    EXPECT_OVERFLOW("CompactVec2 dot", dot(CompactVec2{200, 0}, {200, 0}));
}

TEST_F(FaultTest, FaultsOfOnePlaceAreOneWithACount) {
    for (int round = 0; round < 1000; ++round) {
        static_cast<void>(Fixed::highest() + round + 1);
    }
    EXPECT_EQ(log().count(), 1000U);
    ASSERT_EQ(log().places().size(), 1U);
    EXPECT_EQ(log().places()[0].count, 1000U);
}
#endif

TEST_F(FaultTest, ResultsThatFitAreNotReported) {
    const Fixed top = Fixed::highest();
    const Fixed low = Fixed::lowest();
    for (const Fixed fits : {top + 0, low - 0, top * 1, top * 1_fx, low * 1_fx, low / 1, top / 1_fx,
                             -top, abs(low + Fixed::epsilon()), Fixed(2'147'483'647),
                             Fixed(-2'147'483'648LL), lerp(low, top, 1), hypot(low / 2, low / 2),
                             length(Vec2{1'500'000'000, 1'500'000'000}), sqrt(top)}) {
        static_cast<void>(fits);
    }
    for (const Fixed16 fits : {Fixed16(-32'768), Fixed16(32'767.9999_fx), 181_fx16 * 181_fx16}) {
        static_cast<void>(fits);
    }
    static_cast<void>(wrapping_multiply(top, top));
    static_cast<void>(saturating_divide(top, 0));
    EXPECT_EQ(log().count(), 0U);
}

TEST_F(FaultTest, TheInnermostScopeHears) {
    FaultLog inner;
    {
        const FaultScope scope(inner, 7);
        static_cast<void>(1_fx / 0);
    }
    ASSERT_EQ(inner.places().size(), 1U);
    EXPECT_EQ(inner.places()[0].tick, 7U);
    EXPECT_EQ(log().count(), 0U);
    static_cast<void>(1_fx / 0);
    EXPECT_EQ(log().count(), 1U);
}

TEST_F(FaultTest, AScopeWithoutALogHearsNothing) {
    {
        const FaultScope scope(nullptr, 7);
        static_cast<void>(1_fx / 0);
    }
    EXPECT_EQ(log().count(), 0U);
    EXPECT_EQ(FaultScope::listening(), &log());
}

TEST(TicksHeard, KnowsWhatASetKnows) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < 200; ++round) {
        TicksHeard heard;
        std::set<std::uint64_t> model;
        std::uint64_t tick = 0;
        for (int step = 0; step < 200; ++step) {
            tick = operands.next() % 4 == 0 ? operands.next() % 60 : tick + 1;
            ASSERT_EQ(heard.add(tick), model.insert(tick).second) << tick;
        }
        heard.clear();
        EXPECT_TRUE(heard.add(tick));
    }
}

TEST_F(FaultTest, MorePlacesThanThereIsRoomForAreStillCounted) {
    const int places = static_cast<int>(FaultLog::k_places_max) + 5;
    for (int line = 1; line <= places; ++line) {
        static_cast<void>(reciprocal(0_fx, Site{"folder/game.hpp", line}));
    }
    ASSERT_EQ(log().places().size(), FaultLog::k_places_max);
    EXPECT_EQ(log().count(), static_cast<std::uint64_t>(places));
    EXPECT_EQ(log().places()[4].text(),
              "tick 42: Fixed division by zero at game.hpp:5; the result is 0");
}

TEST(FaultDeathTest, WithoutAScopeThatExpectsFaultsADebugBuildAsserts) {
#ifndef NDEBUG
    EXPECT_DEATH(static_cast<void>(1_fx / 0), "Fixed division by zero \\(.*fault_test.cpp");
    EXPECT_DEATH(static_cast<void>(sqrt(-1_fx)), "Fixed square root of a negative number");
#if TANDEM_ARITHMETIC_CHECKS
    EXPECT_DEATH(static_cast<void>(Fixed::highest() * 2_fx), "Fixed multiplication overflowed");
#endif
#else
    EXPECT_EQ(1_fx / 0, 0);
#endif
}

}  // namespace
}  // namespace tandem::sim
