// SPDX-License-Identifier: MIT
// A window that does as its model, for tests of what is made from its runs.
#pragma once

#include <chrono>
#include <vector>

#include <tandem/tools/lab/window/survey.hpp>

namespace tandem::tools::lab::window {

// All runs, with layers of a millisecond.
inline std::vector<WindowRun> whole_plan() {
    auto plan = plan_of(loops_of_windows(), k_usual_window, k_usual_refresh_hz);
    const auto more =
        quality_plan(k_usual_window, k_usual_refresh_hz, std::chrono::milliseconds(1));
    plan.insert(plan.end(), more.begin(), more.end());
    return plan;
}

// With vsync, and nothing missing.
inline Survey modelled_survey(const std::vector<WindowRun>& plan) {
    Survey survey;
    survey.planned = plan.size();
    survey.vsync = Vsync{true, ""};
    for (const WindowRun& run : plan) {
        const Figures figures = run_in_model(run);
        survey.runs.push_back({run, figures, figures});
    }
    return survey;
}

}  // namespace tandem::tools::lab::window
