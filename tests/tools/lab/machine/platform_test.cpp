// SPDX-License-Identifier: MIT
// Costs, refreshes, callbacks and presses, in virtual time.
#include <tandem/tools/lab/machine/platform.hpp>

#include <gtest/gtest.h>

#include <string>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

const Machine k_machine{
    .name = "test", .update_cost = milliseconds(2), .render_cost = milliseconds(3)};

// A platform with a game that keeps what it saw.
struct Watched : Game {
    explicit Watched(const Machine& machine = k_machine, std::vector<Flicks> presses = {})
        : platform(machine, time, milliseconds(100), *this, std::move(presses)) {}

    void update(const Update& update) override { updates.push_back(update); }
    void render(const Frame& frame) override { frames.push_back(frame); }

    VirtualTime time;
    Platform platform;
    std::vector<Update> updates;
    std::vector<Frame> frames;
};

TEST(Platform, ChargesUpdatesAndPicturesAndShowsThemToTheGame) {
    Watched watched;
    watched.platform.update(milliseconds(40));
    watched.platform.render(Blend{milliseconds(1), milliseconds(2)});
    ASSERT_EQ(watched.updates.size(), 1U);
    EXPECT_EQ(watched.updates[0].step, Flicks(milliseconds(40)));
    ASSERT_EQ(watched.frames.size(), 1U);
    EXPECT_EQ(watched.frames[0].end, Flicks(milliseconds(5)));
    EXPECT_EQ(watched.frames[0].updates, 1U);
    EXPECT_EQ(watched.platform.report().busy, Flicks(milliseconds(5)));
}

TEST(Platform, ReadsACoarseClockRoundedDown) {
    Machine machine = k_machine;
    machine.clock_quantum = milliseconds(4);
    Watched watched(machine);
    watched.platform.work(milliseconds(7));
    EXPECT_EQ(watched.platform.now(), Flicks(milliseconds(4)));
}

TEST(Platform, ReadsAClockThatIsSetAndStillRoundsDown) {
    Machine machine = k_machine;
    machine.clock_set = ClockSet{milliseconds(5), milliseconds(-100)};
    machine.clock_quantum = milliseconds(4);
    Watched watched(machine);
    watched.platform.work(milliseconds(4));
    EXPECT_EQ(watched.platform.now(), Flicks(milliseconds(4)));
    watched.platform.work(milliseconds(2));
    EXPECT_EQ(watched.platform.now(), Flicks(milliseconds(-96)));
    // The machine itself is not set.
    EXPECT_EQ(watched.time.now(), Flicks(milliseconds(6)));
}

