// SPDX-License-Identifier: MIT
// lab window: opens it, runs what is planned, and shows what came of it, whole or not.
#include <tandem/tools/lab/verb/window.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/verb/show_tables.hpp>
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
    if (!chosen) {
        return chosen;
    }
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

// All runs, those of quality at the end.
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

Result<Survey> run_watched_plan(const std::vector<WindowRun>& plan, const PictureCosts& costs,
                                LabWindow& window, Console& console) {
    Survey survey;
    survey.planned = plan.size();
    survey.picture_cost = costs.picture;
    Progress progress(console.err(), console.may_redraw(), k_what, "run", plan.size());
    auto done = lab::window::run_plan(
        plan, window, survey, [&](std::size_t number) { progress.update(number, steady_now()); });
    progress.finish();
    return done ? Result<Survey>(std::move(survey)) : done.error();
}

// One sentence on why the tables are partial, and the exit code that goes with it.
int tell_gone(lab::window::Gone gone, const Survey& survey, Context& context) {
    const std::string after = " after " + std::to_string(survey.runs.size()) + " of " +
                              std::to_string(survey.planned) +
                              " runs, so that the tables are partial";
    switch (gone) {
        case lab::window::Gone::vanished:
            return context.fail(
                {ErrorCode::io, k_what, "the display vanished" + after + "; run it again"});
        case lab::window::Gone::interrupted:
            context.console.note("interrupted" + after);
            return exit_code_of_signal(pending_signal());
        case lab::window::Gone::closed:
            break;
    }
    context.console.note(std::string(k_what) + ": the window was closed" + after);
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
    const auto window = open();
    if (!window) {
        return context.fail(window.error());
    }
    const auto costs = lab::window::measure_pictures(**window);
    if (!costs) {
        return context.fail(costs.error());
    }
    // Without them the window is gone, and nothing of the plan runs.
    const PictureCosts known = costs->value_or(PictureCosts());
    const std::vector<WindowRun> plan = make_plan(
        *loops, request.window.value_or(lab::window::k_usual_window), (*window)->display(), known);
    context.console.note(std::string(k_what) + ": " + count_text(plan.size(), "run") +
                         " on the real clock, about " + duration_of(plan));
    const auto survey = run_watched_plan(plan, known, **window, context.console);
    if (!survey) {
        return context.fail(survey.error());
    }
    show_tables("window",
                lab::window::window_tables((*window)->display(), *survey,
                                           lab::window::decided_claims(*loops)),
                csv, context.console);
    const auto gone = (*window)->gone();
    return gone && !survey->is_whole() ? tell_gone(*gone, *survey, context) : 0;
}

}  // namespace tandem::tools
