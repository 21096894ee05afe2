// SPDX-License-Identifier: MIT
// Every claim comes out as listed, and every verdict can change: with its arms swapped it must, and
// with any of the numbers that it is made from.
#include <tandem/tools/lab/claims/claim.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace tandem::tools::lab {
namespace {

// What a number could be as well: nothing, and ten times as much; one that is nothing, something on
// either side.
std::vector<double> others_than(double value) {
    return value == 0 ? std::vector<double>{-10, 10} : std::vector<double>{0, 10 * value};
}

// A tenth more; of nothing, something.
std::vector<double> a_little_more_than(double value) { return {value == 0 ? 0.1 : 1.1 * value}; }

// The numbers that could be others without another verdict, as "fails 0".
std::vector<std::string> idle_values(const Claim& claim, const ClaimResult& result,
                                     std::vector<double> (*others_of)(double) = others_than) {
    std::vector<std::string> idle;
    const auto seen_at = [&](const std::string& arm, Finding ClaimResult::*finding) {
        for (std::size_t i = 0; i < (result.*finding).values.size(); ++i) {
            const std::vector<double> others = others_of((result.*finding).values[i]);
            if (std::none_of(others.begin(), others.end(), [&](double other) {
                    ClaimResult changed = result;
                    (changed.*finding).values[i] = other;
                    return claim.judge(changed.fails, changed.holds) != result.verdict;
                })) {
                idle.push_back(arm + " " + std::to_string(i));
            }
        }
    };
    seen_at("fails", &ClaimResult::fails);
    seen_at("holds", &ClaimResult::holds);
    return idle;
}

// The lab refutes two claims, and no run in virtual time decides six others.
const std::map<std::string_view, Verdict> k_not_shown{
    {"C14", Verdict::refuted},      {"C17", Verdict::refuted},      {"C32", Verdict::not_testable},
    {"C40", Verdict::not_testable}, {"C41", Verdict::not_testable}, {"C62", Verdict::not_testable},
    {"C89", Verdict::not_testable}, {"C90", Verdict::not_testable}};

// A rule that several cases break stays broken without one of them: the nine errors of C14, which
// fall four times, and the two pairs of C17.
const std::map<std::string_view, std::vector<std::string>> k_idle{
    {"C14",
     {"fails 0", "fails 1", "fails 2", "fails 3", "fails 4", "fails 5", "fails 6", "fails 7",
      "fails 8"}},
    {"C17", {"fails 0", "fails 1", "fails 2", "fails 3"}}};

class EachClaim : public testing::TestWithParam<std::size_t> {
protected:
    const Claim& claim() const { return claims()[GetParam()]; }
    // Run once for all tests.
    const ClaimResult& result() const {
        static std::map<std::size_t, ClaimResult> results;
        if (!results.contains(GetParam())) {
            results[GetParam()] = run_claim(claim());
        }
        return results[GetParam()];
    }
};

// The figures that bear it out stand in the claim's own judge and in tests/golden/lab/claims.txt.
TEST_P(EachClaim, IsShownUnlessItIsListedOtherwise) {
    const auto other = k_not_shown.find(claim().id);
    EXPECT_EQ(result().verdict, other == k_not_shown.end() ? Verdict::shown : other->second)
        << "measured: " << result().fails.text << " | " << result().holds.text;
}

TEST_P(EachClaim, ChangesItsVerdictWhenItsArmsAreSwapped) {
    if (claim().judge == nullptr) {
        EXPECT_FALSE(claim().why_not_testable.empty());
        return;
    }
    EXPECT_NE(canary(claim(), result()), result().verdict)
        << "measured: " << result().fails.text << " | " << result().holds.text;
}

TEST_P(EachClaim, ChangesItsVerdictWithEachOfItsNumbers) {
    if (claim().judge == nullptr) {
        return;
    }
    EXPECT_FALSE(result().fails.values.empty());
    EXPECT_FALSE(result().holds.values.empty());
    const auto found = k_idle.find(claim().id);
    EXPECT_EQ(idle_values(claim(), result()),
              found == k_idle.end() ? std::vector<std::string>() : found->second)
        << "measured: " << result().fails.text << " | " << result().holds.text;
}

TEST_P(EachClaim, SaysWhatItClaimsAndWhatRuns) {
    EXPECT_FALSE(claim().sentence.empty());
    if (claim().judge != nullptr) {
        EXPECT_FALSE(claim().fails.empty());
        EXPECT_FALSE(claim().holds.empty());
        EXPECT_FALSE(claim().expected.empty());
    }
}

// Implied is what no article says, so it stands alone.
TEST_P(EachClaim, SaysWhichArticleItIsOf) {
    const Articles articles = claim().articles;
    EXPECT_FALSE(articles.is_empty());
    EXPECT_FALSE(articles_text(articles).empty());
    const bool is_implied = claim().id == "C19" || claim().id == "C20";
    EXPECT_EQ(articles.has(Article::implied), is_implied);
    EXPECT_EQ(articles_text(articles) == "implied", is_implied);
}

INSTANTIATE_TEST_SUITE_P(Claims, EachClaim, testing::Range<std::size_t>(0, claims().size()),
                         [](const testing::TestParamInfo<std::size_t>& tested) {
                             return std::string(claims()[tested.param].id);
                         });

TEST(Claims, ThatExpectFiguresAreJudgedByThemAndNotByBounds) {
    const std::set<std::string_view> ids{"C22", "C24", "C35", "C51", "C55", "C58", "C60"};
    std::size_t judged = 0;
    for (const Claim& claim : claims()) {
        if (ids.contains(claim.id)) {
            EXPECT_EQ(idle_values(claim, run_claim(claim), a_little_more_than),
                      std::vector<std::string>())
                << claim.id;
            ++judged;
        }
    }
    EXPECT_EQ(judged, ids.size());
}

TEST(Claims, StandOnceEachInTheOrderOfTheirIds) {
    std::set<std::string_view> ids;
    std::string_view last;
    for (const Claim& claim : claims()) {
        EXPECT_TRUE(ids.insert(claim.id).second) << claim.id << " stands twice";
        EXPECT_LT(last, claim.id);
        last = claim.id;
    }
}

TEST(Claims, AreOfTheArticlesThatTheInventoryNames) {
    std::map<std::string, std::size_t> claims_of;
    for (const Claim& claim : claims()) {
        ++claims_of[articles_text(claim.articles)];
    }
    const std::map<std::string, std::size_t> expected{{"witters", 25},
                                                      {"patterns", 22},
                                                      {"lwjgl", 9},
                                                      {"mdn", 15},
                                                      {"witters, patterns", 4},
                                                      {"witters, lwjgl", 1},
                                                      {"witters, patterns, lwjgl", 1},
                                                      {"patterns, mdn", 1},
                                                      {"implied", 2}};
    EXPECT_EQ(claims_of, expected);
}

Finding one() { return {"1", {1}}; }
Finding two() { return {"2", {2}}; }

TEST(Claims, AVerdictThatCannotChangeIsSeenByItsCanary) {
    const Claim stubborn{.id = "C00",
                         .sentence = "planted",
                         .fails = "a",
                         .holds = "b",
                         .expected = "none",
                         .run_fails = one,
                         .run_holds = two,
                         .judge = [](const Finding&, const Finding&) { return Verdict::shown; }};
    EXPECT_EQ(canary(stubborn, run_claim(stubborn)), run_claim(stubborn).verdict);
}

Finding two_and_three() { return {"2 and 3", {2, 3}}; }

TEST(Claims, ANumberThatNoVerdictIsMadeFromIsSeen) {
    const Claim careless{.id = "C00",
                         .sentence = "planted",
                         .fails = "a",
                         .holds = "b",
                         .expected = "none",
                         .run_fails = one,
                         .run_holds = two_and_three,
                         .judge = [](const Finding& fails, const Finding& holds) {
                             return shown_if(fails.values[0] < holds.values[0]);
                         }};
    EXPECT_EQ(idle_values(careless, run_claim(careless)), std::vector<std::string>{"holds 1"});
}

TEST(Claims, AreJudgedByBothFindings) {
    const Claim sound{.id = "C00",
                      .sentence = "one is less than two",
                      .fails = "a",
                      .holds = "b",
                      .expected = "1 | 2",
                      .run_fails = one,
                      .run_holds = two,
                      .judge = [](const Finding& fails, const Finding& holds) {
                          return shown_if(fails.values[0] < holds.values[0]);
                      }};
    const ClaimResult result = run_claim(sound);
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(canary(sound, result), Verdict::refuted);
    EXPECT_EQ(verdict_text(sound, result.verdict), "shown");
}

}  // namespace
}  // namespace tandem::tools::lab
