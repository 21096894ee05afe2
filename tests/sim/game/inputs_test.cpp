// SPDX-License-Identifier: MIT
// What a step sees of its players.
#include <tandem/sim/game/inputs.hpp>

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace tandem {
namespace {

TEST(Inputs, IsAViewOfOneInputForEachSlotWithItsPresence) {
    const std::array<int, 3> values{10, 20, 30};
    const Inputs<int> inputs(values, 0b101);
    EXPECT_EQ(inputs.size(), 3U);
    EXPECT_EQ(inputs[1], 20);
    EXPECT_EQ(inputs[Slot{2}], 30);
    EXPECT_TRUE(inputs.present(Slot{0}));
    EXPECT_FALSE(inputs.present(Slot{1}));
    EXPECT_TRUE(inputs.present(Slot{2}));
    EXPECT_EQ(inputs.presence(), 0b101U);
    int sum = 0;
    for (const int input : inputs) {
        sum += input;
    }
    EXPECT_EQ(sum, 60);
    const std::span<const int> span = inputs;
    EXPECT_EQ(span.data(), values.data());
}

TEST(Inputs, HoldsTheLastOfSixtyFourSlots) {
    const std::vector<int> values(k_slots_max, 1);
    const Inputs<int> inputs(values, std::uint64_t{1} << 63);
    EXPECT_TRUE(inputs.present(Slot{63}));
    EXPECT_FALSE(inputs.present(Slot{62}));
}

TEST(InputsDeathTest, ASlotThatDoesNotExistIsAMistakeOfTheCaller) {
    const std::vector<int> values(2);
    const Inputs<int> inputs(values, 3);
    EXPECT_DEATH(static_cast<void>(inputs[2]), "assertion failed");
    EXPECT_DEATH(static_cast<void>(inputs.present(Slot{2})), "assertion failed");
    const std::vector<int> too_many(k_slots_max + 1);
    EXPECT_DEATH(Inputs<int>(too_many, 0), "assertion failed");
}

}  // namespace
}  // namespace tandem
