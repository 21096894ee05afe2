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
constexpr Claim k_virtual{"C01", "a", "b", "c", "d", measure_one, measure_two, fails_is_less};
constexpr Claim k_untestable{.id = "C02", .sentence = "e", .why_not_testable = "no reason"};
const Claim k_real{.id = "C03",
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
    EXPECT_EQ(lines[1], "C02  not testable  e");
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
    EXPECT_EQ(on_the_real_clock.notes.size(), 2U);
}

TEST(ClaimsTable, CallsArmsInconclusiveThatDidNotComeOutAsNamed) {
    Claim claim = k_real;
    claim.real = Arms{measure_one, measure_one, fails_is_less};
    EXPECT_EQ(cell_of(claims_table({claim}, true), {"C03"}, "verdict"),
              "not testable: the arms did not come out as named");
}

}  // namespace
}  // namespace tandem::tools::lab
