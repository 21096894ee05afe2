// SPDX-License-Identifier: MIT
// Which claims somebody asks for.
#pragma once

#include <string>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/claims/claim.hpp>

namespace tandem::tools::lab {

// What is empty narrows nothing.
struct ClaimChoice {
    std::vector<std::string> ids{};
    std::vector<std::string> articles{};  // by their words
    bool real = false;                    // on the real clock, which not every claim runs on
};

// Those of `all`, in their order, that are of one of the ids and of one of the articles. An Error
// usage that names what there is where an id or a word is none, where a claim named cannot run on
// the real clock, and where nothing is left.
sim::Result<std::vector<Claim>> choose_claims(const std::vector<Claim>& all,
                                              const ClaimChoice& choice);

}  // namespace tandem::tools::lab
