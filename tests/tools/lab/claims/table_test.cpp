// SPDX-License-Identifier: MIT
// The table of claims.
#include <tandem/tools/lab/claims/table.hpp>

#include <gtest/gtest.h>

#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

Finding measure_one() { return {"1", {1}}; }
Finding measure_two() { return {"2", {2}}; }
Verdict fails_is_less(const Finding& fails, const Finding& holds) {
    return fails.values[0] == holds.values[0] ? Verdict::not_testable
                                              : shown_if(fails.values[0] < holds.values[0]);
}
constexpr Claim k_virtual{.id = "C01",
                          .articles = Article::witters | Article::mdn,
                          .sentence = "a",
                          .fails = "b",
                          .holds = "c",
                          .expected = "d",
                          .run_fails = measure_one,
                          .run_holds = measure_two,
                          .judge = fails_is_less};
constexpr Claim k_untestable{
    .id = "C02", .articles = Article::lwjgl, .sentence = "e", .why_not_testable = "no reason"};
const Claim k_real{.id = "C03",
                   .articles = Article::patterns,
                   .sentence = "f",
                   .fails = "g",
                   .holds = "h",
                   .expected = "i",
                   .why_not_testable = "it takes a clock",
                   .real = Arms{measure_two, measure_one, fails_is_less}};

TEST(ClaimsTable, SaysNothingOfArmsThatAClaimHasNot) {
    const Table table = claims_table({k_untestable}, false);
    EXPECT_EQ(cell_of(table, {"C02"}, "verdict"), "not testable: no reason");
    for (const char* key : {"fails", "holds", "expected", "measured"}) {
        EXPECT_EQ(cell_of(table, {"C02"}, key), "-");
    }
}

TEST(ClaimsTable, GivesTheReasonALineOfItsOwnInText) {
    const auto lines = text_lines(claims_table({k_untestable}, false));
    ASSERT_GE(lines.size(), 3U);
    EXPECT_EQ(lines[1], "C02  not testable  lwjgl  e");
    EXPECT_EQ(lines[2], "    why             no reason");
}

TEST(ClaimsTable, HasOnTheRealClockTheClaimsThatHaveArmsForIt) {
    const std::vector<Claim> all{k_virtual, k_untestable, k_real};
    const Table in_virtual_time = claims_table(all, false);
    EXPECT_EQ(in_virtual_time.rows.size(), 3U);
    EXPECT_EQ(cell_of(in_virtual_time, {"C01"}, "measured"), "1 | 2");
    EXPECT_EQ(cell_of(in_virtual_time, {"C03"}, "verdict"), "not testable: it takes a clock");
    const Table on_the_real_clock = claims_table(all, true);
    EXPECT_EQ(on_the_real_clock.rows.size(), 1U);
    EXPECT_EQ(cell_of(on_the_real_clock, {"C03"}, "verdict"), "refuted");
    EXPECT_EQ(cell_of(on_the_real_clock, {"C03"}, "measured"), "2 | 1");
    EXPECT_EQ(on_the_real_clock.notes.size(), 3U);
}

TEST(ClaimsTable, NamesTheArticlesOfEachClaimAndSaysBelowWhichTheyAre) {
    const Table table = claims_table({k_virtual, k_untestable}, false);
    EXPECT_EQ(cell_of(table, {"C01"}, "article"), "witters, mdn");
    EXPECT_EQ(cell_of(table, {"C02"}, "article"), "lwjgl");
    EXPECT_EQ(text_lines(table)[1], "C01  shown  witters, mdn  a");
    ASSERT_EQ(table.notes.size(), 4U);
    EXPECT_EQ(table.notes[0], "2 claims: 1 shown, 0 refuted, 1 not testable.");
    EXPECT_TRUE(table.notes[1].starts_with("witters: Koen Witters"));
    EXPECT_TRUE(table.notes[2].starts_with("lwjgl: "));
    EXPECT_TRUE(table.notes[3].starts_with("mdn: "));
}

