// SPDX-License-Identifier: MIT
// A call that does not come back is told and ended, with a clock of the test's own.
#include <tandem/tools/system/call_watch.hpp>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

using sim::CallOfGame;
using sim::GameFunction;
using std::chrono::milliseconds;
using std::chrono::seconds;

class WatchedCall : public testing::Test {
protected:
    CallWatchHooks hooks() {
        CallWatchHooks hooks;
        hooks.clock = [this] { return now_; };
        hooks.signal = [this] { return signal_; };
        hooks.looks_every = milliseconds(0);
        hooks.report = [this](const StuckCall& stuck) { told_.push_back(stuck.text()); };
        hooks.end = [this](const CallOfGame& call, const std::optional<StuckCall>& stuck) {
            ended_.push_back(call.text() + (stuck ? " stuck" : " by the game"));
            return 130;
        };
        hooks.leave_process = [this](int code) { code_ = code; };
        return hooks;
    }
    void look_for(CallWatch& watch, seconds lasted) {
        for (const auto until = now_ + lasted; now_ < until;) {
            now_ += milliseconds(500);
            watch.check();
        }
    }

    std::chrono::nanoseconds now_{seconds(1'000)};
    int signal_ = 0;
    std::vector<std::string> told_;
    std::vector<std::string> ended_;
    std::optional<int> code_;
};

TEST_F(WatchedCall, ACallIsToldAfterASecondAndThenAfterTenTimesAsLong) {
    CallWatch watch(hooks());
    const sim::GameCall call(GameFunction::step, 73);
    watch.check();
    now_ += milliseconds(900);
    watch.check();
    EXPECT_TRUE(told_.empty());
    look_for(watch, seconds(1));
    ASSERT_EQ(told_.size(), 1U);
    EXPECT_EQ(told_[0], "still in the step of tick 73 for 1 s; Ctrl-C ends it");
    look_for(watch, seconds(8));
    EXPECT_EQ(told_.size(), 1U);
    look_for(watch, seconds(8));
    EXPECT_EQ(told_.size(), 2U);
    EXPECT_TRUE(ended_.empty());
}

TEST_F(WatchedCall, CallsThatComeBackAreNotTold) {
    CallWatch watch(hooks());
    for (std::uint64_t tick = 0; tick < 10; ++tick) {
        const sim::GameCall call(GameFunction::step, tick);
        now_ += milliseconds(900);
        watch.check();
    }
    look_for(watch, seconds(60));
    EXPECT_TRUE(told_.empty());
}

TEST_F(WatchedCall, AProcessThatWasStoppedHasNotWaited) {
    CallWatch watch(hooks());
    const sim::GameCall call(GameFunction::step, 5);
    watch.check();
    now_ += seconds(3'600);
    watch.check();
    ASSERT_EQ(told_.size(), 1U);
    EXPECT_EQ(told_[0], "still in the step of tick 5 for 1 s; Ctrl-C ends it");
}

// The thread that is stuck never goes on, so that nobody else uses what is being finished.
TEST_F(WatchedCall, ASignalEndsACallOfASecondAndItsThreadIsHeldThere) {
    CallWatchHooks watched = hooks();
    std::atomic<CallWatch*> watch = nullptr;
    std::atomic<bool> may_return = false;
    std::atomic<bool> has_returned = false;
    std::atomic<bool> was_held = false;
    watched.end = [&](const CallOfGame& call, const std::optional<StuckCall>& stuck) {
        ended_.push_back(call.text() + (stuck ? " stuck" : ""));
        may_return = true;  // too late
        std::this_thread::sleep_for(milliseconds(20));
        was_held = !has_returned;
        return 143;
    };
    std::thread game([&] {
        CallWatch own(std::move(watched));
        {
            const sim::GameCall call(GameFunction::step, 9);
            watch = &own;
            while (!may_return) {
                std::this_thread::yield();
            }
        }
        has_returned = true;
    });
    while (watch == nullptr) {
        std::this_thread::yield();
    }
    signal_ = SIGTERM;
    watch.load()->check();
    EXPECT_TRUE(ended_.empty()) << "most calls come back by themselves";
    look_for(*watch, seconds(2));
    game.join();
    EXPECT_EQ(ended_, std::vector<std::string>{"the step of tick 9 stuck"});
    EXPECT_TRUE(was_held);
    EXPECT_EQ(code_, 143);
}

TEST_F(WatchedCall, PatienceEndsItWithoutASignal) {
    CallWatchHooks watched = hooks();
    watched.patience = seconds(60);
    CallWatch watch(std::move(watched));
    {
        const sim::GameCall call(GameFunction::reset, 0);
        look_for(watch, seconds(59));
        EXPECT_TRUE(ended_.empty());
        look_for(watch, seconds(2));
    }
    EXPECT_EQ(ended_, std::vector<std::string>{"the reset stuck"});
}

TEST_F(WatchedCall, OfTwoOnAThreadTheInnerOneWatches) {
    CallWatch outer(hooks());
    {
        CallWatch inner(hooks());
        const sim::GameCall call(GameFunction::step, 1);
        look_for(outer, seconds(3));
        EXPECT_TRUE(told_.empty());
        look_for(inner, seconds(2));
        EXPECT_EQ(told_.size(), 1U);
    }
    const sim::GameCall call(GameFunction::step, 2);
    look_for(outer, seconds(2));
    EXPECT_EQ(told_.size(), 2U);
}

// The threads of a pool end in any order, and the exit handler asks those that are left.
TEST_F(WatchedCall, ThatEndedBeforeItsFollowerIsNotAskedAtTheExit) {
    const auto exit_behind_two = [this] {
        report_exits_of_games("tandem");
        std::promise<void> first_lives, second_lives, first_ended;
        std::thread second;
        std::thread first([&] {
            const CallWatch watch(hooks());
            first_lives.set_value();
            second_lives.get_future().wait();
        });
        second = std::thread([&] {
            first_lives.get_future().wait();
            const CallWatch watch(hooks());
            second_lives.set_value();
            first_ended.get_future().wait();
        });
        first.join();
        first_ended.set_value();
        second.join();
        std::exit(3);
    };
    EXPECT_EXIT(exit_behind_two(), testing::ExitedWithCode(3), "^$");
}

}  // namespace
}  // namespace tandem::tools
