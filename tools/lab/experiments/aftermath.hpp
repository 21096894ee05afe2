// SPDX-License-Identifier: MIT
// Measures the effect of a stall: how much a loop owes, how fast it runs afterwards, and when it
// has made up for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {

// A loop in one of its forms; a form that is neither published nor repaired is by itself in
// `loop.published`.
struct StalledLoop {
    Loop loop;
    std::string_view form;          // "published", "repaired" or which change of it
    std::uint32_t updates_max = 0;  // in a frame, if a closed form is known for it
    bool is_repaired = false;       // true if `loop.repaired` runs

    bool counts_updates() const { return loop.form_counts_updates(is_repaired); }
};

// Returns each loop as published and as repaired; M2 has a form between the two with >= in place of
// >.
std::vector<StalledLoop> stalled_loops(const std::vector<const Loop*>& chosen);
// Returns sim::GameLoop at 25 ticks a second with each of its policies: keep, drop, pause; and
// resume, told of the gap at its end.
std::vector<StalledLoop> stalled_policies();

struct Aftermath {
    LoopReport report;
    std::uint64_t updates_in_100_ms = 0;  // from the stall's end on
    bool has_picture = false;             // finished after it, within the window
    // The time from the stall's end to the start of the update after which the game is at most one
    // tick and the cost of an update and a picture behind the time of day; none if that is not
    // within the window.
    std::optional<Flicks> caught_up_after;
    // The game's speed from the stall's end until then; none if that took no time.
    std::optional<double> speed;
};

// Runs a loop through a stall, which `options` have. Nothing is set but the report if the stall
// never came.
Aftermath run_stalled(const StalledLoop& stalled, const Machine& machine,
                      const RunOptions& options);

// Returns how many updates the loop runs, without a stall, from `begin` until before `end`.
std::uint64_t updates_between(const StalledLoop& stalled, const Machine& machine,
                              const RunOptions& options, Flicks begin, Flicks end);

// Returns how long a loop takes to make up for a stall if it runs `updates_max` updates in each
// frame until then: in a frame of c U + R it gains c tau - c U - R. None if it gains nothing.
std::optional<Flicks> catch_up_time(Flicks stall, Flicks tick, const Machine& machine,
                                    std::uint32_t updates_max);

}  // namespace tandem::tools::lab