TEST(ClaimsTable, SaysOnTheRealClockWhatWasRunThere) {
    Claim claim = k_real;
    claim.real->holds = "on sockets";
    EXPECT_EQ(cell_of(claims_table({claim}, true), {"C03"}, "holds"), "on sockets");
    EXPECT_EQ(cell_of(claims_table({claim}, false), {"C03"}, "holds"), "h");
    EXPECT_EQ(cell_of(claims_table({k_real}, true), {"C03"}, "holds"), "h");
}

TEST(ClaimsTable, CallsArmsInconclusiveThatDidNotComeOutAsNamed) {
    Claim claim = k_real;
    claim.real = Arms{measure_one, measure_one, fails_is_less};
    EXPECT_EQ(cell_of(claims_table({claim}, true), {"C03"}, "verdict"),
              "not testable: this machine's noise is as large as what is asked");
}

Finding measure_nothing() { return {"", {}}; }
Verdict is_open(const Finding&, const Finding&) { return Verdict::not_testable; }

const std::vector<Claim>& some() {
    static const std::vector<Claim> k_some{
        {.id = "C01", .articles = Article::witters | Article::mdn, .sentence = "a"},
        {.id = "C02",
         .articles = Article::lwjgl,
         .sentence = "b",
         .real = Arms{measure_nothing, measure_nothing, is_open}},
        {.id = "C03", .articles = Article::mdn, .sentence = "c"}};
    return k_some;
}

// Their ids, or what is wrong.
std::string chosen(const ClaimChoice& choice) {
    const auto claims = choose_claims(some(), choice);
    if (!claims) {
        EXPECT_EQ(claims.error().code, sim::ErrorCode::usage);
        return claims.error().text();
    }
    std::string ids;
    for (const Claim& claim : *claims) {
        ids += std::string(claim.id) + " ";
    }
    return ids;
}

TEST(ClaimChoice, IsAllWhereNothingIsNamed) { EXPECT_EQ(chosen({}), "C01 C02 C03 "); }

TEST(ClaimChoice, TakesIdsInTheOrderOfTheClaims) {
    EXPECT_EQ(chosen({.ids = {"C03", "C01", "C03"}}), "C01 C03 ");
}

TEST(ClaimChoice, TakesClaimsOfAnyOfTheArticles) {
    EXPECT_EQ(chosen({.articles = {"mdn"}}), "C01 C03 ");
    EXPECT_EQ(chosen({.articles = {"lwjgl", "witters"}}), "C01 C02 ");
    EXPECT_EQ(chosen({.ids = {"C01", "C02"}, .articles = {"mdn"}}), "C01 ");
}

TEST(ClaimChoice, LeavesOnTheRealClockWhatRunsThere) {
    EXPECT_EQ(chosen({.real = true}), "C02 ");
    EXPECT_EQ(chosen({.ids = {"C02"}, .real = true}), "C02 ");
}

TEST(ClaimChoice, RefusesWhatIsNotThereAndNamesWhatIs) {
    EXPECT_EQ(chosen({.ids = {"C01", "c2"}}), "--claim: expected one of C01 C02 C03, found 'c2'");
    EXPECT_EQ(chosen({.articles = {"opengl"}}),
              "--article: expected one of witters patterns lwjgl mdn implied, found 'opengl'");
    EXPECT_EQ(chosen({.ids = {"C03"}, .real = true}),
              "--claim: C03 does not run on the real clock; these do: C02");
}

TEST(ClaimChoice, RefusesToChooseNothing) {
    EXPECT_EQ(chosen({.ids = {"C02", "C03"}, .articles = {"witters"}}),
              "--article: none of C02 C03 is of witters");
    EXPECT_EQ(chosen({.articles = {"mdn"}, .real = true}), "--article: none of C02 is of mdn");
}

}  // namespace

}  // namespace tandem::tools::lab
