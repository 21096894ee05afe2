// SPDX-License-Identifier: MIT
// The claims of the chapters that any machine can run, and those that nothing here can test.
#include <tandem/tools/lab/claims/lists.hpp>

namespace tandem::tools::lab {

const ClaimList& portable_claims() {
    static const ClaimList k_portable =
        joined({number_claims(), physics_claims(), variable_step_claims(), nap_claims(),
                catch_up_claims(), tick_claims(), interpolation_claims(), gap_claims(),
                platform_claims(), input_claims(), hidden_claims(), untested_claims()});
    return k_portable;
}

// No experiment decides C89 and C90.
ClaimList untested_claims() {
    return {
        {.id = "C89",
         .articles = Article::lwjgl,
         .sentence = "waiting for the screen avoids torn pictures",
         .why_not_testable = "a torn picture is seen on a display only, and this runs without one"},
        {.id = "C90",
         .articles = Article::patterns,
         .sentence = "a program spends 90 % of its time in 10 % of its code",
         .why_not_testable = "it is a figure of speech: no program is named and no code counted"},
    };
}

}  // namespace tandem::tools::lab
