// SPDX-License-Identifier: MIT
// Runs a loop, in a window on the real clock or in the model of both, and takes its figures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/window/lab_window.hpp>

namespace tandem::tools::lab::window {

// Returns the loops that were written for a window, and M4, which scales the quality of its
// pictures.
std::vector<const Loop*> loops_of_windows();
// True for M4, whose runs are planned apart.
bool is_of_quality(const Loop& loop);

// The name of a run.
struct RunName {
    std::string_view loop;
    bool repaired = false;
    bool vsync = false;
    std::string_view machine = "normal";

    friend bool operator==(const RunName&, const RunName&) = default;
};
// Returns "L3 published, vsync off, normal".
std::string run_text(const RunName& name);

struct WindowRun {
    const Loop* loop = nullptr;
    bool repaired = false;
    bool vsync = false;
    Machine machine;
    Flicks window{};
    // If it is more than one, the pictures are as heavy as the machine says because each pixel is
    // painted so often, and no time is spent but by painting.
    std::uint32_t layers = 1;

    RunName name() const { return {loop->id, repaired, vsync, machine.name}; }
};

struct Figures {
    LoopReport report;
    std::uint32_t refresh_hz = k_usual_refresh_hz;
    double processor_percent = 0;             // a processor's; more than 100 if several were at
                                              // work
    std::uint64_t pictures = 0;               // that were painted, with one that the window may cut
    std::uint64_t different = 0;              // pictures that are not the one before, pixel by
                                              // pixel
    std::uint64_t frames_at_end = 0;          // pictures finished in the last third of the window
    std::uint32_t quarters = k_full_quality;  // the last picture's

    double per_second(std::uint64_t count) const {
        return static_cast<double>(count) / in_seconds(report.window);
    }
    // Returns the rate when everything that adapts has done so.
    double frames_per_second_at_end() const { return 3 * per_second(frames_at_end); }
    double updates_per_second() const { return per_second(report.updates); }
    double frames_per_second() const { return per_second(report.frames); }
    // Returns the share of pictures that show nothing new.
    double identical_percent() const;
};

// Returns when the player presses, for the loops that wait for it.
std::vector<Flicks> presses_within(Flicks window);

// Runs in virtual time, with a screen that waits as a window with or without vsync does.
Figures run_in_model(const WindowRun& run);
// Runs in a window. Nothing if the window was gone before its end: half a run says nothing.
std::optional<Figures> run_in_window(const WindowRun& run, LabWindow& window);

}  // namespace tandem::tools::lab::window
