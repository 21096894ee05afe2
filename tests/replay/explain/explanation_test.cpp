// SPDX-License-Identifier: MIT
// Names that tell the classes apart.
#include <gtest/gtest.h>

#include <set>

#include <tandem/replay/explain/explanation.hpp>

namespace tandem::test {
namespace {

TEST(Explanation, EachClassHasANameOfItsOwn) {
    std::set<std::string> names;
    for (int i = 0; i <= static_cast<int>(replay::CauseClass::unknown); ++i) {
        names.insert(cause_class_text(static_cast<replay::CauseClass>(i)));
    }
    EXPECT_EQ(names.size(), 10U);
    EXPECT_EQ(names.count(""), 0U);
}

TEST(Explanation, OfNothingHasNoDivergence) {
    replay::Explanation explanation;
    EXPECT_FALSE(explanation.has_divergence());
    explanation.cause = replay::CauseClass::unknown;
    EXPECT_TRUE(explanation.has_divergence()) << "found, though not explained";
}

}  // namespace
}  // namespace tandem::test
