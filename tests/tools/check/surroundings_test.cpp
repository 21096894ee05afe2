// SPDX-License-Identifier: MIT
// Each change of surroundings is seen by somebody who looks for it.
#include <tandem/tools/check/surroundings.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

namespace tandem::tools::check {
namespace {

// Volatile, or the compiler would divide before the test runs.
double third() {
    const volatile double one = 1.0;
    const volatile double three = 3.0;
    return one / three;
}

TEST(Surroundings, RoundUpwardsForAWhile) {
    if (!RoundingUpwards::is_possible()) {
        GTEST_SKIP() << "this processor rounds in one way only";
    }
    const double before = third();
    {
        const RoundingUpwards rounding;
        EXPECT_GT(third(), before);
    }
    EXPECT_EQ(third(), before);
}

// What lies in a frame that nobody has written to.
[[gnu::noinline]] std::byte stale_byte() {
    std::array<std::byte, 256> frame;
    std::byte* const bytes = frame.data();
    asm volatile("" : : "r"(bytes) : "memory");
    return bytes[128];
}

TEST(Surroundings, LeaveAPatternOnTheStack) {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "AddressSanitizer gives every frame a place of its own";
#endif
    for (const std::byte pattern : {std::byte{0xA5}, std::byte{0x3C}}) {
        scribble_stack(pattern);
        EXPECT_EQ(stale_byte(), pattern);
    }
}

TEST(Surroundings, GiveBlocksInAnotherOrderAfterShuffling) {
    const auto order = [] {
        std::vector<void*> blocks;
        for (int block = 0; block < 32; ++block) {
            blocks.push_back(std::malloc(48));
        }
        const bool ascends = std::is_sorted(blocks.begin(), blocks.end());
        for (void* const block : blocks) {
            std::free(block);
        }
        return ascends;
    };
    shuffle_heap(3);
    EXPECT_FALSE(order());
}

}  // namespace
}  // namespace tandem::tools::check
