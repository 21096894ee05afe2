// SPDX-License-Identifier: MIT
// Running a claim, and what is said of it.
#include <tandem/tools/lab/claims/claim.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>

namespace tandem::tools::lab {

ClaimResult run_claim(const Claim& claim) {
    ClaimResult result;
    if (claim.judge != nullptr) {
        result.fails = claim.run_fails();
        result.holds = claim.run_holds();
        result.verdict = claim.judge(result.fails, result.holds);
    }
    return result;
}

ClaimResult run_claim_for_real(const Claim& claim) {
    TANDEM_ASSERT(claim.real.has_value());
    ClaimResult result;
    result.fails = claim.real->run_fails();
    result.holds = claim.real->run_holds();
    result.verdict = claim.real->judge(result.fails, result.holds);
    return result;
}

Verdict canary(const Claim& claim, const ClaimResult& result) {
    return claim.judge == nullptr ? Verdict::not_testable : claim.judge(result.holds, result.fails);
}

std::string verdict_text(const Claim& claim, Verdict verdict) {
    switch (verdict) {
        case Verdict::shown:
            return "shown";
        case Verdict::refuted:
            return "refuted";
        case Verdict::not_testable:
            break;
    }
    return "not testable: " + std::string(claim.why_not_testable);
}

std::vector<Claim> joined(const std::vector<std::vector<Claim>>& lists) {
    std::vector<Claim> all;
    for (const std::vector<Claim>& list : lists) {
        all.insert(all.end(), list.begin(), list.end());
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Claim& a, const Claim& b) { return a.id < b.id; });
    return all;
}

}  // namespace tandem::tools::lab
