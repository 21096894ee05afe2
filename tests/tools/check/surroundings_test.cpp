// SPDX-License-Identifier: MIT
// Each change of surroundings is seen by somebody who looks for it.
#include <tandem/tools/check/surroundings.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/game/guard.hpp>

// AddressSanitizer gives every frame a place of its own and blocks in an order of its own. g++ and
// clang say differently that it is there.
#if defined(__has_feature)
#define TANDEM_TEST_ADDRESS_SANITIZER __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define TANDEM_TEST_ADDRESS_SANITIZER 1
#else
#define TANDEM_TEST_ADDRESS_SANITIZER 0
#endif

namespace tandem::tools::check {
namespace {

// Volatile, or the compiler would divide before the test runs.
double third() {
    const volatile double one = 1.0;
    const volatile double three = 3.0;
    return one / three;
}

TEST(Surroundings, RoundUpwardsForAWhile) {
    if (!RoundingMode::is_possible()) {
        GTEST_SKIP() << "this processor rounds in one way only";
    }
    const double before = third();
    {
        const RoundingMode rounding;
        EXPECT_GT(third(), before);
    }
    EXPECT_EQ(third(), before);
}

#if !TANDEM_TEST_ADDRESS_SANITIZER

// What lies in a frame that nobody has written to.
[[gnu::noinline]] std::byte stale_byte() {
    std::array<std::byte, 256> frame;
    std::byte* const bytes = frame.data();
    asm volatile("" : : "r"(bytes) : "memory");
    return bytes[128];
}

TEST(Surroundings, LeaveAPatternOnTheStack) {
    for (const std::byte pattern : {std::byte{0xA5}, std::byte{0x3C}}) {
        fill_stack(pattern);
        EXPECT_EQ(stale_byte(), pattern);
    }
}

TEST(Surroundings, LeaveAPatternOnTheStackOfAGameWhateverWasDoneOnTheWay) {
    const auto stale = [] {
        fill_stack(std::byte{0x11});
        return *sim::detail::guard("step", [] { return stale_byte(); });
    };
    for (const std::byte pattern : {std::byte{0xA5}, std::byte{0x3C}}) {
        const StackPattern living(pattern);
        EXPECT_EQ(stale(), pattern);
    }
    EXPECT_NE(stale(), std::byte{0x3C}) << "it has gone";
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

#endif

}  // namespace
}  // namespace tandem::tools::check
