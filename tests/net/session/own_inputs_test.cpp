// SPDX-License-Identifier: MIT
// A source is asked once for each tick, in order, until it ends.
#include <tandem/net/session/own_inputs.hpp>

#include <gtest/gtest.h>

#include <vector>

#include <tandem/sim/game/erase.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using net::OwnInputs;

// A source that writes down what it is asked for, and ends at a tick: by itself or by a failure.
struct AskedSource {
    std::vector<std::uint64_t> asked;
    std::uint64_t end = ~std::uint64_t{0};
    bool fails = false;

    net::InputSource source() {
        return [this](sim::Tick tick,
                      const sim::AnySimulation&) -> sim::Result<std::optional<sim::Bytes>> {
            asked.push_back(tick.number);
            if (tick.number < end) {
                return std::optional(sim::Bytes{std::byte{1}, static_cast<std::byte>(tick.number)});
            }
            if (fails) {
                return sim::Error{sim::ErrorCode::io, "pad", "unplugged"};
            }
            return std::optional<sim::Bytes>();
        };
    }
};

TEST(OwnInputsTest, EachTickIsAskedForOnceInOrder) {
    const sim::AnySimulation simulation = sim::erase<Counter>();
    AskedSource source;
    OwnInputs inputs(source.source());
    for (std::uint64_t tick = 0; tick < 5; ++tick) {
        EXPECT_EQ(inputs.asked(), tick);
        const auto input = inputs.ask(simulation);
        ASSERT_TRUE(input.has_value());
        EXPECT_EQ((*input)[1], static_cast<std::byte>(tick));
    }
    EXPECT_EQ(source.asked, (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
    EXPECT_FALSE(inputs.end().has_value());
}

TEST(OwnInputsTest, ASourceThatEndsSaysAtWhichTickAndIsNotAskedAgain) {
    const sim::AnySimulation simulation = sim::erase<Counter>();
    for (const bool fails : {false, true}) {
        AskedSource source;
        source.end = 2;
        source.fails = fails;
        OwnInputs inputs(source.source());
        for (int ask = 0; ask < 6; ++ask) {
            EXPECT_EQ(inputs.ask(simulation).has_value(), ask < 2);
        }
        EXPECT_EQ(source.asked.size(), 3U);
        EXPECT_EQ(inputs.asked(), 2U);
        EXPECT_FALSE(inputs.may_ask());
        ASSERT_TRUE(inputs.end().has_value());
        EXPECT_EQ(inputs.end()->tick, 2U);
        ASSERT_EQ(inputs.end()->error.has_value(), fails);
        EXPECT_TRUE(!fails || inputs.end()->error->code == sim::ErrorCode::io);
    }
}

TEST(OwnInputsTest, WhoeverIsToldToStopHasNotEnded) {
    const sim::AnySimulation simulation = sim::erase<Counter>();
    AskedSource source;
    OwnInputs inputs(source.source());
    inputs.ask(simulation);
    inputs.stop();
    EXPECT_FALSE(inputs.ask(simulation).has_value());
    EXPECT_EQ(source.asked.size(), 1U);
    EXPECT_FALSE(inputs.may_ask() || inputs.end().has_value());
}

TEST(OwnInputsDeathTest, AnInputThatIsNoneOfTheGameIsAFaultOfTheCaller) {
    const sim::AnySimulation simulation = sim::erase<Counter>();
    OwnInputs inputs([](sim::Tick, const sim::AnySimulation&) {
        return sim::Result<std::optional<sim::Bytes>>(std::optional(sim::Bytes(3)));
    });
    EXPECT_DEATH(inputs.ask(simulation), "");
}

}  // namespace
}  // namespace tandem::test
