// SPDX-License-Identifier: MIT
// Chooses claims and shows them as a table: their expectations, measurements and conclusions.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/claims/claim.hpp>

namespace tandem::tools::lab {

// Runs each claim in virtual time, or those that have arms for it on the real clock; `on_claim` is
// told before each that it runs.
Table claims_table(const std::vector<Claim>& claims, bool real,
                   const std::function<void()>& on_claim = {});

// The claims that are asked for. An empty list narrows nothing.
struct ClaimChoice {
    std::vector<std::string> ids{};
    std::vector<std::string> articles{};  // the words of articles
    bool real = false;                    // on the real clock, which not every claim runs on
};

// Returns those of `all`, in their order, that have one of the ids and one of the articles. The
// error (usage) names the existing ones if an id or a word is unknown, if a claim named cannot run
// on the real clock, or if nothing is left.
sim::Result<std::vector<Claim>> choose_claims(const std::vector<Claim>& all,
                                              const ClaimChoice& choice);

}  // namespace tandem::tools::lab
