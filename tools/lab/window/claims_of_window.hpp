// SPDX-License-Identifier: MIT
// The claims that a window can decide: two arms of runs in it, one quantity that is looked at in
// each run, and a judge of both arms, as lab claims has them in virtual time.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/tools/lab/claims/claim.hpp>
#include <tandem/tools/lab/window/run.hpp>

namespace tandem::tools::lab::window {

// A quantity of a run, and its words.
struct Quantity {
    double (*of)(const Figures& figures) = nullptr;
    std::string_view unit;
    int decimals = 0;
};

struct DecidedClaim {
    std::string_view id;  // as in lab claims
    std::vector<RunName> fails = {};
    std::vector<RunName> holds = {};
    Quantity quantity = {};
    // Judges as Claim::judge does.
    Verdict (*judge)(const Finding& fails, const Finding& holds) = nullptr;
    // Only a display that keeps vsync itself can decide it.
    bool needs_vsync = false;
    std::string_view why_not_testable = {};  // in a window either

    std::vector<RunName> runs() const;
};

// Returns all claims whose loops are among these, by id.
std::vector<DecidedClaim> claims_of_window(const std::vector<const Loop*>& loops);

// Returns figures of a run by its name; null if there are none.
using FiguresOf = std::function<const Figures*(const RunName&)>;

struct Decision {
    Verdict verdict = Verdict::not_testable;
    Finding fails;
    Finding holds;
};
// Decides a claim; nothing if one of its runs has no figures.
std::optional<Decision> decide(const DecidedClaim& claim, const FiguresOf& figures_of);

// Returns "G1 slow 9.6 | G1 normal 62.5 updates/s".
std::string decision_text(const DecidedClaim& claim, const Decision& decision);

}  // namespace tandem::tools::lab::window
