// SPDX-License-Identifier: MIT
// What is planned, and what is left of it when the window goes.
#include <tandem/tools/lab/window/survey.hpp>

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <tandem/tools/lab/window/claims_of_window.hpp>
#include <tests/tools/lab/window/fake_window.hpp>

namespace tandem::tools::lab::window {
namespace {

using std::chrono::milliseconds;

bool has_run(const std::vector<WindowRun>& plan, const RunName& name) {
    return std::count_if(plan.begin(), plan.end(),
                         [&](const WindowRun& run) { return run.name() == name; }) == 1;
}

TEST(Survey, EveryLoopThatWasWrittenForAWindowRunsInBothFormsWithVsyncAndWithout) {
    const auto loops = loops_of_windows();
    const auto plan = plan_of(loops, milliseconds(10), 60);
    std::set<std::string> ids;
    for (const Loop* loop : loops) {
        if (loop->id == "M4") {
            continue;
        }
        ids.insert(std::string(loop->id));
        for (const bool repaired : {false, true}) {
            for (const bool vsync : {false, true}) {
                EXPECT_TRUE(has_run(plan, {loop->id, repaired, vsync})) << loop->id;
            }
        }
    }
    EXPECT_EQ(ids.size(), 16U);
}

TEST(Survey, EveryRunThatAClaimNeedsIsPlannedOnce) {
    const auto loops = loops_of_windows();
    auto plan = plan_of(loops, milliseconds(10), 60);
    const auto more = quality_plan(milliseconds(10), 60, Flicks(1'000));
    plan.insert(plan.end(), more.begin(), more.end());
    for (const DecidedClaim& claim : claims_of_window(loops)) {
        for (const RunName& name : claim.runs()) {
            EXPECT_TRUE(has_run(plan, name)) << claim.id << " " << run_text(name);
        }
    }
}

TEST(Survey, ChangesVsyncOnce) {
    FakeWindow window;
    Survey survey;
    const auto plan = plan_of({find_loop("L1")}, milliseconds(5), 60);
    std::size_t told = 0;
    ASSERT_TRUE(
        run_plan(plan, window, survey, [&](std::size_t number) { EXPECT_EQ(number, told++); }));
    EXPECT_EQ(window.wishes, (std::vector<bool>{true, false}));
    EXPECT_EQ(told, plan.size());
    ASSERT_TRUE(survey.vsync);
    EXPECT_EQ(survey.vsync->why_not, "it is none");
    EXPECT_EQ(survey.runs.size(), plan.size());
    EXPECT_NE(survey.find({"L1", true, true}), nullptr);
    EXPECT_EQ(survey.find({"L2", true, true}), nullptr);
}

TEST(Survey, KeepsTheRunsThatWereWholeWhenTheWindowGoes) {
    FakeWindow window;
    Survey survey;
    auto plan = plan_of({find_loop("L0")}, milliseconds(60), 60);
    survey.planned = plan.size();
    // In the second run, whatever this machine can draw.
    std::size_t begun = 0;
    ASSERT_TRUE(run_plan(plan, window, survey,
                         [&](std::size_t) { window.goes_after = ++begun == 2 ? 0 : UINT64_MAX; }));
    EXPECT_EQ(begun, 2U);
    EXPECT_EQ(survey.runs.size(), 1U);
    EXPECT_FALSE(survey.is_whole());
}

TEST(Survey, EndsWhereTheDisplayRefuses) {
    FakeWindow window;
    window.refuses = true;
    Survey survey;
    const auto done = run_plan(plan_of({find_loop("L1")}, milliseconds(5), 60), window, survey,
                               [](std::size_t) {});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().message, "the display refuses");
    EXPECT_FALSE(measure_pictures(window));
}

TEST(Survey, TheModelsPicturesCostAtLeastWhatTheyCostHere) {
    FakeWindow window;
    Survey survey;
    survey.picture_cost = milliseconds(20);
    WindowRun run;
    run.loop = find_loop("L0");
    run.machine = machine_of("fast");
    run.window = milliseconds(50);
    ASSERT_TRUE(run_plan({run}, window, survey, [](std::size_t) {}));
    ASSERT_EQ(survey.runs.size(), 1U);
    EXPECT_EQ(survey.runs[0].model.report.frames, 2U);
}

TEST(Survey, PicturesAreMeasuredAsLongAsThereIsAWindow) {
    FakeWindow window;
    const auto costs = measure_pictures(window);
    ASSERT_TRUE(costs && *costs);
    EXPECT_GT((*costs)->picture, Flicks(0));
    EXPECT_GT((*costs)->layer, Flicks(0));
    window.goes_after = 0;
    const auto gone = measure_pictures(window);
    ASSERT_TRUE(gone);
    EXPECT_FALSE(gone->has_value());
}

// With half of the quality a heavy picture fits into a refresh, and a quarter of one that is too
// heavy does not: in the model, where nothing else costs time.
TEST(Survey, PicturesOfTheQualityPlanAreAsHeavyAsTheirNamesSay) {
    const Flicks layer = milliseconds(1);
    for (const WindowRun& run : quality_plan(milliseconds(10), 60, layer)) {
        EXPECT_GT(run.layers, 1U);
        EXPECT_EQ(run.machine.render_cost, layer * run.layers);
        const Figures figures = run_in_model(run);
        if (run.loop->id == "M1") {
            EXPECT_EQ(figures.quarters, 4U);
            EXPECT_LT(figures.frames_per_second_at_end(), 35);
        } else if (run.machine.name == k_heavy) {
            EXPECT_EQ(figures.quarters, 2U);
            EXPECT_GT(figures.frames_per_second_at_end(), 55);
        } else {
            EXPECT_EQ(figures.quarters, 1U);
            EXPECT_LT(figures.frames_per_second_at_end(), 35);
        }
    }
}

TEST(Resizes, AreSignalledOnceToWhoTakesTheSignalBack) {
    FakeWindow window;
    const auto resizes = try_resizes(window);
    ASSERT_TRUE(resizes);
    EXPECT_EQ(resizes->signals, 3U);
    EXPECT_EQ(resizes->consumed, 1U);
    EXPECT_EQ(resizes->kept, resizes->pictures);
    EXPECT_GT(resizes->pictures, 1U);
    EXPECT_TRUE(resizes->is_last_size);
    EXPECT_EQ(window.size_signals().size, (WindowSize{64, 48}));
}

TEST(Resizes, OfADisplayThatGivesNoneAreNotSignalled) {
    FakeWindow window;
    window.resizes = false;
    const auto resizes = try_resizes(window);
    ASSERT_TRUE(resizes);
    EXPECT_EQ(resizes->signals, 0U);
    EXPECT_EQ(resizes->consumed, 0U);
    EXPECT_EQ(resizes->kept, 0U);
    EXPECT_FALSE(resizes->is_last_size);
}

TEST(Resizes, OfAWindowThatGoesMeanwhileSayNothing) {
    FakeWindow window;
    window.goes_after = 2;
    EXPECT_FALSE(try_resizes(window));
}

}  // namespace

}  // namespace tandem::tools::lab::window
