// SPDX-License-Identifier: MIT
// Runs the arms of most claims: a loop on a machine, with its result in words.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/time/pacer.hpp>
#include <tandem/tools/lab/claims/claim.hpp>
#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {

// Runs the published loop of that id on the machine of that name or of those costs; both exist.
LoopReport run_published(std::string_view id, std::string_view machine,
                         const RunOptions& options = {}, Game* game = nullptr);
LoopReport run_published(std::string_view id, const Machine& machine,
                         const RunOptions& options = {}, Game* game = nullptr);
// Runs the repaired loop likewise.
LoopReport run_repaired(std::string_view id, std::string_view machine, RunOptions options = {},
                        Game* game = nullptr);
// Runs sim::GameLoop with these options.
LoopReport run_product(const Machine& machine, const sim::PacerOptions& pacer,
                       const RunOptions& options = {}, Game* game = nullptr);

// Returns options with a stall of two seconds from three seconds on.
RunOptions with_stall();

// Returns each value as decimal() has it.
std::string decimals(const std::vector<double>& values, int decimals);

// Returns one quantity of a loop on several machines.
template <class Quantity>
Finding on_machines(std::string_view id, std::initializer_list<std::string_view> machines,
                    int digits, Quantity quantity) {
    Finding finding;
    for (const std::string_view machine : machines) {
        finding.values.push_back(static_cast<double>(quantity(run_published(id, machine))));
    }
    finding.text = std::string(id) + ": " + decimals(finding.values, digits);
    return finding;
}

// Returns both findings in one; `separator` stands between their texts.
Finding joined(Finding first, const Finding& second, std::string_view separator = "; ");

inline double count(std::uint64_t value) { return static_cast<double>(value); }
inline double ratio_of(const LoopReport& report) { return report.ratio(); }

// ---- For judges

// True if the game keeps the time of day, but for ticks that are not yet due at the window's end.
bool keeps_time(double ratio);
bool all_keep_time(const std::vector<double>& ratios);
// True for at least one number, all of them equal.
bool all_equal(const std::vector<double>& values);
// True if there are as many numbers as figures, each within `tolerance` of its own. A judge may ask
// it of findings of any size, and so of the other arm's.
bool are_near(const std::vector<double>& values, const std::vector<double>& figures,
              double tolerance);

Verdict fails_differ_holds_agree(const Finding& fails, const Finding& holds);
// Shows a claim if the one arm keeps time on all machines, and the other runs at these
// thousandths of its speed.
template <int... thousandths>
Verdict only_holds_keeps_time(const Finding& fails, const Finding& holds) {
    constexpr double k_rounding = 1e-9;
    return shown_if(all_keep_time(holds.values) &&
                    are_near(fails.values, {(thousandths / 1e3)...}, k_rounding));
}

}  // namespace tandem::tools::lab
