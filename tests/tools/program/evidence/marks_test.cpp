// SPDX-License-Identifier: MIT
// Marks in words, and those that are worth a jump.
#include <tandem/tools/program/evidence/marks.hpp>

#include <gtest/gtest.h>

#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::tools {
namespace {

using sim::MarkKind;
using sim::Tick;

TEST(Marks, SayWhatHappenedWhenAndToWhom) {
    EXPECT_EQ(mark_text({MarkKind::left, Tick{20}, 1, 0, ""}), "left at tick 20, player 1");
    EXPECT_EQ(mark_text({MarkKind::stall, Tick{3}, 0, 250, ""}),
              "stall at tick 3, player 0, 250 ms");
    EXPECT_EQ(mark_text({MarkKind::match, Tick{0}, 1, 2, "00ff"}),
              "match at tick 0, player 1, generation 2, 00ff");
    EXPECT_EQ(mark_text({MarkKind::plant, Tick{7}, 0, 0, "ticks"}), "plant at tick 7, ticks");
    EXPECT_EQ(mark_text({MarkKind::note, Tick{7}, 0, 0, "a\x1b"}).find('\x1b'), std::string::npos);
}

TEST(Marks, ToJumpToAreInOrderAndNoNames) {
    const auto file = test::open_replay(test::record<test::Counter>(
        {.options = {.player_name = "Ada"},
         .before_tick = [](sim::Timeline& timeline, replay::Recorder&, std::uint64_t tick) {
             if (tick == 30) {
                 EXPECT_TRUE(timeline.mark({MarkKind::note, Tick{30}, 0, 0, "later"}));
                 EXPECT_TRUE(timeline.mark({MarkKind::left, Tick{10}, 1, 0, ""}));
                 EXPECT_TRUE(timeline.mark({MarkKind::match, Tick{0}, 0, 1, "00ff"}));
             }
         }}));
    ASSERT_EQ(file.marks().size(), 4U);
    EXPECT_EQ(match_of(file), "00ff");
    const auto marks = playback_marks(file);
    ASSERT_EQ(marks.size(), 2U);
    EXPECT_EQ(marks[0].tick, 10U);
    EXPECT_EQ(marks[0].text, "left at tick 10, player 1");
    EXPECT_EQ(marks[1].tick, 30U);
}

}  // namespace
}  // namespace tandem::tools
