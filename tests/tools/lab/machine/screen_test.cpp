// SPDX-License-Identifier: MIT
// A platform that shows its pictures on a screen: who waits for a refresh, and when a loop is
// ended.
#include <tandem/tools/lab/machine/screen.hpp>

#include <gtest/gtest.h>

#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/machine/platform.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

// Ten refreshes in a window of a tenth of a second.
const Machine k_on_screen{.name = "on screen",
                          .update_cost = milliseconds(1),
                          .render_cost = milliseconds(3),
                          .refresh_hz = 100};

// Its pictures take their time to show, and it waits as it is told.
class SlowScreen final : public Screen {
public:
    SlowScreen(VirtualTime& time, Wait wait) : time_(time), wait_(wait) {}

    Wait wait() const override { return wait_; }
    void draw(const Drawing& drawing) override {
        drawings.push_back(drawing);
        time_.work(draw_cost);
    }
    void show() override {
        ++shown;
        time_.work(show_cost);
    }
    bool is_open() override { return time_.now() < closes_at; }

    std::vector<Drawing> drawings;
    std::uint64_t shown = 0;
    Flicks draw_cost{};
    Flicks show_cost{};
    Flicks closes_at = Flicks::max();

private:
    VirtualTime& time_;
    Wait wait_;
};

struct OnScreen : Game {
    explicit OnScreen(Wait wait)
        : screen(time, wait), platform(k_on_screen, time, milliseconds(100), *this) {
        platform.show_on(screen);
    }
    void render(const Frame& frame) override { ends.push_back(frame.end); }

    VirtualTime time;
    SlowScreen screen;
    Platform platform;
    std::vector<Flicks> ends;
};

TEST(OnAScreen, WithoutVsyncAPictureTakesTheMachinesCostAndIsShownWithinIt) {
    OnScreen at(Wait::none);
    at.screen.draw_cost = milliseconds(1);
    at.screen.show_cost = milliseconds(1);
    at.platform.render();
    at.platform.wait_for_refresh();
    EXPECT_EQ(at.time.now(), Flicks(milliseconds(3)));
    EXPECT_EQ(at.screen.shown, 1U);
    EXPECT_EQ(at.platform.report().busy, Flicks(milliseconds(3)));
}

TEST(OnAScreen, APictureThatTakesLongerThanTheMachinesCostTakesThat) {
    OnScreen at(Wait::none);
    at.screen.draw_cost = milliseconds(7);
    at.platform.render();
    EXPECT_EQ(at.time.now(), Flicks(milliseconds(7)));
    EXPECT_EQ(at.platform.report().busy, Flicks(milliseconds(7)));
}

TEST(OnAScreen, WithVsyncByAClockEveryPictureWaitsForTheNextRefreshAndForOneOnly) {
    OnScreen at(Wait::platform);
    at.screen.show_cost = milliseconds(2);
    at.platform.render();
    at.platform.wait_for_refresh();
    EXPECT_EQ(at.time.now(), Flicks(milliseconds(12)));
    EXPECT_EQ(at.platform.report().idle, Flicks(milliseconds(7)));
    at.platform.render();
    at.platform.wait_for_refresh(2);
    EXPECT_EQ(at.time.now(), Flicks(milliseconds(22)));
    at.platform.render();
    at.platform.wait_for_refresh(2);
    EXPECT_EQ(at.time.now(), Flicks(milliseconds(40)));
}

TEST(OnAScreen, WithVsyncByTheDisplayShowingWaitsAndThatIsIdle) {
    OnScreen at(Wait::screen);
    at.screen.show_cost = milliseconds(10);
    at.platform.render();
    at.platform.wait_for_refresh();
    EXPECT_EQ(at.time.now(), Flicks(milliseconds(13)));
    EXPECT_EQ(at.platform.report().idle, Flicks(milliseconds(10)));
    EXPECT_EQ(at.screen.shown, 1U);
    // An interval of two shows the picture once more.
    at.platform.wait_for_refresh(2);
    EXPECT_EQ(at.screen.shown, 2U);
}

TEST(OnAScreen, FramesThatAreAskedForComeAsFastAsPicturesAreShown) {
    const Loop* const loop = find_loop("M1");
    for (const bool vsync : {false, true}) {
        ModelScreen screen(vsync);
        RunOptions options;
        options.window = milliseconds(100);
        options.screen = &screen;
        const LoopReport report = run_loop(*loop, k_on_screen, options);
        EXPECT_EQ(report.frames, vsync ? 10U : 25U);
        EXPECT_EQ(report.updates, report.frames);
    }
}

TEST(OnAScreen, TheGameIsDrawnAheadByTheLoopsBlend) {
    OnScreen at(Wait::none);
    at.platform.update(milliseconds(40));
    at.platform.set_quality(2);
    at.platform.render(Blend{milliseconds(10), milliseconds(40)});
    ASSERT_EQ(at.screen.drawings.size(), 1U);
    EXPECT_EQ(at.screen.drawings[0].updates, 1U);
    EXPECT_DOUBLE_EQ(at.screen.drawings[0].game_s, 0.05);
    EXPECT_EQ(at.screen.drawings[0].quarters, 2U);
}

TEST(OnAScreen, ALoopThatAsksForNothingButTheTimeIsEndedAfterTheWindow) {
    OnScreen at(Wait::none);
    at.time.work(milliseconds(101));
    EXPECT_THROW(at.platform.now(), WindowEnded);
    EXPECT_THROW(at.platform.render(), WindowEnded);
    EXPECT_THROW(at.platform.sleep(milliseconds(1)), WindowEnded);
}

TEST(OnAScreen, ALoopThatSleepsForDaysIsEndedAtTheWindow) {
    OnScreen at(Wait::none);
    at.platform.sleep(std::chrono::hours(24));
    EXPECT_LE(at.time.now(), Flicks(milliseconds(100)) + Flicks(1));
    EXPECT_THROW(at.platform.now(), WindowEnded);
}

TEST(OnAScreen, ThatIsClosedALoopIsEndedAlsoWhileItSleeps) {
    OnScreen at(Wait::none);
    EXPECT_TRUE(at.platform.is_running());
    at.screen.closes_at = milliseconds(20);
    EXPECT_THROW(at.platform.sleep(milliseconds(90)), WindowEnded);
    EXPECT_LT(at.time.now(), Flicks(milliseconds(90)));
    EXPECT_FALSE(at.platform.is_running());
}

// Published and repaired, none of them ever ends by itself on a screen.
TEST(OnAScreen, EveryLoopEndsWithItsWindow) {
    for (const Loop& loop : loops()) {
        for (const bool vsync : {false, true}) {
            for (const bool repaired : {false, true}) {
                if (loop.id.front() == 'M') {
                    continue;
                }
                ModelScreen screen(vsync);
                RunOptions options;
                options.window = milliseconds(500);
                options.repaired = repaired;
                options.presses = {milliseconds(100)};
                options.screen = &screen;
                const auto report = try_loop(loop, machine_of("normal"), options);
                ASSERT_TRUE(report) << loop.id << report.error().text();
                EXPECT_GT(report->frames, 0U) << loop.id << repaired << vsync;
            }
        }
    }
}

}  // namespace
}  // namespace tandem::tools::lab
