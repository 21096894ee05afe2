// SPDX-License-Identifier: MIT
// Runs of loops for claims, and their words.
#include <tandem/tools/lab/claims/arms.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/lab/loops/repaired_loops.hpp>

namespace tandem::tools::lab {

LoopReport run_published(std::string_view id, const Machine& machine, const RunOptions& options,
                         Game* game) {
    const Loop* loop = find_loop(id);
    TANDEM_ASSERT(loop != nullptr);
    return run_loop(*loop, machine, options, game);
}

LoopReport run_published(std::string_view id, std::string_view machine, const RunOptions& options,
                         Game* game) {
    return run_published(id, machine_of(machine), options, game);
}

LoopReport run_repaired(std::string_view id, std::string_view machine, RunOptions options,
                        Game* game) {
    options.repaired = true;
    return run_published(id, machine_of(machine), options, game);
}

LoopReport run_product(const Machine& machine, const sim::PacerOptions& pacer,
                       const RunOptions& options, Game* game) {
    VirtualTime time;
    Game nobody;
    Platform platform(machine, time, options.window, game != nullptr ? *game : nobody,
                      options.presses, options.stall);
    try {
        run_owned(platform, pacer);
    } catch (const WindowEnded&) {
    }
    LoopReport report = platform.report();
    report.tick = tick_of(pacer.tick_rate);
    return report;
}

RunOptions with_stall() {
    RunOptions options;
    options.stall = k_usual_stall;
    return options;
}

std::string decimals(const std::vector<double>& values, int decimals) {
    std::string text;
    for (const double value : values) {
        text += (text.empty() ? "" : ", ") + decimal(value, decimals);
    }
    return text;
}

Finding joined(Finding first, const Finding& second, std::string_view separator) {
    first.text += std::string(separator) + second.text;
    first.values.insert(first.values.end(), second.values.begin(), second.values.end());
    return first;
}

bool keeps_time(double ratio) {
    // This part of ten seconds is a tick of 40 ms and a frame of the machine slow with three of
    // them.
    constexpr double k_unfinished = 0.0148;
    return 1 - k_unfinished <= ratio && ratio <= 1 + k_unfinished;
}

bool all_keep_time(const std::vector<double>& ratios) {
    return std::all_of(ratios.begin(), ratios.end(), keeps_time);
}

bool all_equal(const std::vector<double>& values) {
    return !values.empty() && std::all_of(values.begin(), values.end(),
                                          [&](double value) { return value == values.front(); });
}

bool are_near(const std::vector<double>& values, const std::vector<double>& figures,
              double tolerance) {
    return std::equal(values.begin(), values.end(), figures.begin(), figures.end(),
                      [&](double value, double figure) {
                          return figure - tolerance <= value && value <= figure + tolerance;
                      });
}

Verdict fails_differ_holds_agree(const Finding& fails, const Finding& holds) {
    return shown_if(!all_equal(fails.values) && all_equal(holds.values));
}

}  // namespace tandem::tools::lab
