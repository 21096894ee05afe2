// SPDX-License-Identifier: MIT
// The variable-step world moves by its input's time, and its assertion fires.
#include <tandem/tools/lab/games/variable_world.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <vector>

#include <tandem/tools/lab/games/yard.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

VariableWorld after(Flicks step, int frames, std::uint8_t keys) {
    VariableWorld world;
    const std::vector<VariableWorld::Input> inputs{
        {static_cast<std::uint64_t>(step.count()), keys}};
    for (int frame = 0; frame < frames; ++frame) {
        world.step(Inputs<VariableWorld::Input>(inputs, 1));
    }
    return world;
}

TEST(VariableWorldTest, OneSecondInOtherFramesEndsElsewhere) {
    const VariableWorld even = after(milliseconds(10), 100, key::k_right);
    const VariableWorld slow = after(milliseconds(100), 10, key::k_right);
    EXPECT_NEAR(even.car.value, 1.0, 1e-12);
    EXPECT_NEAR(slow.car.value, 1.0, 1e-12);
    EXPECT_NE(even.car.value, slow.car.value);
    EXPECT_NEAR(even.walker.value, 100.0, 1e-9);
}

TEST(VariableWorldTest, AFrameOfNoTimeMovesNothing) {
    const VariableWorld still = after(Flicks(0), 5, key::k_right);
    EXPECT_EQ(still.car.value, 0.0);
    EXPECT_EQ(still.walker.value, 0.0);
}

TEST(VariableWorldTest, KeysMatter) {
    EXPECT_EQ(after(milliseconds(10), 5, 0).walker.value, 0.0);
    EXPECT_GT(after(milliseconds(10), 5, key::k_jump).height.value, 0.1);
}

TEST(VariableWorldTest, ItsAssertionFiresBeyondTheFence) {
    VariableWorldWithAssertion world;
    const std::vector<VariableWorld::Input> inputs{
        {static_cast<std::uint64_t>(Flicks(milliseconds(100)).count()), key::k_right}};
    world.walker.value = VariableWorldWithAssertion::k_fence - 20;
    EXPECT_NO_THROW(world.step(Inputs<VariableWorld::Input>(inputs, 1)));
    world.walker.value = VariableWorldWithAssertion::k_fence;
    EXPECT_THROW(world.step(Inputs<VariableWorld::Input>(inputs, 1)), std::logic_error);
}

}  // namespace
}  // namespace tandem::tools::lab
