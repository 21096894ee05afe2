// SPDX-License-Identifier: MIT
// Shows a survey: the display, every run beside its model, the quality of pictures, and the claims
// that it decides.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/tools/lab/table.hpp>
#include <tandem/tools/lab/window/claims_of_window.hpp>
#include <tandem/tools/lab/window/survey.hpp>

namespace tandem::tools::lab::window {

// True if the window did as its model: updates and pictures are within a tenth or two.
bool agree(const Figures& measured, const Figures& model);
// True if other programs had the processor for a good part of the time in which the loop was at
// work.
bool is_starved(const Figures& measured);

// The result of a claim in the window.
struct ClaimOutcome {
    Decision measured;
    Decision model;
    bool is_kept_from_deciding = false;  // true for a display without vsync
    bool is_starved = false;             // true if one of its runs was
};
// Returns nothing if a run is missing.
std::optional<ClaimOutcome> outcome_of(const DecidedClaim& claim, const Survey& survey);

// Returns the tables. Those without a row are left out, but for the display's.
std::vector<Table> window_tables(const DisplayFacts& display, const Survey& survey,
                                 const std::vector<DecidedClaim>& claims);

}  // namespace tandem::tools::lab::window
