// SPDX-License-Identifier: MIT
// The closing tables and the JSON of an arm say what was found.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include <tandem/tools/lab/match/tables.hpp>
#include <tests/tools/lab/tables.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;
using tools::lab::Table;

ArmResult result_of(ArmId id) {
    ArmResult result;
    const Arm& arm = arm_of(id);
    result.findings.arm = &arm;
    result.findings.agrees = arm.expects_agreement;
    result.findings.compared = 737;
    result.findings.due = 750;
    result.findings.frames_fast = 598;
    result.findings.frames_slow = 60;
    result.findings.ratio = 9.96;
    result.findings.outcomes = 10;
    result.findings.verdict =
        arm.expects_agreement ? MatchVerdict::identical : MatchVerdict::diverged;
    result.findings.fast.spring_max = 1;
    result.findings.slow.spring_max = 2;
    result.findings.fast.apex = 2.45;
    result.findings.pairs = 5;
    result.findings.found_exactly = 4;
    result.findings.stalls = 3;
    result.findings.is_as_expected = true;
    result.recordings_are_sound = true;
    result.seconds = 6;
    result.fast_cost_ns = 10'000'000;
    result.slow_cost_ns = 100'000'000;
    if (!arm.expects_agreement) {
        result.findings.first_difference = 28;
    }
    result.recordings.push_back({"inputs", result.findings.first_difference, true, false});
    return result;
}

std::string text_of(const std::vector<Table>& tables) {
    std::string text;
    for (const Table& table : tables) {
        for (const std::string& line : tools::lab::text_lines(table)) {
            text += line + "\n";
        }
    }
    return text;
}

TEST(MatchTables, EveryArmHasItsRows) {
    const std::vector<Table> tables =
        closing_tables({result_of(ArmId::v_naive), result_of(ArmId::f_broken_dropped)});
    ASSERT_EQ(tables.size(), 4U);
    EXPECT_EQ(tables[0].rows.size(), 2U);
    EXPECT_EQ(tables[1].rows.size(), 4U);
    EXPECT_EQ(tables[2].rows.size(), 1U);  // a broken arm shows no effect
    EXPECT_EQ(tables[3].rows.size(), 1U);  // a variable arm pays no price of lockstep
    const std::string text = text_of(tables);
    for (const char* part : {"28 ms", "tick 28", "4 of 5", "1 of 10", "inputs, tick 28", "2.45",
                             "737", "diverged", "cleared", "hit", "differs"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    }
    for (const Table& table : tables) {
        EXPECT_FALSE(tools::lab::csv_lines(table).empty());
    }
}

// With figures as long as they come.
TEST(MatchTables, FitATerminalAndHaveTitlesOfTheirOwn) {
    std::vector<ArmResult> results{result_of(ArmId::v_script), result_of(ArmId::f_broken_flipped)};
    for (ArmResult& result : results) {
        result.findings.frames_fast = 1'000'000;
        result.findings.compared = 1'000'000;
        result.findings.bullet_apart = -1.2345678901234567e-13;
        result.findings.bullet_float_apart = 0.00042724609375;
        for (MatchOutcome* outcome : {&result.findings.fast, &result.findings.slow}) {
            outcome->bullet = 1.2345678901234567;
            outcome->bullet_float = 9.999999;
            outcome->bullet_integer = 9.999999;
            outcome->apex_integer = 2.449;
            outcome->spring_max = 1'234'567.891;
            outcome->shot = 123.45678901234567;
            outcome->shot_float = 123.456787109375;
        }
    }
    const std::vector<Table> tables = closing_tables(results);
    ASSERT_EQ(tables.size(), 5U);
    for (const Table& table : tables) {
        EXPECT_EQ(tools::lab::too_long_a_line(tools::lab::text_lines(table)), "");
        EXPECT_EQ(tools::lab::repeated_title(table), "") << table.name;
    }
}

TEST(MatchTables, VariableArmsAloneHaveNoPrice) {
    EXPECT_EQ(closing_tables({result_of(ArmId::v_naive)}).size(), 3U);
}

TEST(MatchTables, ATapMayBeLostByOneMachineOrByBoth) {
    const auto lost = [](std::uint32_t fast_frames, std::uint32_t slow_frames) {
        ArmResult result = result_of(ArmId::v_naive);
        result.findings.fast.tap_frames = fast_frames;
        result.findings.slow.tap_frames = slow_frames;
        const Table table = closing_tables({result}).at(2);
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            if (table.columns[i].key == "lost") {
                return tools::lab::cell_text(table.rows.at(0).at(i));
            }
        }
        return std::string();
    };
    EXPECT_EQ(lost(5, 1), "no");
    EXPECT_EQ(lost(5, 0), "by one machine");
    EXPECT_EQ(lost(0, 1), "by one machine");
    EXPECT_EQ(lost(0, 0), "by both");
}

