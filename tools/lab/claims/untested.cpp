// SPDX-License-Identifier: MIT
// The claims at the end that no experiment decides: C89 and C90.
#include <tandem/tools/lab/claims/lists.hpp>

namespace tandem::tools::lab {

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