TEST(Platform, SleepsUntilATimeOfAClockThatBeganBeforeTheLoop) {
    Machine machine = k_machine;
    machine.clock_start = milliseconds(1'000);
    Watched watched(machine);
    EXPECT_EQ(watched.platform.now(), Flicks(milliseconds(1'000)));
    watched.platform.sleep_until(milliseconds(1'007));
    EXPECT_EQ(watched.time.now(), Flicks(milliseconds(7)));
    EXPECT_FALSE(watched.platform.wait_for_press(milliseconds(1'011)));
    EXPECT_EQ(watched.platform.now(), Flicks(milliseconds(1'011)));
    EXPECT_EQ(watched.time.now(), Flicks(milliseconds(11)));
}

TEST(Platform, TellsAFrameTheTimeOfThatClock) {
    Machine machine = k_machine;
    machine.clock_start = milliseconds(1'000);
    Watched watched(machine);
    Flicks told{};
    watched.platform.request_frame([&](Flicks frame_time) { told = frame_time; });
    watched.platform.run_frames();
    EXPECT_EQ(told, Flicks(milliseconds(1'000)) + watched.platform.refresh_period());
}

TEST(Platform, StandsStillOnceAfterTheFirstPictureThatIsFinishedWhenTheStallIsDue) {
    VirtualTime time;
    Game nobody;
    Platform platform(k_machine, time, milliseconds(1'000), nobody, {},
                      Stall{milliseconds(3), milliseconds(100)});
    platform.update(milliseconds(40));
    platform.update(milliseconds(40));
    EXPECT_EQ(time.now(), Flicks(milliseconds(4)));
    EXPECT_EQ(platform.report().stall_end, std::nullopt);
    platform.render();
    EXPECT_EQ(time.now(), Flicks(milliseconds(107)));
    EXPECT_EQ(platform.report().stall_end, Flicks(milliseconds(107)));
    EXPECT_EQ(platform.report().stalled, Flicks(milliseconds(100)));
    platform.render();
    EXPECT_EQ(time.now(), Flicks(milliseconds(110)));
}

TEST(Platform, EndsASpiralAtTheUpdateThatWouldStartAfterTheWindow) {
    Watched watched;
    watched.platform.work(milliseconds(100));
    EXPECT_FALSE(watched.platform.is_running());
    EXPECT_THROW(watched.platform.update(milliseconds(1)), WindowEnded);
    EXPECT_TRUE(watched.updates.empty());
}

TEST(Platform, CountsANapOfNegativeLengthAndReturnsAtOnce) {
    Watched watched;
    watched.platform.sleep(milliseconds(-84));
    watched.platform.sleep(milliseconds(0));
    EXPECT_EQ(watched.time.now(), Flicks(0));
    EXPECT_EQ(watched.platform.report().late_frames, 1U);
    EXPECT_EQ(watched.platform.report().late_max, Flicks(milliseconds(84)));
}

TEST(Platform, WaitsForTheNextRefreshButNotOnOne) {
    Watched watched;
    watched.platform.wait_for_refresh();
    EXPECT_EQ(watched.time.now(), Flicks(0));
    watched.platform.work(Flicks(1));
    watched.platform.wait_for_refresh();
    EXPECT_EQ(watched.time.now(), watched.platform.refresh_period());
    watched.platform.work(Flicks(1));
    watched.platform.wait_for_refresh(2);
    EXPECT_EQ(watched.time.now(), 2 * watched.platform.refresh_period());
}

TEST(Platform, RefreshesDoNotDriftAtARateThatNoFlickDivides) {
    Machine machine = k_machine;
    machine.refresh_hz = 59;
    VirtualTime time;
    Game nobody;
    Platform platform(machine, time, std::chrono::seconds(3), nobody);
    for (int i = 0; i < 59; ++i) {
        platform.work(Flicks(1));
        platform.wait_for_refresh();
    }
    EXPECT_EQ(time.now(), Flicks(std::chrono::seconds(1)));
}

TEST(Platform, CallsBackAtTheFirstRefreshThatIsLaterAndFindsItIdle) {
    Watched watched;
    std::vector<Flicks> called;
    Platform::FrameCallback main = [&](Flicks frame_time) {
        called.push_back(frame_time);
        watched.platform.request_frame(main);
        watched.platform.work(called.size() == 2 ? milliseconds(20) : milliseconds(1));
    };
    main(Flicks(0));
    watched.platform.run_frames();
    const Flicks period = watched.platform.refresh_period();
    const std::vector<Flicks> expected{Flicks(0), period, 3 * period, 4 * period, 5 * period};
    EXPECT_EQ(called, expected);
}

TEST(Platform, CallsNothingBackThatWasCancelledEvenByItsNeighbour) {
    Watched watched;
    int called = 0;
    Platform::Token second = 0;
    const auto first = watched.platform.request_frame([&](Flicks) {
        ++called;
        watched.platform.cancel_frame(second);
    });
    second = watched.platform.request_frame([&](Flicks) { called += 100; });
    const auto third = watched.platform.request_frame([&](Flicks) { called += 100; });
    watched.platform.cancel_frame(third);
    watched.platform.cancel_frame(third);
    watched.platform.run_frames();
    watched.platform.cancel_frame(first);
    EXPECT_EQ(called, 1);
}

TEST(Platform, GivesEachPressToOneUpdateWithItsLatency) {
    Watched watched(k_machine, {milliseconds(1), milliseconds(3), milliseconds(50)});
    watched.platform.update(milliseconds(2));
    watched.platform.work(milliseconds(2));
    watched.platform.update(milliseconds(2));
    EXPECT_EQ(watched.updates[0].presses, 0U);
    EXPECT_EQ(watched.updates[1].presses, 2U);
    EXPECT_EQ(watched.platform.report().presses, 2U);
    EXPECT_EQ(watched.platform.report().latency_sum, Flicks(milliseconds(4)));
    EXPECT_EQ(watched.platform.report().latency_max, Flicks(milliseconds(3)));
}

TEST(Platform, LetsALoopThatProcessesInputSeePressesOnlyThen) {
    Watched watched(k_machine, {milliseconds(1)});
    watched.platform.process_input();
    watched.platform.work(milliseconds(5));
    watched.platform.update(milliseconds(2));
    EXPECT_EQ(watched.updates[0].presses, 0U);
    watched.platform.process_input();
    watched.platform.update(milliseconds(2));
    EXPECT_EQ(watched.updates[1].presses, 1U);
}

TEST(Platform, WaitsForAPressOrTheDeadline) {
    Watched watched(k_machine, {milliseconds(30)});
    EXPECT_FALSE(watched.platform.wait_for_press(milliseconds(20)));
    EXPECT_EQ(watched.time.now(), Flicks(milliseconds(20)));
    EXPECT_TRUE(watched.platform.wait_for_press());
    EXPECT_EQ(watched.time.now(), Flicks(milliseconds(30)));
    watched.platform.process_input();
    EXPECT_FALSE(watched.platform.wait_for_press());
    EXPECT_FALSE(watched.platform.is_running());
}

TEST(Platform, ReadsOnePressAtATime) {
    Watched watched(k_machine, {milliseconds(1), milliseconds(1), milliseconds(30)});
    watched.platform.work(milliseconds(5));
    for (const std::uint64_t presses : {1U, 2U, 3U}) {
        EXPECT_TRUE(watched.platform.read_press(milliseconds(40)));
        watched.platform.update(Flicks(0));
        EXPECT_EQ(watched.platform.report().presses, presses);
    }
    EXPECT_EQ(watched.updates[2].start, Flicks(milliseconds(30)));
    EXPECT_FALSE(watched.platform.read_press(milliseconds(40)));
    EXPECT_EQ(watched.time.now(), Flicks(milliseconds(40)));
}

TEST(Platform, CallsATimerAtMultiplesAndForgetsAllButOneThatItWasTooBusyFor) {
    Watched watched;
    std::vector<Flicks> called;
    watched.platform.set_interval(milliseconds(10), [&] {
        called.push_back(watched.time.now());
        watched.platform.work(called.size() == 2 ? milliseconds(34) : milliseconds(1));
    });
    watched.platform.run_frames();
    const std::vector<Flicks> expected{milliseconds(10), milliseconds(20), milliseconds(54),
                                       milliseconds(60), milliseconds(70), milliseconds(80),
                                       milliseconds(90)};
    EXPECT_EQ(called, expected);
    EXPECT_FALSE(watched.platform.is_running());
}

// A refresh that passes while the timer is at work is not lost: the frame comes late, before the
// next timer.
TEST(Platform, CallsBackInTheOrderOfWhatBecameDue) {
    Watched watched(k_machine, {milliseconds(25)});
    std::string order;
    watched.platform.on_press([&] { order += 'p'; });
    watched.platform.set_interval(milliseconds(12), [&] {
        order += 't';
        watched.platform.work(milliseconds(14));
    });
    watched.platform.request_frame([&](Flicks frame_time) {
        order += 'f';
        EXPECT_EQ(frame_time, watched.platform.refresh_period());
        EXPECT_EQ(watched.time.now(), Flicks(milliseconds(26)));
        watched.platform.set_interval(std::chrono::seconds(1), [] {});
    });
    watched.platform.run_frames();
    EXPECT_EQ(order, "tfp");
}

TEST(Platform, CallsNoFrameBackWhileThePageIsHidden) {
    Watched watched;
    watched.platform.hide({milliseconds(20), milliseconds(60)});
    std::vector<Flicks> called;
    Platform::FrameCallback main = [&](Flicks frame_time) {
        called.push_back(frame_time);
        watched.platform.request_frame(main);
    };
    main(Flicks(0));
    watched.platform.run_frames();
    const Flicks period = watched.platform.refresh_period();
    // The fifth refresh, at 83.3 ms, is the first after 80 ms.
    const std::vector<Flicks> expected{Flicks(0), period, 5 * period};
    EXPECT_EQ(called, expected);
}

TEST(Platform, ShowsOfAWorkerWhatWasDoneWhenThePictureBegan) {
    Watched watched;
    Worker& worker = watched.platform.worker();
    worker.set_interval(milliseconds(10), [&](Flicks) { worker.update(milliseconds(10)); });
    watched.platform.work(milliseconds(11));
    watched.platform.render();
    watched.platform.render();
    EXPECT_EQ(watched.frames[0].updates, 0U);
    EXPECT_EQ(watched.frames[1].updates, 1U);
    watched.platform.run_frames();
    EXPECT_EQ(watched.updates.size(), 9U);
    EXPECT_EQ(watched.platform.report().worker_busy, Flicks(milliseconds(18)));
    EXPECT_EQ(watched.platform.report().busy, Flicks(milliseconds(17)));
}

TEST(Platform, ChargesACoarserPictureTheSquareOfItsQuality) {
    Machine machine = k_machine;
    machine.render_cost = milliseconds(16);
    Watched watched(machine);
    Flicks before{};
    for (const auto& [quarters, cost] :
         std::vector<std::pair<std::uint32_t, int>>{{4, 16}, {3, 9}, {2, 4}, {1, 1}}) {
        watched.platform.set_quality(quarters);
        watched.platform.render();
        EXPECT_EQ(watched.time.now() - before, Flicks(milliseconds(cost)));
        before = watched.time.now();
    }
}

// A loop that only looks at the clock would never end in computed time.
TEST(Platform, EndsALoopThatAsksForTooMuch) {
    Watched watched;
    EXPECT_THROW(while (watched.platform.now() < Flicks(1)){}, TooManySteps);
}

}  // namespace
}  // namespace tandem::tools::lab
