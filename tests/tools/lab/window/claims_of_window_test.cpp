// SPDX-License-Identifier: MIT
// The claims that a window decides: in the model each comes out as lab claims has it, and each
// judge looks at what it is given.
#include <tandem/tools/lab/window/claims_of_window.hpp>

#include <gtest/gtest.h>

#include <algorithm>

#include <tests/tools/lab/window/modelled_survey.hpp>

namespace tandem::tools::lab::window {
namespace {

const Survey& modelled() {
    static const Survey k_survey = modelled_survey(whole_plan());
    return k_survey;
}

const Figures* modelled_figures(const RunName& name) {
    const Surveyed* surveyed = modelled().find(name);
    return surveyed == nullptr ? nullptr : &surveyed->model;
}

TEST(ClaimsOfWindow, ComeOutInTheModelAsInLabClaims) {
    const auto all = claims_of_window(loops_of_windows());
    EXPECT_EQ(all.size(), 18U);
    for (const DecidedClaim& claim : all) {
        const auto decision = decide(claim, modelled_figures);
        ASSERT_TRUE(decision) << claim.id;
        EXPECT_EQ(decision->verdict, run_claim(claim_of(claim.id)).verdict)
            << claim.id << " " << decision_text(claim, *decision);
    }
}

TEST(ClaimsOfWindow, WithTheirArmsSwappedComeOutOtherwise) {
    for (const DecidedClaim& claim : claims_of_window(loops_of_windows())) {
        if (claim.judge != nullptr) {
            const auto decision = decide(claim, modelled_figures);
            ASSERT_TRUE(decision) << claim.id;
            EXPECT_EQ(claim.judge(decision->holds, decision->fails), Verdict::refuted) << claim.id;
        }
    }
}

// What the failing arm gave, given by both, is never what was claimed; nor is what the arm that
// holds gave, given by both; nor, of the arm that holds, either nothing at all or far too much.
TEST(ClaimsOfWindow, AreDecidedByTheirNumbers) {
    for (const DecidedClaim& claim : claims_of_window(loops_of_windows())) {
        if (claim.judge == nullptr) {
            continue;
        }
        const auto decision = decide(claim, modelled_figures);
        ASSERT_TRUE(decision) << claim.id;
        EXPECT_EQ(claim.judge(decision->fails, decision->fails), Verdict::refuted) << claim.id;
        EXPECT_EQ(claim.judge(decision->holds, decision->holds), Verdict::refuted) << claim.id;
        const auto is_refuted_with = [&](double value) {
            Finding holds = decision->holds;
            std::fill(holds.values.begin(), holds.values.end(), value);
            return claim.judge(decision->fails, holds) == Verdict::refuted;
        };
        EXPECT_TRUE(is_refuted_with(0) || is_refuted_with(1'000)) << claim.id;
    }
}

TEST(ClaimsOfWindow, AreThoseWhoseLoopsRun) {
    const auto of_l1 = claims_of_window({find_loop("L1")});
    ASSERT_EQ(of_l1.size(), 1U);
    EXPECT_EQ(of_l1[0].id, "C33");
    const auto of_m4 = claims_of_window({find_loop("M4")});
    ASSERT_EQ(of_m4.size(), 1U);
    EXPECT_EQ(of_m4[0].id, "C76");
}

TEST(ClaimsOfWindow, AreUndecidedWithoutARun) {
    const auto of_l1 = claims_of_window({find_loop("L1")});
    EXPECT_FALSE(decide(of_l1[0], [](const RunName& name) {
        return name.machine == "slow" ? nullptr : modelled_figures(name);
    }));
}

TEST(ClaimsOfWindow, SayWhichRunGaveWhat) {
    const auto of_l1 = claims_of_window({find_loop("L1")});
    const auto decision = decide(of_l1[0], modelled_figures);
    ASSERT_TRUE(decision);
    EXPECT_EQ(decision_text(of_l1[0], *decision), "L1 slow 10.9 | L1 25.5 updates/s");
}

}  // namespace
}  // namespace tandem::tools::lab::window
