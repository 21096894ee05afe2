// SPDX-License-Identifier: MIT
// A timeline takes a tick's inputs in the game's own type.
#include <array>
#include <span>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/history/timeline.hpp>
#include <tests/sim/rich_session.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>

namespace tandem::sim {
namespace {

using test::rich_setup;

using Amount = test::Counter::Input;

Timeline counting(std::uint32_t slots) {
    Timeline timeline(erase<test::Counter>());
    EXPECT_TRUE(timeline.start(rich_setup(3, slots)));
    return timeline;
}

// What is told is what the bytes of the same inputs give, in whatever they are kept.
TEST(TypedInputs, AreTheRecordThatTheirBytesMake) {
    Timeline typed = counting(2);
    Timeline plain = counting(2);
    const std::vector<Bytes> bytes{canonical_bytes(Amount{5}), canonical_bytes(Amount{-6})};
    const std::array<Amount, 2> array{Amount{5}, Amount{-6}};
    const Amount c_array[2] = {{5}, {-6}};
    std::vector<Amount> vector(array.begin(), array.end());
    ASSERT_TRUE(typed.advance(array));
    ASSERT_TRUE(typed.advance(c_array));
    ASSERT_TRUE(typed.advance(vector));
    ASSERT_TRUE(typed.advance(std::span(vector)));
    ASSERT_TRUE(typed.advance({Amount{5}, Amount{-6}}));
    for (int tick = 0; tick < 5; ++tick) {
        ASSERT_TRUE(plain.advance(make_record(0b11, bytes)));
    }
    for (const std::uint64_t presence : {0b01U, 0b10U, 0b00U, 0b11U}) {
        ASSERT_TRUE(typed.advance(tandem::Inputs<Amount>(array, presence)));
        ASSERT_TRUE(plain.advance(make_record(presence, bytes)));
    }
    EXPECT_EQ(typed.ticks_done(), 9U);
    EXPECT_EQ(typed.hashes(), plain.hashes());
    EXPECT_EQ(typed.simulation().as<test::Counter>().totals,
              plain.simulation().as<test::Counter>().totals);
}

TEST(TypedInputs, MayComeForAllSixtyFourSlots) {
    Timeline typed(erase<test::RichGame>());
    Timeline plain(erase<test::RichGame>());
    ASSERT_TRUE(typed.start(rich_setup(3, 64)));
    ASSERT_TRUE(plain.start(rich_setup(3, 64)));
    const std::vector<test::RichGame::Input> inputs(64);
    const std::vector<Bytes> bytes(64, canonical_bytes(test::RichGame::Input{}));
    ASSERT_TRUE(typed.advance(inputs));
    ASSERT_TRUE(plain.advance(make_record(~std::uint64_t{0}, bytes)));
    EXPECT_EQ(typed.hashes(), plain.hashes());
}

TEST(TypedInputsDeathTest, OfAnotherTypeOrNumberAreAMistakeOfTheCaller) {
    Timeline timeline = counting(2);
    const std::array<Amount, 3> three{};
    EXPECT_DEATH(
        static_cast<void>(timeline.advance(three)),
        "a tick of this session of \"counter\" has one input for each of 2 slots, and here "
        "are 3");
    EXPECT_DEATH(static_cast<void>(timeline.advance(std::vector<Amount>())), "and here are 0");
    EXPECT_DEATH(static_cast<void>(timeline.advance(std::array<test::RichGame::Input, 2>{})),
                 "these inputs are of another type than the Input of the game \"counter\"");
}

// Its input cannot be written as soon as it is angry.
struct Touchy : test::BrokenBase {
    static constexpr std::string_view name = "touchy";
    struct Input {
        bool is_angry = false;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(is_angry));
            if (is_angry) {
                throw std::runtime_error("no");
            }
        }
    };
    std::uint8_t steps = 0;
    void step(tandem::Inputs<Input>) { ++steps; }
    Input bot_input(tandem::Slot, Random&) const { return {}; }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(steps));
    }
};

TEST(TypedInputs, OneThatCannotBeWrittenNamesTheTickAndChangesNothing) {
    Timeline timeline(erase<Touchy>());
    ASSERT_TRUE(timeline.start(tandem::Setup{}));
    ASSERT_TRUE(timeline.advance({Touchy::Input{}}));
    const auto advanced = timeline.advance({Touchy::Input{true}});
    ASSERT_FALSE(advanced);
    EXPECT_EQ(advanced.error().text(),
              "tick 1, serialize of an input: the game threw an exception: no");
    ASSERT_TRUE(timeline.advance({Touchy::Input{}}));
    EXPECT_EQ(timeline.ticks_done(), 2U);
}

}  // namespace
}  // namespace tandem::sim
