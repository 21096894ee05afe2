// SPDX-License-Identifier: MIT
// lab window, inside of the test and with a window that needs no display: what it says when that
// goes, and what it refuses.
#include <tandem/tools/lab/verb/window.hpp>

#include <sstream>
#include <utility>

#include <tests/tools/lab/lab_program.hpp>
#include <tests/tools/lab/window/fake_window.hpp>

namespace tandem::test {
namespace {

using tools::lab::window::FakeWindow;
using tools::lab::window::Gone;
using tools::lab::window::LabWindow;

constexpr const char* k_second_run = "L0 repaired, vsync on, normal";

Said lab_window(FakeWindow window, std::vector<std::string> loops, bool json = false,
                std::chrono::milliseconds length = std::chrono::milliseconds(50)) {
    std::ostringstream out;
    std::ostringstream err;
    const tools::Registry registry({});
    const std::vector<tools::Verb> verbs;
    tools::Console console(out, err, "tandem");
    console.set_json(json);
    console.set_verb("lab");
    tools::Context context{registry, verbs, console};
    tools::lab::Request request;
    request.loops = std::move(loops);
    request.window = length;
    const auto open = [&]() -> sim::Result<std::unique_ptr<LabWindow>> {
        return std::unique_ptr<LabWindow>(std::make_unique<FakeWindow>(std::move(window)));
    };
    Said said;
    said.code = tools::run_lab_window(request, false, open, context);
    said.out = out.str();
    said.err = err.str();
    return said;
}

TEST(LabWindow, ShowsTheDisplayTheLoopsAndTheClaims) {
    const Said said = lab_window({}, {"L1"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.out, "What the loops ran in\n"));
    EXPECT_TRUE(says(said.out, "\nL1    published  on"));
    EXPECT_TRUE(says(said.out, "\nC33"));
    EXPECT_TRUE(says(said.err, "lab window: 5 runs on the real clock, about 1 s"));
}

TEST(LabWindow, GivesOneObjectARow) {
    const Said said = lab_window({}, {"L1"}, true);
    EXPECT_TRUE(says(said.out, R"("section":"window","table":"display","library":"SDL 0")"));
    EXPECT_TRUE(says(said.out, R"("vsync":"not obtained","vsync_why_not":"it is none")"));
    EXPECT_TRUE(says(said.out, R"("table":"loops","loop":"L1","form":"published","vsync":"on")"));
}

TEST(LabWindow, ThatIsClosedShowsWhatThereIsAndSaysThatItIsPartial) {
    FakeWindow window;
    window.goes_at = k_second_run;
    const Said said = lab_window(std::move(window), {"L0"});
    EXPECT_EQ(said.code, 0);
    EXPECT_TRUE(says(said.out, "PARTIAL: 1 of 4 runs"));
    EXPECT_TRUE(says(said.out, "\nL0    published  on"));
    EXPECT_FALSE(says(said.out, "\nL0    repaired"));
    EXPECT_TRUE(says(said.err,
                     "lab window: the window was closed after 1 of 4 runs, so that the tables are "
                     "partial"));
}

TEST(LabWindow, ThatIsInterruptedEndsAsOnesThatASignalEnds) {
    FakeWindow window;
    window.goes_at = k_second_run;
    window.goes_by = Gone::interrupted;
    const Said said = lab_window(std::move(window), {"L0"});
    EXPECT_EQ(said.code, 130);
    EXPECT_TRUE(says(said.out, "PARTIAL: 1 of 4 runs"));
    EXPECT_TRUE(says(said.err, "interrupted after 1 of 4 runs, so that the tables are partial"));
}

TEST(LabWindow, ThatIsInterruptedAmongItsNewSizesLacksTheClaimAboutThem) {
    FakeWindow window;
    window.goes_at = "three new sizes";
    window.goes_by = Gone::interrupted;
    const Said said = lab_window(std::move(window), {}, false, std::chrono::milliseconds(1));
    EXPECT_EQ(said.code, 130);
    EXPECT_TRUE(says(said.out, "PARTIAL: without the window's new sizes"));
    EXPECT_FALSE(says(said.out, "\nC86"));
    EXPECT_TRUE(says(said.out, "Without all that they need: 1 more."));
    EXPECT_TRUE(says(said.err, "so that the tables are partial"));
}

TEST(LabWindow, WhoseDisplayVanishesEndsWithAnError) {
    FakeWindow at_once;
    at_once.goes_after = 0;
    FakeWindow while_measured;
    while_measured.goes_after = 5;
    FakeWindow in_second_run;
    in_second_run.goes_at = k_second_run;
    for (FakeWindow* window : {&at_once, &while_measured, &in_second_run}) {
        window->goes_by = Gone::vanished;
        const std::string runs = window == &in_second_run ? "1 of 4 runs" : "0 of 4 runs";
        const Said said = lab_window(std::move(*window), {"L0"});
        EXPECT_EQ(said.code, 5);
        EXPECT_TRUE(says(said.out, "PARTIAL: " + runs)) << said.out;
        EXPECT_TRUE(says(said.err, "lab window: the display vanished after " + runs)) << said.err;
    }
}

TEST(LabWindow, WhoseDisplayRefusesSaysWhy) {
    FakeWindow window;
    window.refuses = true;
    const Said said = lab_window(std::move(window), {"L0"});
    EXPECT_EQ(said.code, 5);
    EXPECT_TRUE(says(said.err, "the display refuses"));
}

TEST(LabWindow, RefusesLoopsOfABrowserBeforeItOpens) {
    const Said said = lab_window({}, {"L1", "M2"});
    EXPECT_EQ(said.code, 2);
    EXPECT_TRUE(says(said.err, "--loop: M2 was written for a browser; in a window run L0 L1"));
    EXPECT_EQ(lab_window({}, {"X1"}).code, 2);
}

TEST(LabWindow, RefusesWhatItWouldIgnoreAndStandsInTheOverview) {
    for (const std::vector<std::string>& ignored : std::vector<std::vector<std::string>>{
             {"--machine", "fast"}, {"--refresh", "60"}, {"--repaired"}, {"--real"}, {"-o", "a"}}) {
        const Said refused = lab_program(joined({"lab", "window"}, ignored));
        EXPECT_EQ(refused.code, 2) << ignored.front();
        EXPECT_TRUE(says(refused.err, ignored.front() + ": lab window takes no such option"));
    }
    EXPECT_TRUE(says(lab_program({"lab"}).out, "\n  window    the loops that were written"));
}

}  // namespace
}  // namespace tandem::test
