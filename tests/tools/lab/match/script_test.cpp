// SPDX-License-Identifier: MIT
// Both machines get one script, whatever they make of it.
#include <gtest/gtest.h>

#include <cstddef>

#include <tandem/tools/lab/match/script.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;

TEST(MatchScript, AKeyIsHeldFromItsFirstMillisecondUntilJustBeforeItsLast) {
    const std::vector<Press> presses{{1'003, 1'057, k_tap_key}, {1'050, 1'100, k_jump_key}};
    EXPECT_EQ(held_at(presses, 1'002), 0);
    EXPECT_EQ(held_at(presses, 1'003), k_tap_key);
    EXPECT_EQ(held_at(presses, 1'056), k_tap_key | k_jump_key);
    EXPECT_EQ(held_at(presses, 1'057), k_jump_key);
    EXPECT_EQ(held_at(presses, 1'100), 0);
}

// C26 and C27: one tick of 40 ms sees the tap, six the hold.
TEST(MatchScript, ATickHoldsWhatWentDownBeforeItsStart) {
    std::uint32_t taps = 0;
    std::uint32_t holds = 0;
    for (std::uint64_t tick = 0; tick < 100; ++tick) {
        taps += (held_in_tick(script_of(0), tick, 40) & k_tap_key) != 0 ? 1U : 0U;
        holds += (held_in_tick(script_of(0), tick, 40) & k_hold_key) != 0 ? 1U : 0U;
    }
    EXPECT_EQ(taps, 1U);
    EXPECT_EQ(holds, 6U);
}

TEST(MatchScript, APressBetweenTwoTicksIsLatched) {
    const std::vector<Press> presses{{41, 43, k_tap_key}};
    EXPECT_EQ(held_in_tick(presses, 1, 40), 0);
    EXPECT_EQ(held_in_tick(presses, 2, 40), k_tap_key);
    EXPECT_EQ(held_in_tick(presses, 3, 40), 0);
}

TEST(MatchScript, EveryKeyIsReleasedWithinTheScript) {
    for (std::size_t player = 0; player < k_players; ++player) {
        ASSERT_FALSE(script_of(player).empty());
        for (const Press& press : script_of(player)) {
            EXPECT_LT(press.down_ms, press.up_ms);
            EXPECT_LT(press.up_ms, k_script_seconds * 1'000);
            EXPECT_EQ(press.key & ~k_all_keys, 0);
        }
    }
}

}  // namespace
}  // namespace tandem::test