TEST(MatchTables, RoundingIsToldInDoubleAndInFloat) {
    ArmResult result = result_of(ArmId::v_script);
    result.findings.bullet_apart = 0.25;
    result.findings.bullet_float_apart = 0.125;
    const Table table = closing_tables({result}).at(2);
    EXPECT_EQ(table.columns.at(2).key, "rounding_float");
    EXPECT_EQ(tools::lab::cell_text(table.rows.at(0).at(1)), "0.25");
    EXPECT_EQ(tools::lab::cell_text(table.rows.at(0).at(2)), "0.125");
    EXPECT_EQ(
        tools::lab::cell_text(closing_tables({result_of(ArmId::f_int)}).at(2).rows.at(0).at(2)),
        "-");
}

TEST(MatchTables, ABrokenArmShowsNoEffect) {
    const Table table =
        closing_tables({result_of(ArmId::f_int), result_of(ArmId::f_broken_dropped)}).at(2);
    EXPECT_EQ(table.name, "effects");
    EXPECT_EQ(table.rows.size(), 1U);
}

TEST(MatchTables, WhereAShotVanishesHasATableOfItsOwn) {
    ArmResult result = result_of(ArmId::v_script);
    for (MatchOutcome* outcome : {&result.findings.fast, &result.findings.slow}) {
        outcome->shot = 123.45678901234567;
        outcome->shot_float = 123.456787109375;
        outcome->shot_integer = 123;
        outcome->shot_ms = 500;
    }
    const std::vector<Table> tables = closing_tables({result, result_of(ArmId::f_int)});
    ASSERT_EQ(tables.size(), 5U);
    EXPECT_EQ(tables[3].rows.size(), 2U);
    const std::string text = text_of({tables[3]});
    EXPECT_NE(text.find("500  123.45678901234567  123.45678711          123"), std::string::npos)
        << text;
    EXPECT_NE(tools::json_line(arm_json(result)).find("\"shot_ms\":500"), std::string::npos);
}

TEST(MatchTables, ThePriceIsThatOfTheMachinesAskedFor) {
    ArmResult result = result_of(ArmId::f_int);
    const auto notes = [&] { return closing_tables({result}).back().notes; };
    EXPECT_TRUE(
        notes().at(0).ends_with("frames of 10 ms and 100 ms a delay of 2 ticks keeps the "
                                "pace,"))
        << notes().at(0);
    EXPECT_NE(notes().at(1).find("a delay of 3 ticks lets neither machine wait"),
              std::string::npos);
    result.fast_cost_ns = 20'000'000;
    result.slow_cost_ns = 500'500'000;
    EXPECT_TRUE(
        notes().at(0).ends_with("frames of 20 ms and 500.5 ms a delay of 13 ticks keeps "
                                "the pace,"))
        << notes().at(0);
    result.fast_cost_ns = result.slow_cost_ns = 8'000'000;
    EXPECT_TRUE(notes().at(0).ends_with("a delay of 1 tick lets neither machine wait."));
    EXPECT_TRUE(notes().at(1).starts_with("input to tick:"));
}

// It may stand in the first line of a block, or folded, far from the one that it goes with.
TEST(MatchTables, ATitleOfThePriceSaysOfWhatItIsByItself) {
    const Table table = closing_tables({result_of(ArmId::f_int)}).back();
    ASSERT_EQ(table.name, "price");
    const std::map<std::string, std::string> begins{{"input_age_max_ms", "input to tick ms "},
                                                    {"worst_gap_slow_ms", "worst gap slow "},
                                                    {"found_after_ms", "found after "}};
    std::size_t found = 0;
    for (const tools::lab::Column& column : table.columns) {
        const auto expected = begins.find(column.key);
        if (expected != begins.end()) {
            EXPECT_TRUE(column.title.starts_with(expected->second)) << column.title;
            ++found;
        }
    }
    EXPECT_EQ(found, begins.size());
}

TEST(MatchTables, JsonHasTheKeysThatScriptsRelyOn) {
    const std::string line = tools::json_line(arm_json(result_of(ArmId::v_naive)));
    EXPECT_NE(
        line.find("\"arm\":\"V-naive\",\"agree\":false,\"frames_fast\":598,\"frames_slow\":60,"
                  "\"first_difference\":28,\"outcomes\":10,\"verdict\":\"diverged\""),
        std::string::npos)
        << line;
    EXPECT_NE(line.find("\"stalls\":null"), std::string::npos);
    EXPECT_NE(line.find("\"compared\":737,\"due\":750"), std::string::npos);
    const std::string fixed = tools::json_line(arm_json(result_of(ArmId::f_int)));
    EXPECT_NE(fixed.find("\"first_difference\":null"), std::string::npos);
    EXPECT_NE(fixed.find("\"first_difference_unit\":\"tick\""), std::string::npos);
    EXPECT_NE(fixed.find("\"stalls\":3"), std::string::npos);
}

TEST(MatchTables, BothMachinesAndRecordingsMustComeOutAsExpected) {
    ArmResult result = result_of(ArmId::f_int);
    EXPECT_TRUE(result.is_as_expected());
    result.recordings_are_sound = false;
    EXPECT_FALSE(result.is_as_expected());
    result.recordings_are_sound = true;
    result.findings.is_as_expected = false;
    EXPECT_FALSE(result.is_as_expected());
}

}  // namespace
}  // namespace tandem::test
