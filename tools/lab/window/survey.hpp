// SPDX-License-Identifier: MIT
// Does all runs that were asked for, each measured in the window and computed in its model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include <tandem/tools/lab/window/lab_window.hpp>
#include <tandem/tools/lab/window/run.hpp>

namespace tandem::tools::lab::window {

// The outcome of three new sizes of the window between two of its pictures, as C86 has them: how
// often a loop sets its viewport that takes the signal back, and one that does not.
struct Resizes {
    std::uint64_t pictures = 0;  // drawn after the new sizes
    std::uint64_t signals = 0;   // new sizes that came from the display
    std::uint64_t kept = 0;      // pictures that set the viewport if nobody takes it back
    std::uint64_t consumed = 0;  // pictures that set it if it is taken back
    bool is_last_size = false;   // true if the viewport is then the last size that was asked for
};

// Tries it. The window has its old size afterwards. Nothing once it is gone.
std::optional<Resizes> try_resizes(LabWindow& window);

struct Surveyed {
    WindowRun run;
    Figures measured;
    Figures model;
};

struct Survey {
    std::vector<Surveyed> runs;  // those that came to their end
    std::size_t planned = 0;
    bool plans_resizes = false;
    std::optional<Vsync> vsync;      // once it was wished for
    std::optional<Resizes> resizes;  // if they were tried
    Flicks picture_cost{};           // time for painting and showing one here; the model's cost at
                                     // least

    bool has_all_runs() const { return planned != 0 && runs.size() == planned; }
    bool is_whole() const { return has_all_runs() && (resizes || !plans_resizes); }
    // Returns null for a run that has not run.
    const Surveyed* find(const RunName& name) const;
};

// The length of each run of a loop if nobody says another; those of quality take longer, since a
// loop has to find its quality first.
inline constexpr Flicks k_usual_window = std::chrono::milliseconds(550);
inline constexpr Flicks k_quality_window_least = std::chrono::milliseconds(1'500);

// Returns both forms with vsync and without, on `normal`, and the further runs that the claims need
// which these loops can decide. Runs with vsync come first, since to change it takes a while.
std::vector<WindowRun> plan_of(const std::vector<const Loop*>& loops, Flicks window,
                               std::uint32_t refresh_hz);
// Returns the runs of M4 and M1, with pictures that take so many refreshes in full, as one layer
// takes that long.
std::vector<WindowRun> quality_plan(Flicks window, std::uint32_t refresh_hz, Flicks layer_cost);

// Runs the plan until the window is gone. `on_run` is told before each run its place in the plan.
// The error says that the display refuses.
sim::Result<void> run_plan(const std::vector<WindowRun>& plan, LabWindow& window, Survey& survey,
                           const std::function<void(std::size_t)>& on_run);

// The machines of the quality plan: half of the quality fits, or not even a quarter.
inline constexpr std::string_view k_heavy = "heavy";
inline constexpr std::string_view k_too_heavy = "too heavy";

// The time that pictures take here, with nothing to wait for.
struct PictureCosts {
    Flicks picture{};  // painted and shown
    Flicks layer{};    // a further layer of it
};
// Measures it; nothing once the window is gone. The error is io if the display refuses.
sim::Result<std::optional<PictureCosts>> measure_pictures(LabWindow& window);

}  // namespace tandem::tools::lab::window
