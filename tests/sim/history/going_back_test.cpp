// SPDX-License-Identifier: MIT
// A timeline that goes back: what was told is taken back, and other ticks come in its place.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/history/timeline.hpp>
#include <tests/sim/rich_session.hpp>

namespace tandem::sim {
namespace {

using test::rich_record;
using test::rich_setup;

// Takes back what it was told, as far as this tick.
class Revised final : public TickObserver {
public:
    struct Told {
        Bytes record;
        RunningHashes hashes;
    };

    Result<void> on_start(const SessionStart&) override { return {}; }
    Result<void> on_tick(const TickedView& ticked) override {
        ticks.push_back({Bytes(ticked.record.begin(), ticked.record.end()), ticked.hashes});
        return {};
    }
    Result<void> on_event(const Mark&) override { return {}; }
    Result<void> on_state(const StateView&) override { return {}; }
    bool wants_keyframe(std::uint64_t) const override { return false; }
    Result<void> on_end(EndReason) override { return {}; }
    bool retract(std::uint64_t ticks_done) override {
        if (ticks_done < certain) {
            return false;
        }
        ticks.resize(ticks_done);
        return true;
    }

    std::uint64_t certain = 3;
    std::vector<Told> ticks;
};

bool run_on(Timeline& timeline, std::uint64_t ticks) {
    for (; ticks > 0; --ticks) {
        if (!timeline.advance(rich_record(timeline.simulation(), timeline.ticks_done()))) {
            return false;
        }
    }
    return true;
}

TEST(GoingBack, TakesTicksBackAndOthersComeInTheirPlace) {
    Revised revised;
    Timeline timeline(erase<test::RichGame>(), &revised);
    ASSERT_TRUE(timeline.start(rich_setup(3)));
    ASSERT_TRUE(run_on(timeline, 4));
    const Bytes at_four = timeline.simulation().save();
    const RunningHashes hashes = timeline.hashes();
    ASSERT_TRUE(run_on(timeline, 6));
    const std::vector<Revised::Told> once = revised.ticks;
    ASSERT_TRUE(timeline.go_back(4, at_four, hashes));
    EXPECT_EQ(timeline.ticks_done(), 4U);
    EXPECT_EQ(timeline.hashes(), hashes);
    EXPECT_EQ(revised.ticks.size(), 4U);
    for (std::size_t tick = 4; tick < 10; ++tick) {
        ASSERT_TRUE(timeline.advance(once[tick].record));
        EXPECT_EQ(timeline.hashes(), once[tick].hashes) << "tick " << tick;
    }
    EXPECT_EQ(revised.ticks.size(), 10U);
}

TEST(GoingBack, BeyondWhatAnObserverTakesBackIsAnErrorAndChangesNothing) {
    Revised revised;
    Timeline timeline(erase<test::RichGame>(), &revised);
    ASSERT_TRUE(timeline.start(rich_setup(3)));
    ASSERT_TRUE(run_on(timeline, 2));
    const Bytes at_two = timeline.simulation().save();
    const RunningHashes hashes = timeline.hashes();
    ASSERT_TRUE(run_on(timeline, 3));
    const auto gone_back = timeline.go_back(2, at_two, hashes);
    ASSERT_FALSE(gone_back);
    EXPECT_EQ(gone_back.error().text(),
              "going back to tick 2: the observer of this timeline was told later ticks for good");
    EXPECT_EQ(timeline.ticks_done(), 5U);
    EXPECT_EQ(revised.ticks.size(), 5U);
    EXPECT_TRUE(run_on(timeline, 1));
}

// What it told is gone, so it must not go on from anywhere else.
TEST(GoingBack, ToBytesThatAreNoStateEndsIt) {
    Revised revised;
    Timeline timeline(erase<test::RichGame>(), &revised);
    ASSERT_TRUE(timeline.start(rich_setup(3)));
    ASSERT_TRUE(run_on(timeline, 5));
    EXPECT_FALSE(timeline.go_back(4, Bytes(5), timeline.hashes()));
    EXPECT_FALSE(run_on(timeline, 1));
}

}  // namespace
}  // namespace tandem::sim
