// SPDX-License-Identifier: MIT
// What a survey shows: the display, every run beside its model, the quality of pictures, and the
// claims that it decides.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/tools/lab/table.hpp>
#include <tandem/tools/lab/window/claims_of_window.hpp>
#include <tandem/tools/lab/window/survey.hpp>

namespace tandem::tools::lab::window {

// Whether the window did what its model does: updates and pictures, within a tenth or two of them.
bool agree(const Figures& measured, const Figures& model);
// Whether other programs had the processor for a good part of the time in which the loop was at
// work.
bool is_starved(const Figures& measured);

// What a claim came to in the window.
struct Outcome {
    Decision measured;
    Decision model;
    bool is_kept_from_deciding = false;  // by a display without vsync
    bool is_starved = false;             // in one of its runs
};
// Nothing where a run is missing.
std::optional<Outcome> outcome_of(const DecidedClaim& claim, const Survey& survey);

// Tables without a row are left out, but for the display's.
std::vector<Table> window_tables(const DisplayFacts& display, const Survey& survey,
                                 const std::vector<DecidedClaim>& claims);

}  // namespace tandem::tools::lab::window
