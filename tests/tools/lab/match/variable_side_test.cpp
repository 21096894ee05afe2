// SPDX-License-Identifier: MIT
// The five variable arms in virtual time, where frames take exactly 10 and 100 ms.
#include <gtest/gtest.h>

#include <chrono>
#include <utility>

#include <tandem/net/transport/simulated/network.hpp>
#include <tandem/tools/lab/experiments/partition.hpp>
#include <tandem/tools/lab/experiments/physics.hpp>
#include <tandem/tools/lab/match/variable_side.hpp>
#include <tests/tools/lab/match/rig.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;
namespace lab = tools::lab;
using std::chrono::milliseconds;

// C11 to C13, C16, C22, C24, C26 and C27. A frame is a step, of 10 and of 100 ms.
TEST(VariableSide, ScriptedStepsGiveWhatTheLabsExperimentsGive) {
    const Pair pair = play_pair(ArmId::v_script, 10);
    ASSERT_EQ(pair.failure, "");
    const std::pair<MatchOutcome, lab::LoopOnMachine> sides[] = {
        {last_outcome(ArmId::v_script, pair.host), {"L2", "normal"}},
        {last_outcome(ArmId::v_script, pair.guest), {"L2", "slow"}}};
    for (const auto& [outcome, place] : sides) {
        const auto step = std::chrono::duration_cast<milliseconds>(lab::step_length(place));
        EXPECT_EQ(outcome.bullet, lab::car_in_ten_seconds(place));
        EXPECT_EQ(outcome.bullet_integer, 10);
        EXPECT_NEAR(outcome.apex, lab::jump_apex(place), 1e-12);
        EXPECT_NEAR(*outcome.apex_integer, lab::jump_apex(place), 1e-12);
        EXPECT_NEAR(outcome.spring_max, lab::spring_in_a_second(place).farthest, 5e-5);
        EXPECT_EQ(static_cast<int>(outcome.tap_frames),
                  lab::updates_that_see_tap(place, lab::Reading::polled));
        EXPECT_NEAR(outcome.held[step > milliseconds(10) ? 1 : 0], lab::pixels_walked(place), 1e-9);
        EXPECT_EQ(outcome.shot_ms, 500);
        EXPECT_EQ(outcome.shot, lab::bullet_pixels_after(step));
        EXPECT_EQ(outcome.shot_float, lab::bullet_after<float>(lab::k_bullet_speed, step).pixels());
        EXPECT_EQ(outcome.shot_integer, 960);
    }
    EXPECT_EQ(pair.host.frames, 1'000U);
    EXPECT_EQ(pair.guest.frames, 100U);
}

TEST(VariableSide, NaiveMachinesDifferInEverything) {
    const Pair pair = play_pair(ArmId::v_naive, 3);
    ASSERT_EQ(pair.failure, "");
    const MatchOutcome fast = last_outcome(ArmId::v_naive, pair.host);
    const MatchOutcome slow = last_outcome(ArmId::v_naive, pair.guest);
    EXPECT_NE(fast.bullet, slow.bullet);
    EXPECT_TRUE(fast.is_wall_cleared());
    EXPECT_FALSE(slow.is_wall_cleared());
    EXPECT_TRUE(fast.is_tap_seen());
    EXPECT_FALSE(slow.is_tap_seen());
    EXPECT_NE(fast.held[0], slow.held[0]);
    EXPECT_LT(fast.spring_max, 2);
    EXPECT_GT(slow.spring_max, 1e3);
}

// What is shared ahead and counts at its stamp is the same on both, up to rounding; what the step
// length decides is not.
TEST(VariableSide, FairMachinesAgreeOnKeysAndDifferInSteps) {
    const Pair pair = play_pair(ArmId::v_fair, 3);
    ASSERT_EQ(pair.failure, "");
    const MatchOutcome fast = last_outcome(ArmId::v_fair, pair.host);
    const MatchOutcome slow = last_outcome(ArmId::v_fair, pair.guest);
    for (const MatchOutcome* outcome : {&fast, &slow}) {
        EXPECT_NEAR(outcome->held[0], 25.4, 1e-9);
        EXPECT_NEAR(outcome->held[1], 25.4, 1e-9);
        EXPECT_TRUE(outcome->is_tap_seen());
        EXPECT_NEAR(outcome->bullet, 3, 1e-12);
    }
    EXPECT_TRUE(fast.is_wall_cleared());
    EXPECT_FALSE(slow.is_wall_cleared());
    EXPECT_NE(pair.host.hashes, pair.guest.hashes);
}

// The controls: neither network nor floating point is the cause, the partition of time is.
TEST(VariableSide, EqualStepsGiveEqualHistories) {
    for (const ArmId arm : {ArmId::v_same, ArmId::v_hostdt}) {
        const Pair pair = play_pair(arm, 3);
        ASSERT_EQ(pair.failure, "");
        ASSERT_EQ(pair.host.hashes.size(), 3U);
        EXPECT_EQ(pair.host.hashes, pair.guest.hashes);
        EXPECT_EQ(pair.host.snapshots, pair.guest.snapshots);
        EXPECT_GE(pair.host.frames, 9 * pair.guest.frames);
        EXPECT_TRUE(last_outcome(arm, pair.host).is_tap_seen());
    }
}

// A23: with its dt recorded a variable step replays bit by bit.
TEST(VariableSide, EveryRecordedSecondGivesTheLiveState) {
    for (const Arm& arm : arms()) {
        if (arm.is_variable) {
            const Pair pair = play_pair(arm.id, 3);
            EXPECT_EQ(pair.host.snapshots.size(), 3U);
            EXPECT_EQ(pair.host.replays_differing + pair.guest.replays_differing, 0U);
        }
    }
}

TEST(VariableSide, FramesThatDoNotFitIntoARecordingAreAnError) {
    const Pair pair = play_pair(ArmId::v_naive, 3, {.host_ms = 5, .guest_ms = 100});
    EXPECT_NE(pair.failure.find("do not fit into a recording"), std::string::npos) << pair.failure;
}

// ---- A peer that misbehaves ----

constexpr std::uint32_t k_cost_ns = 10'000'000;

// Counts how often it is told that a recording ends.
struct Ends final : sim::TickObserver {
    sim::Result<void> on_start(const sim::SessionStart&) override { return {}; }
    sim::Result<void> on_tick(const sim::TickedView&) override { return {}; }
    sim::Result<void> on_event(const sim::Mark&) override { return {}; }
    sim::Result<void> on_state(const sim::StateView&) override { return {}; }
    bool wants_keyframe(std::uint64_t) const override { return false; }
    sim::Result<void> on_end(sim::EndReason) override {
        ++count;
        return {};
    }

    int count = 0;
};

// The host of an arm, and somebody who says what a test has it say.
class Liar : public testing::Test {
protected:
    void begin(ArmId arm, bool is_host = true) {
        side_.emplace(SidePlan{arm, is_host, 3, k_cost_ns, k_cost_ns, 1}, host_, &ends_);
        network_.connect(1, 0);
        frame();
    }
    void say(const Note& note) { say_raw(encode(note)); }
    void say_raw(const sim::Bytes& bytes) {
        network_.inject(1, 0, net::Channel::reliable, bytes);
        frame();
    }
    void frame(net::Time later = std::chrono::milliseconds(10)) {
        now_ += later;
        network_.advance(now_);
        if (failure_.empty()) {
            const auto framed = side_->frame(now_);
            failure_ = framed ? "" : framed.error().text();
            code_ = framed ? code_ : framed.error().code;
        }
    }
    void greet(std::uint32_t presses = 0) { say(Greeting{side_arm_, 3, presses}); }
    void expect_failure(const std::string& part) const {
        EXPECT_NE(failure_.find(part), std::string::npos) << failure_;
        EXPECT_EQ(code_, sim::ErrorCode::network);
    }

    net::SimulatedNetwork network_{1};
    net::Transport& host_ = network_.add_endpoint();
    net::Transport& liar_ = network_.add_endpoint();
    Ends ends_;
    std::optional<VariableSide> side_;
    ArmId side_arm_ = ArmId::v_naive;
    net::Time now_{0};
    std::string failure_;
    sim::ErrorCode code_ = sim::ErrorCode::internal;
};

TEST_F(Liar, NonsenseEndsTheMatch) {
    begin(ArmId::v_naive);
    say_raw(sim::Bytes(3, std::byte{0xEE}));
    expect_failure("what is no note");
}

TEST_F(Liar, AnotherArmOrLengthIsNamed) {
    begin(ArmId::v_naive);
    say(Greeting{ArmId::v_fair, 4, 0});
    expect_failure("plays V-fair for 4 s, this one V-naive for 3 s");
}

TEST_F(Liar, ASecondGreetingIsOutOfTurn) {
    begin(ArmId::v_naive);
    greet();
    greet();
    expect_failure("a second greeting out of turn");
}

TEST_F(Liar, KeysBeforeTheBeginningAreOutOfTurn) {
    begin(ArmId::v_naive);
    say(KeysNow{k_tap_key});
    expect_failure("keys out of turn");
}

TEST_F(Liar, MoreKeysAheadThanAnnouncedAreOutOfTurn) {
    begin(side_arm_ = ArmId::v_fair);
    greet(1);
    say(AheadPress{{5, 6, k_tap_key}});
    EXPECT_TRUE(side_->is_playing());
    say(AheadPress{{7, 8, k_tap_key}});
    expect_failure("a key ahead out of turn");
}

TEST_F(Liar, AGuestThatBeginsIsOutOfTurn) {
    begin(ArmId::v_naive);
    greet();
    say(Begin{});
    expect_failure("the beginning out of turn");
}

TEST_F(Liar, StepsForAHostAreOutOfTurn) {
    begin(side_arm_ = ArmId::v_hostdt);
    greet();
    say(StepOrder{0, {k_cost_ns, {}, true}});
    expect_failure("a step out of turn");
}

TEST_F(Liar, AStepBeyondItsSecondIsOutOfTurn) {
    begin(side_arm_ = ArmId::v_hostdt, false);
    greet();
    say(Begin{});
    say(StepOrder{0, {600'000'000, {}, true}});
    EXPECT_EQ(failure_, "");
    say(StepOrder{1, {600'000'000, {}, true}});
    expect_failure("a step out of turn");
}

TEST_F(Liar, StepsOutOfOrderAreOutOfTurn) {
    begin(side_arm_ = ArmId::v_hostdt, false);
    greet();
    say(Begin{});
    say(StepOrder{1, {k_cost_ns, {}, true}});
    expect_failure("a step out of turn");
}

TEST_F(Liar, TwoEndsAreOutOfTurn) {
    begin(ArmId::v_naive);
    greet();
    say(Finished{});
    EXPECT_EQ(failure_, "");
    say(Finished{});
    expect_failure("its end out of turn");
}

TEST_F(Liar, APeerThatIsGoneEndsTheMatch) {
    begin(ArmId::v_naive);
    greet();
    liar_.close(net::PeerId{0});
    frame();
    frame();
    expect_failure("the other side is gone");
}

TEST_F(Liar, SilenceEndsTheMatch) {
    begin(ArmId::v_naive);
    greet();
    frame(std::chrono::milliseconds(4'900));
    EXPECT_EQ(failure_, "");
    frame(std::chrono::milliseconds(200));
    expect_failure("has not been heard for 5 s");
}

// Its recording is complete and closed by then.
TEST_F(Liar, SilenceAfterTheEndEndsTheMatchToo) {
    begin(ArmId::v_naive);
    greet();
    for (int beats = 0; beats < 5; ++beats) {
        frame(std::chrono::seconds(1));
        say(Beat{});
    }
    EXPECT_EQ(failure_, "");
    EXPECT_EQ(ends_.count, 1);
    frame(std::chrono::seconds(6));
    expect_failure("has not been heard for 5 s");
    EXPECT_EQ(ends_.count, 1);
}

// A peer that only says that it is there.
TEST_F(Liar, BeatsAloneDoNotHoldTheBeginningUp) {
    begin(ArmId::v_naive);
    for (int beats = 0; beats < 11 && failure_.empty(); ++beats) {
        frame(std::chrono::seconds(1));
        say(Beat{});
    }
    expect_failure("was not ready within 10 s");
}

TEST_F(Liar, BeatsAloneDoNotHoldTheEndUp) {
    begin(ArmId::v_naive);
    greet();
    int beats = 0;
    for (; beats < 30 && failure_.empty(); ++beats) {
        frame(std::chrono::seconds(1));
        say(Beat{});
    }
    expect_failure("the match of 3 s was not over after 16 s");
    EXPECT_GE(beats, 15);
}

TEST(VariableSideAlone, NobodyThereIsAnError) {
    net::SimulatedNetwork network(1);
    VariableSide side({ArmId::v_naive, true, 3, k_cost_ns, k_cost_ns, 1}, network.add_endpoint(),
                      nullptr);
    EXPECT_TRUE(side.frame(net::Time(0)));
    EXPECT_TRUE(side.frame(std::chrono::seconds(10)));
    const auto late = side.frame(std::chrono::milliseconds(10'001));
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().code, sim::ErrorCode::network);
}

}  // namespace
}  // namespace tandem::test
