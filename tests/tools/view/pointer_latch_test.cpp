// SPDX-License-Identifier: MIT
// Whatever comes between two ticks, the next one is told of it, and only that one.
#include <tandem/tools/view/pointer_latch.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

using Latch = PointerLatch<int>;

// What a tick is told.
std::optional<Latch::State> tick(Latch& latch) {
    const auto told = latch.state();
    latch.be_seen();
    return told;
}

TEST(PointerLatch, TellsAPressThatIsOverOnceAndThenWhereThePointerIs) {
    Latch latch;
    EXPECT_FALSE(tick(latch));
    latch.press(3, true);
    latch.move(4);
    latch.release(5);
    const auto first = tick(latch);
    ASSERT_TRUE(first);
    EXPECT_TRUE(first->is_pressed && first->is_released && !first->is_down && first->is_second);
    EXPECT_EQ(first->pressed_at, 3);
    EXPECT_EQ(first->at, 5);
    const auto second = tick(latch);
    ASSERT_TRUE(second);
    EXPECT_FALSE(second->is_pressed || second->is_released || second->is_down);
    EXPECT_EQ(second->at, 5);
}

TEST(PointerLatch, IsDownForEveryTickUntilItIsReleased) {
    Latch latch;
    latch.press(1, false);
    EXPECT_TRUE(tick(latch)->is_pressed);
    latch.move(2);
    const auto held = tick(latch);
    EXPECT_TRUE(held->is_down && !held->is_pressed && !held->is_released);
    latch.release(2);
    latch.release(9);
    const auto released = tick(latch);
    EXPECT_TRUE(released->is_released && !released->is_down);
    EXPECT_EQ(released->at, 2) << "it was up already";
}

// A finger leaves at the moment of its release, before a tick has seen either.
TEST(PointerLatch, ThatLeavesTellsWhatIsOverAndIsThenNowhere) {
    Latch latch;
    latch.press(1, false);
    latch.release(2);
    latch.leave();
    EXPECT_TRUE(tick(latch)->is_released);
    EXPECT_FALSE(tick(latch));
    latch.move(3);
    latch.leave();
    EXPECT_EQ(tick(latch)->at, 3);
    EXPECT_FALSE(tick(latch));
    latch.press(4, false);
    latch.leave();
    EXPECT_FALSE(tick(latch)) << "nobody knows how it would have ended";
}

TEST(PointerLatch, AnotherButtonIsAPressOfItsOwnOnlyWhereThatIsSaid) {
    Latch latch;
    latch.set(1, true, false);
    latch.set(2, true, true);
    EXPECT_EQ(latch.state()->pressed_at, 1);
    EXPECT_FALSE(latch.state()->is_second);
    latch.press(3, true);
    EXPECT_EQ(latch.state()->pressed_at, 3);
    EXPECT_TRUE(latch.state()->is_second && latch.state()->is_down && !latch.state()->is_released);
    latch.set(4, false, false);
    EXPECT_TRUE(latch.state()->is_released && latch.state()->is_second);
}

TEST(PointerLatch, ThatComesBackBeforeTheTickIsThere) {
    Latch latch;
    latch.press(1, false);
    latch.release(2);
    latch.leave();
    latch.move(6);
    EXPECT_EQ(tick(latch)->at, 6);
    EXPECT_TRUE(tick(latch));
    latch.forget();
    EXPECT_FALSE(tick(latch));
}

}  // namespace
}  // namespace tandem::tools
