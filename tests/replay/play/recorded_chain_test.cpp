// SPDX-License-Identifier: MIT
// A chain that is not the recorded one is told in words, as far as the track knows it.
#include <gtest/gtest.h>

#include <tandem/replay/play/recorded_chain.hpp>
#include <tandem/sim/text.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

TEST(CheckChain, NamesWhatIsRecordedAndWhatIsSimulated) {
    const Recorded recorded = record<Counter>({.options = {.epoch_ticks = 10}});
    const auto replay = open_replay(recorded);
    replay::Cursor cursor(replay);
    EXPECT_TRUE(replay::check_chain(cursor, 10, recorded.hashes[10].chain));
    EXPECT_TRUE(replay::check_chain(cursor, 13, recorded.hashes[13].chain));
    const sim::ChainHash other{recorded.hashes[10].chain.value ^ std::uint64_t{1} << 63};
    const auto whole = replay::check_chain(cursor, 10, other);
    ASSERT_FALSE(whole);
    EXPECT_EQ(whole.error().code, sim::ErrorCode::divergence);
    EXPECT_TRUE(whole.error().text().starts_with("recorded chain ")) << whole.error().text();
    const auto low = replay::check_chain(cursor, 13, recorded.hashes[14].chain);
    ASSERT_FALSE(low);
    EXPECT_TRUE(low.error().text().starts_with("recorded chain ends in ")) << low.error().text();
}

TEST(CheckChainOfANarrowTrack, SaysSinceWhenTheStatesMayDiffer) {
    for (const std::uint32_t bits : {0U, 8U, 16U}) {
        const Recorded recorded =
            record<Counter>({.options = {.epoch_ticks = 20, .track_bits = bits}});
        const auto replay = open_replay(recorded);
        replay::Cursor cursor(replay);
        const sim::ChainHash other{~recorded.hashes[40].chain.value};
        const auto told = replay::check_chain(cursor, 40, other);
        ASSERT_FALSE(told);
        const std::string since = "; the file has " + std::to_string(bits) +
                                  " bits of the chain at a tick, so the states may differ from "
                                  "tick 20 on";
        EXPECT_EQ(told.error().text().ends_with(since), bits < 16) << told.error().text();
    }
}

TEST(CheckChainOfANarrowTrack, ShowsAsManyDigitsAsItHas) {
    for (const std::uint32_t bits : {8U, 16U}) {
        const Recorded recorded = record<Counter>({.options = {.track_bits = bits}});
        const auto replay = open_replay(recorded);
        replay::Cursor cursor(replay);
        const sim::ChainHash other{~recorded.hashes[41].chain.value};
        const auto told = replay::check_chain(cursor, 41, other);
        ASSERT_FALSE(told);
        const auto end_of = [&](sim::ChainHash chain) {
            return sim::hex64(chain.value).substr(16 - bits / 4);
        };
        EXPECT_TRUE(told.error().text().starts_with(
            "recorded chain ends in " + end_of(recorded.hashes[41].chain) + ", simulated in " +
            end_of(other) + (bits < 16 ? "; " : "")))
            << told.error().text();
    }
}

}  // namespace
}  // namespace tandem::test
