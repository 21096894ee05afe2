// SPDX-License-Identifier: MIT
// Running one claim of a list, for the tests of the lists.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include <tandem/tools/lab/claims/lists.hpp>

namespace tandem::tools::lab {

// Of a finding.
using Values = std::vector<double>;

// The claim of that id; a failure and an empty one where the list has none.
inline Claim find_claim(const ClaimList& list, std::string_view id) {
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const Claim& claim) { return claim.id == id; });
    if (found == list.end()) {
        ADD_FAILURE() << "no claim " << id;
        return {};
    }
    return *found;
}

// The same, run.
inline ClaimResult measured_claim(const ClaimList& list, std::string_view id) {
    return run_claim(find_claim(list, id));
}

}  // namespace tandem::tools::lab
