// SPDX-License-Identifier: MIT
// Typing errors get the word that was meant, other words get none.
#include <tandem/sim/nearest.hpp>

#include <gtest/gtest.h>

namespace tandem::sim {
namespace {

const std::vector<std::string> k_words{"record", "play", "verify", "diff", "info", "join"};

TEST(NearestHint, FindsSlipsOfTheFinger) {
    EXPECT_EQ(nearest_hint("recrod", k_words), ", did you mean record?");
    EXPECT_EQ(nearest_hint("verfy", k_words), ", did you mean verify?");
    EXPECT_EQ(nearest_hint("plya", k_words), ", did you mean play?");
}

TEST(NearestHint, CompletesBeginnings) {
    EXPECT_EQ(nearest_hint("rec", k_words), ", did you mean record?");
}

TEST(NearestHint, DoesNotGuessWildly) {
    EXPECT_EQ(nearest_hint("teleport", k_words), "");
    EXPECT_EQ(nearest_hint("x", k_words), "");
    EXPECT_EQ(nearest_hint("anything", {}), "");
}

}  // namespace
}  // namespace tandem::sim
