// SPDX-License-Identifier: MIT
// Several observers hear what one would, in order.
#include <tandem/sim/history/tick_observer.hpp>

#include <string>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tests/support/counter.hpp>

namespace tandem::sim {
namespace {

using test::Counter;

// Writes its name and what it is told into a log that several share.
class Scribe final : public TickObserver {
public:
    Scribe(std::string name, std::string& log) : name_(std::move(name)), log_(log) {}

    Result<void> on_start(const SessionStart&) override { return say("start"); }
    Result<void> on_step(const TickedView& ticked, const AnySimulation& simulation) override {
        EXPECT_EQ(simulation.as<Counter>().ticks, ticked.tick.number + 1);
        return say("step");
    }
    Result<void> on_tick(const TickedView&) override { return say("tick"); }
    Result<void> on_event(const Mark&) override { return say("mark"); }
    Result<void> on_state(const StateView&) override { return say("state"); }
    Result<void> on_given(const SessionStart& start) override {
        return needs_every_tick ? TickObserver::on_given(start) : say("given");
    }
    bool wants_keyframe(std::uint64_t) const override { return wants_keyframes; }
    Result<void> on_end(EndReason) override { return say("end"); }

    bool wants_keyframes = false;
    bool needs_every_tick = false;
    std::string fails_at;

private:
    Result<void> say(const std::string& what) {
        log_ += name_ + " " + what + ", ";
        return what == fails_at ? Result<void>(Error{ErrorCode::io, name_, "no"}) : Result<void>();
    }

    std::string name_;
    std::string& log_;
};

class ObserversTest : public testing::Test {
protected:
    // What they were told since the last call.
    std::string told() { return std::exchange(log_, ""); }
    Result<void> tick() { return timeline_.advance({Counter::Input{1}}); }

    std::string log_;
    Scribe a_{"a", log_};
    Scribe b_{"b", log_};
    Observers both_{{&a_, nullptr, &b_}};
    Timeline timeline_{erase<Counter>(), &both_};
};

TEST_F(ObserversTest, HearEverythingInTheirOrder) {
    ASSERT_TRUE(timeline_.start(tandem::Setup{}));
    EXPECT_EQ(told(), "a start, b start, ");
    ASSERT_TRUE(tick());
    EXPECT_EQ(told(), "a step, b step, a tick, b tick, ");
    ASSERT_TRUE(timeline_.mark(Mark{}));
    EXPECT_EQ(told(), "a mark, b mark, ");
    ASSERT_TRUE(timeline_.end(EndReason::finished));
    EXPECT_EQ(told(), "a end, b end, ");
}

TEST_F(ObserversTest, AKeyframeIsForThoseThatWantItAndEvidenceForAll) {
    b_.wants_keyframes = true;
    ASSERT_TRUE(timeline_.start(tandem::Setup{}));
    ASSERT_TRUE(tick());
    EXPECT_EQ(told(), "a start, b start, a step, b step, a tick, b tick, b state, ");
    ASSERT_TRUE(both_.on_state({StatePurpose::evidence, 1, {}, {}}));
    EXPECT_EQ(told(), "a state, b state, ");
}

TEST_F(ObserversTest, TheFirstFailureEndsTheSessionAndAllHearTheEnd) {
    a_.fails_at = "tick";
    ASSERT_TRUE(timeline_.start(tandem::Setup{}));
    const auto failed = tick();
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().text(), "a: no");
    EXPECT_EQ(told(), "a start, b start, a step, b step, a tick, ");
    a_.fails_at = b_.fails_at = "end";
    const auto ended = timeline_.end(EndReason::recording_failed);
    ASSERT_FALSE(ended);
    EXPECT_EQ(ended.error().text(), "a: no");
    EXPECT_EQ(told(), "a end, b end, ");
}

TEST_F(ObserversTest, AGivenStateIsToldToAllInTheirOrder) {
    ASSERT_TRUE(timeline_.start(tandem::Setup{}));
    told();
    const Bytes state = timeline_.simulation().save();
    ASSERT_TRUE(timeline_.go_on_from(0, state, timeline_.hashes()));
    EXPECT_EQ(told(), "a given, b given, ");
    a_.fails_at = "given";
    EXPECT_FALSE(timeline_.go_on_from(0, state, timeline_.hashes()));
    EXPECT_EQ(told(), "a given, ");
}

TEST_F(ObserversTest, AnObserverNeedsEveryTickUnlessItSaysOtherwise) {
    b_.needs_every_tick = true;
    ASSERT_TRUE(timeline_.start(tandem::Setup{}));
    const Bytes state = timeline_.simulation().save();
    const auto gone_on = timeline_.go_on_from(7, state, timeline_.hashes());
    ASSERT_FALSE(gone_on);
    EXPECT_EQ(gone_on.error().code, ErrorCode::usage);
    EXPECT_EQ(gone_on.error().text(),
              "going on from a given state after 7 ticks: an observer of this session needs every "
              "tick, and those between are not known here; leave it out, or let it override "
              "TickObserver::on_given");
    EXPECT_FALSE(tick()) << "the session has ended";
}

}  // namespace
}  // namespace tandem::sim
