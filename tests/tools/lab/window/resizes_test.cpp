// SPDX-License-Identifier: MIT
// New sizes between two pictures: who takes the signal back sets the viewport once.
#include <tandem/tools/lab/window/resizes.hpp>

#include <gtest/gtest.h>

#include <tests/tools/lab/window/fake_window.hpp>

namespace tandem::tools::lab::window {
namespace {

TEST(Resizes, AreSignalledOnceToWhoTakesTheSignalBack) {
    FakeWindow window;
    const auto resizes = try_resizes(window);
    ASSERT_TRUE(resizes);
    EXPECT_EQ(resizes->signals, 3U);
    EXPECT_EQ(resizes->consumed, 1U);
    EXPECT_EQ(resizes->kept, resizes->pictures);
    EXPECT_GT(resizes->pictures, 1U);
    EXPECT_TRUE(resizes->is_last_size);
    EXPECT_EQ(window.size_signals().size, (WindowSize{64, 48}));
}

TEST(Resizes, OfADisplayThatGivesNoneAreNotSignalled) {
    FakeWindow window;
    window.resizes = false;
    const auto resizes = try_resizes(window);
    ASSERT_TRUE(resizes);
    EXPECT_EQ(resizes->signals, 0U);
    EXPECT_EQ(resizes->consumed, 0U);
    EXPECT_EQ(resizes->kept, 0U);
    EXPECT_FALSE(resizes->is_last_size);
}

TEST(Resizes, OfAWindowThatGoesMeanwhileSayNothing) {
    FakeWindow window;
    window.goes_after = 2;
    EXPECT_FALSE(try_resizes(window));
}

}  // namespace
}  // namespace tandem::tools::lab::window
