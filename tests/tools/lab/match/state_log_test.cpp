// SPDX-License-Identifier: MIT
// What a session tells is kept and passed on.
#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/tools/lab/match/state_log.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/record_source.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;

// Counts calls; fails the ticks from one on.
struct Tally final : sim::TickObserver {
    sim::Result<void> on_start(const sim::SessionStart&) override { return count(starts); }
    sim::Result<void> on_step(const sim::TickedView&, const sim::AnySimulation&) override {
        return count(steps);
    }
    sim::Result<void> on_tick(const sim::TickedView& ticked) override {
        ++ticks;
        return ticked.tick.number < fails_at ? sim::Result<void>()
                                             : sim::Error{sim::ErrorCode::io, "disk", "is full"};
    }
    sim::Result<void> on_event(const sim::Mark&) override { return count(events); }
    sim::Result<void> on_state(const sim::StateView&) override { return count(states); }
    bool wants_keyframe(std::uint64_t ticks_done) const override { return ticks_done == 7; }
    sim::Result<void> on_end(sim::EndReason) override { return count(ends); }

    static sim::Result<void> count(int& number) {
        ++number;
        return {};
    }
    std::uint64_t fails_at = ~std::uint64_t{0};
    int starts = 0;
    int steps = 0;
    int ticks = 0;
    int events = 0;
    int states = 0;
    int ends = 0;
};

void play(sim::Timeline& timeline, std::uint64_t ticks) {
    ASSERT_TRUE(timeline.start(make_setup(timeline.simulation().info(), 2)));
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        ASSERT_TRUE(timeline.advance(bot_record(timeline.simulation(), tick)));
    }
    ASSERT_TRUE(timeline.mark({}));
    ASSERT_TRUE(timeline.end(sim::EndReason::tick_limit));
}

TEST(MatchStateLog, KeepsEveryHashAndAStateEverySoManyTicks) {
    Tally tally;
    StateLog log(&tally, 5);
    sim::Timeline timeline(sim::erase<Counter>(), &log);
    play(timeline, 12);
    ASSERT_EQ(log.hashes().size(), 12U);
    EXPECT_EQ(log.hashes().back(), timeline.state_hash().value);
    std::vector<std::uint64_t> ticks;
    for (const Snapshot& snapshot : log.snapshots()) {
        ticks.push_back(snapshot.ticks_done);
    }
    EXPECT_EQ(ticks, (std::vector<std::uint64_t>{5, 7, 10}));
    EXPECT_EQ(tally.starts, 1);
    EXPECT_EQ(tally.ticks, 12);
    EXPECT_EQ(tally.events, 1);
    EXPECT_EQ(tally.states, 3);
    EXPECT_EQ(tally.ends, 1);
}

TEST(MatchStateLog, NeedsNoRecorder) {
    StateLog log(nullptr, 5);
    sim::Timeline timeline(sim::erase<Counter>(), &log);
    play(timeline, 5);
    EXPECT_EQ(log.snapshots().size(), 1U);
}

TEST(MatchStateLog, TheRecordersFailureIsTheSessions) {
    Tally tally;
    tally.fails_at = 3;
    StateLog log(&tally, 5);
    sim::Timeline timeline(sim::erase<Counter>(), &log);
    ASSERT_TRUE(timeline.start(make_setup(timeline.simulation().info(), 2)));
    for (std::uint64_t tick = 0; tick < 4; ++tick) {
        EXPECT_EQ(timeline.advance(bot_record(timeline.simulation(), tick)).has_value(), tick < 3);
    }
}

// A state that comes again, as evidence does, is no second one.
TEST(MatchStateLog, AStateOfThePastIsNotKept) {
    StateLog log(nullptr, 5);
    for (const std::uint64_t ticks_done : {0U, 5U, 3U, 5U, 6U}) {
        ASSERT_TRUE(log.on_state({sim::StatePurpose::evidence, ticks_done, {}, {}}));
    }
    ASSERT_EQ(log.snapshots().size(), 2U);
    EXPECT_EQ(log.snapshots()[1].ticks_done, 6U);
}

}  // namespace
}  // namespace tandem::test
