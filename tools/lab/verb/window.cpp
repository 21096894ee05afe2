// SPDX-License-Identifier: MIT
// lab window: opens it, runs what is planned, and shows what came of it, whole or not.
#include <tandem/tools/lab/verb/window.hpp>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/window/tables.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using lab::Flicks;
using lab::Loop;
using lab::window::DisplayFacts;
using lab::window::LabWindow;
using lab::window::PictureCosts;
using lab::window::Survey;
using lab::window::WindowRun;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

constexpr const char* k_what = "lab window";

Result<std::vector<const Loop*>> choose(const std::vector<std::string>& ids) {
    const std::vector<const Loop*> possible = lab::window::loops_of_windows();
    if (ids.empty()) {
        return possible;
    }
    auto chosen = lab::choose_loops(ids);
    TANDEM_TRY(chosen);
    std::string known;
    for (const Loop* loop : possible) {
        known += " " + std::string(loop->id);
    }
    for (const Loop* loop : *chosen) {
        if (std::find(possible.begin(), possible.end(), loop) == possible.end()) {
            return Error{
                ErrorCode::usage, "--loop",
                std::string(loop->id) + " was written for a browser; in a window run" + known};
        }
    }
    return chosen;
}

bool has_quality(const std::vector<const Loop*>& loops) {
    return std::any_of(loops.begin(), loops.end(),
                       [](const Loop* loop) { return lab::window::is_of_quality(*loop); });
}

// Returns all runs, those of quality at the end.
std::vector<WindowRun> make_plan(const std::vector<const Loop*>& loops, Flicks length,
                                 const DisplayFacts& display, const PictureCosts& costs) {
    const std::uint32_t refresh_hz = display.refresh_or_usual();
    std::vector<WindowRun> plan = lab::window::plan_of(loops, length, refresh_hz);
    if (has_quality(loops)) {
        const auto more = lab::window::quality_plan(length, refresh_hz, costs.layer);
        plan.insert(plan.end(), more.begin(), more.end());
    }
    return plan;
}

std::string duration_of(const std::vector<WindowRun>& plan) {
    Flicks all{};
    for (const WindowRun& run : plan) {
        all += run.window;
    }
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(all);
    return duration_text(static_cast<std::uint64_t>(seconds.count()));
}

// Runs what is planned, and adds what came of it to the survey.
Result<void> run_all(const std::vector<const Loop*>& loops, Flicks length, LabWindow& window,
                     Console& console, Survey& survey) {
    const auto costs = lab::window::measure_pictures(window);
    TANDEM_TRY(costs);
    // Without them the window is gone, and nothing of the plan runs.
    const PictureCosts known = costs->value_or(PictureCosts());
    const auto plan = make_plan(loops, length, window.display(), known);
    survey.planned = plan.size();
    survey.picture_cost = known.picture;
    survey.plans_resizes = loops.size() == lab::window::loops_of_windows().size();
    console.print_note(std::string(k_what) + ": " + count_text(plan.size(), "run") +
                       " on the real clock, about " + duration_of(plan));
    Progress progress(console.err(), console.may_redraw(), k_what, "run", plan.size());
    auto done = lab::window::run_plan(
        plan, window, survey, [&](std::size_t number) { progress.update(number, steady_now()); });
    progress.finish();
    if (done && survey.plans_resizes && !window.gone()) {
        survey.resizes = lab::window::try_resizes(window);
    }
    return done;
}

// Returns the exit code, and says in one sentence where something is missing.
int code_of_end(std::optional<lab::window::Gone> gone, const Survey& survey, Context& context) {
    if (!gone || (survey.is_whole() && *gone != lab::window::Gone::interrupted)) {
        return 0;
    }
    const std::string after = " after " + std::to_string(survey.runs.size()) + " of " +
                              std::to_string(survey.planned) + " runs" +
                              (survey.is_whole() ? "" : ", so that the tables are partial");
    switch (*gone) {
        case lab::window::Gone::vanished:
            return context.fail(
                {ErrorCode::io, k_what, "the display vanished" + after + "; run it again"});
        case lab::window::Gone::interrupted:
            context.console.print_note("interrupted" + after);
            return exit_code_of_signal(pending_signal());
        case lab::window::Gone::closed:
            break;
    }
    context.console.print_note(std::string(k_what) + ": the window was closed" + after);
    return 0;
}

}  // namespace

int run_lab_window(const lab::Request& request, bool csv, const OpenLabWindow& open,
                   Context& context) {
    const auto loops = choose(request.loops);
    if (!loops) {
        return context.fail(loops.error());
    }
    const SignalGuard signals;
    const auto opened = open();
    if (!opened) {
        return context.fail(opened.error());
    }
    LabWindow& window = **opened;
    Survey survey;
    const auto show = [&](std::optional<lab::window::Gone> gone) {
        const auto claims = lab::window::claims_of_window(*loops);
        show_tables("window", lab::window::window_tables(window.display(), survey, claims), csv,
                    context.console);
        return code_of_end(gone, survey, context);
    };
    window.set_last_words([&] {
        // Nothing may be called that the display is needed for, the window's end included.
        const int code = show(lab::window::Gone::vanished);
        context.console.flush();
        std::_Exit(code);
    });
    const Flicks length = request.window.value_or(lab::window::k_usual_window);
    const auto done = run_all(*loops, length, window, context.console, survey);
    window.set_last_words({});
    return done ? show(window.gone()) : context.fail(done.error());
}

}  // namespace tandem::tools
