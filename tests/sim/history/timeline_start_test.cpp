// SPDX-License-Identifier: MIT
// A timeline that begins at a later tick, or goes on there, plays on as if it had played the ticks
// before.
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tests/sim/rich_session.hpp>

namespace tandem::sim {
namespace {

using test::rich_record;
using test::rich_setup;

// Keeps what it is told of the start, and the hashes after each tick.
class StartListener final : public TickObserver {
public:
    Result<void> on_start(const SessionStart& start) override {
        ++starts;
        first_tick = start.first_tick;
        start_value = start.start;
        hashes = {start.hashes};
        state.assign(start.state.begin(), start.state.end());
        return {};
    }
    Result<void> on_given(const SessionStart& start) override {
        if (cannot_go_on) {
            return TickObserver::on_given(start);
        }
        ++given;
        first_tick = start.first_tick;
        start_value = start.start;
        hashes.push_back(start.hashes);
        state.assign(start.state.begin(), start.state.end());
        return {};
    }
    Result<void> on_tick(const TickedView& ticked) override {
        ticks.push_back(ticked.tick);
        hashes.push_back(ticked.hashes);
        return {};
    }
    Result<void> on_event(const Mark&) override { return {}; }
    Result<void> on_state(const StateView&) override { return {}; }
    bool wants_keyframe(std::uint64_t) const override { return false; }
    Result<void> on_end(EndReason) override { return {}; }

    bool cannot_go_on = false;
    int starts = 0;
    int given = 0;
    std::uint64_t first_tick = 0;
    std::uint64_t start_value = 0;
    Bytes state;
    std::vector<Tick> ticks;
    std::vector<RunningHashes> hashes;
};

void play(Timeline& timeline, std::uint64_t ticks) {
    for (std::uint64_t i = 0; i < ticks; ++i) {
        ASSERT_TRUE(timeline.advance(rich_record(timeline.simulation(), timeline.ticks_done())));
    }
}

TEST(TimelineStart, AtALaterTickGoesOnAsIfTheTicksBeforeHadBeenPlayed) {
    StartListener straight;
    Timeline whole(erase<test::RichGame>(), &straight);
    ASSERT_TRUE(whole.start(rich_setup(3)));
    play(whole, 16);
    const Bytes state = whole.simulation().save();
    const RunningHashes hashes = whole.hashes();
    play(whole, 14);

    StartListener listener;
    Timeline later(erase<test::RichGame>(), &listener);
    ASSERT_TRUE(later.start_at(rich_setup(3), 16, state, hashes));
    EXPECT_EQ(listener.starts, 1);
    EXPECT_EQ(listener.first_tick, 16U);
    EXPECT_EQ(listener.start_value, straight.start_value);
    EXPECT_EQ(listener.state, state);
    EXPECT_EQ(later.ticks_done(), 16U);
    EXPECT_EQ(later.state_hash().value, hash_bytes(state));
    play(later, 14);
    ASSERT_EQ(listener.ticks.size(), 14U);
    EXPECT_EQ(listener.ticks.front(), Tick{16});
    EXPECT_EQ(listener.hashes, std::vector(straight.hashes.begin() + 16, straight.hashes.end()));
    EXPECT_EQ(later.chain(), whole.chain());
}

TEST(TimelineStart, AtTheResetStateIsTheUsualStart) {
    StartListener usual;
    Timeline whole(erase<test::RichGame>(), &usual);
    ASSERT_TRUE(whole.start(rich_setup(3)));
    EXPECT_EQ(usual.first_tick, 0U);
    StartListener at;
    Timeline same(erase<test::RichGame>(), &at);
    ASSERT_TRUE(same.start_at(rich_setup(3), 0, usual.state, usual.hashes[0]));
    EXPECT_EQ(at.first_tick, 0U);
    EXPECT_EQ(at.hashes, usual.hashes);
    EXPECT_EQ(at.state, usual.state);
}

TEST(TimelineStart, ThatCannotBeIsAnErrorOfWhichNobodyIsTold) {
    Timeline whole(erase<test::RichGame>());
    ASSERT_TRUE(whole.start(rich_setup(3)));
    const Bytes reset = whole.simulation().save();
    const RunningHashes hashes = whole.hashes();
    play(whole, 5);
    const Bytes state = whole.simulation().save();

    StartListener listener;
    Timeline later(erase<test::RichGame>(), &listener);
    const auto no_state = later.start_at(rich_setup(3), 5, Bytes(5), whole.hashes());
    ASSERT_FALSE(no_state);
    EXPECT_NE(no_state.error().text().find("the state after 5 ticks"), std::string::npos);
    EXPECT_FALSE(
        later.start_at(rich_setup(3), 5, ByteView(state).first(state.size() - 1), whole.hashes()));
    const auto other_state = later.start_at(rich_setup(3), 0, state, hashes);
    ASSERT_FALSE(other_state);
    EXPECT_EQ(other_state.error().code, ErrorCode::bad_data);
    EXPECT_EQ(later.start_at(rich_setup(3), 0, reset, whole.hashes()).error().code,
              ErrorCode::bad_data);
    EXPECT_EQ(listener.starts, 0);
    // It can begin all the same, once it is told a point that there is.
    EXPECT_TRUE(later.start_at(rich_setup(3), 5, state, whole.hashes()));
    EXPECT_EQ(listener.starts, 1);
}

// A session of 30 ticks and its states after 16 and after 30 ticks.
struct Straight {
    Straight() {
        EXPECT_TRUE(timeline.start(rich_setup(3)));
        play(timeline, 16);
        state = timeline.simulation().save();
        hashes = timeline.hashes();
        play(timeline, 14);
    }
    StartListener listener;
    Timeline timeline{erase<test::RichGame>(), &listener};
    Bytes state;
    RunningHashes hashes;
};

TEST(TimelineGivenState, GoesOnAsIfTheTicksBetweenHadBeenPlayed) {
    const Straight straight;
    StartListener listener;
    Timeline timeline(erase<test::RichGame>(), &listener);
    ASSERT_TRUE(timeline.start(rich_setup(3)));
    play(timeline, 4);
    ASSERT_TRUE(timeline.go_on_from(16, straight.state, straight.hashes));
    EXPECT_EQ(timeline.ticks_done(), 16U);
    EXPECT_EQ(timeline.hashes(), straight.hashes);
    EXPECT_EQ(timeline.state_hash().value, hash_bytes(straight.state));
    EXPECT_EQ(listener.starts, 1);
    EXPECT_EQ(listener.given, 1);
    EXPECT_EQ(listener.first_tick, 16U);
    EXPECT_EQ(listener.start_value, timeline.start_value());
    EXPECT_EQ(listener.state, straight.state);
    play(timeline, 14);
    EXPECT_EQ(timeline.hashes(), straight.timeline.hashes());
    ASSERT_EQ(listener.ticks.size(), 18U);
    EXPECT_EQ(listener.ticks[3], Tick{3});
    EXPECT_EQ(listener.ticks[4], Tick{16}) << "the ticks between are told to nobody";
}

TEST(TimelineGivenState, MayBeThatOfTheTickWhereTheTimelineStands) {
    Straight straight;
    const Bytes state = straight.timeline.simulation().save();
    const RunningHashes hashes = straight.timeline.hashes();
    ASSERT_TRUE(straight.timeline.go_on_from(30, state, hashes));
    EXPECT_EQ(straight.listener.given, 1);
    EXPECT_EQ(straight.timeline.hashes(), hashes);
    Timeline unobserved(erase<test::RichGame>());
    ASSERT_TRUE(unobserved.start(rich_setup(3)));
    ASSERT_TRUE(unobserved.go_on_from(16, straight.state, straight.hashes));
    play(unobserved, 14);
    EXPECT_EQ(unobserved.hashes(), hashes);
}

TEST(TimelineGivenState, ThatDoesNotRestoreChangesNothing) {
    const Straight straight;
    StartListener listener;
    Timeline timeline(erase<test::RichGame>(), &listener);
    ASSERT_TRUE(timeline.start(rich_setup(3)));
    play(timeline, 4);
    const RunningHashes before = timeline.hashes();
    const Bytes state = timeline.simulation().save();
    const auto gone_on = timeline.go_on_from(
        16, ByteView(straight.state).first(straight.state.size() - 1), straight.hashes);
    ASSERT_FALSE(gone_on);
    EXPECT_NE(gone_on.error().text().find("the given state after 16 ticks"), std::string::npos);
    EXPECT_EQ(listener.given, 0);
    EXPECT_EQ(timeline.ticks_done(), 4U);
    EXPECT_EQ(timeline.hashes(), before);
    EXPECT_EQ(timeline.simulation().save(), state);
    play(timeline, 26);
    EXPECT_EQ(timeline.hashes(), straight.timeline.hashes());
}

TEST(TimelineGivenState, FromWhichAnObserverCannotGoOnEndsTheSession) {
    const Straight straight;
    StartListener listener;
    listener.cannot_go_on = true;
    Timeline timeline(erase<test::RichGame>(), &listener);
    ASSERT_TRUE(timeline.start(rich_setup(3)));
    const auto gone_on = timeline.go_on_from(16, straight.state, straight.hashes);
    ASSERT_FALSE(gone_on);
    EXPECT_EQ(gone_on.error().code, ErrorCode::usage);
    const auto advanced = timeline.advance(rich_record(timeline.simulation(), 16));
    ASSERT_FALSE(advanced);
    EXPECT_EQ(advanced.error().text(), gone_on.error().text());
    EXPECT_FALSE(timeline.go_on_from(16, straight.state, straight.hashes));
}

}  // namespace
}  // namespace tandem::sim
