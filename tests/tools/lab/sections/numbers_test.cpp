// SPDX-License-Identifier: MIT
// The tables of numbers against the inventory: C10 to C20, A06, A07, A11 and A25.
#include <gtest/gtest.h>

#include <tandem/tools/lab/sections/sections.hpp>
#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

class NumbersSection : public testing::Test {
protected:
    std::string cell(const std::string& table, const std::vector<std::string>& first,
                     const std::string& key) const {
        return cell_of(table_of(tables_, table), first, key);
    }

private:
    const std::vector<Table> tables_ = *numbers_section({});
};

TEST_F(NumbersSection, C10ShowsThatATenthIsNone) {
    EXPECT_EQ(cell("decimals", {"0.1"}, "double"), "0.10000000000000001");
    EXPECT_EQ(cell("decimals", {"0.1"}, "bits"), "3fb999999999999a");
    EXPECT_EQ(cell("decimals", {"0.5"}, "error"), "0");
}

TEST_F(NumbersSection, C11C12ShowTheArticlesBitsAndExactErrors) {
    EXPECT_EQ(cell("get_distance", {"40"}, "distance"), "10.000000000000075");
    EXPECT_EQ(cell("get_distance", {"40"}, "bits"), "402400000000002a");
    EXPECT_EQ(cell("get_distance", {"40"}, "error"), "+7.461e-14");
    EXPECT_EQ(cell("get_distance", {"100"}, "distance"), "9.9999999999998312");
    EXPECT_EQ(cell("get_distance", {"100"}, "bits"), "4023ffffffffffa1");
    EXPECT_EQ(cell("get_distance", {"100"}, "error"), "-1.688e-13");
    EXPECT_EQ(cell("get_distance", {"100"}, "integer"), "10000");
}

TEST_F(NumbersSection, C14ShowsNoErrorUpToEightFps) {
    for (const char* fps : {"1", "2", "4", "8"}) {
        EXPECT_EQ(cell("get_distance", {fps}, "error"), "0");
    }
}

TEST_F(NumbersSection, A07ShowsBothDivisions) {
    EXPECT_EQ(cell("division", {"60", "3"}, "distance"), "10.016666666666744");
    EXPECT_EQ(cell("division", {"60", "3"}, "frames"), "601");
    EXPECT_EQ(cell("division", {"60", "2"}, "distance"), "10.000000000000007");
    EXPECT_EQ(cell("division", {"60", "2"}, "frames"), "625");
    EXPECT_EQ(cell("get_distance", {"30"}, "driven_ms"), "10032");
}

TEST_F(NumbersSection, C13C15ShowWhatAThresholdMakesOfTheError) {
    EXPECT_EQ(cell("threshold", {"double", "40"}, "vanishes_ms"), "10000");
    EXPECT_EQ(cell("threshold", {"double", "100"}, "vanishes_ms"), "10010");
    EXPECT_EQ(cell("threshold", {"double", "100"}, "distance"), "10.009999999999831");
    EXPECT_EQ(cell("threshold", {"integer", "100"}, "vanishes_ms"), "10000");
    EXPECT_EQ(cell("common", {"double"}, "instants"), "201");
    EXPECT_EQ(cell("common", {"double"}, "differing"), "197");
    EXPECT_EQ(cell("common", {"double"}, "first_ms"), "100");
    EXPECT_EQ(cell("common", {"integer"}, "first_ms"), "-");
}

TEST_F(NumbersSection, C16C17ShowFredAndGeorgeApart) {
    EXPECT_EQ(cell("bullets", {"double", "1920", "10"}, "position"), "960.00000000000091");
    EXPECT_EQ(cell("bullets", {"double", "1920", "100"}, "position"), "960");
    EXPECT_EQ(cell("bullets", {"double", "1920", "10"}, "steps"), "50");
    EXPECT_EQ(cell("bullets", {"double", "1920", "100"}, "steps"), "5");
    EXPECT_EQ(cell("bullets", {"float", "1920", "10"}, "position").substr(0, 12), "960.00042724");
    EXPECT_EQ(cell("bullets", {"float", "1920", "10"}, "error"), "+4.272e-04");
    EXPECT_EQ(cell("bullets", {"integer", "1920", "10"}, "position"), "960");
    EXPECT_EQ(cell("bullets", {"double", "2000", "10"}, "error"), "0");
    EXPECT_EQ(cell("bullets", {"double", "2000", "100"}, "error"), "0");
}

TEST_F(NumbersSection, C18ShowsWhichMotionSurvivesBigSteps) {
    EXPECT_EQ(cell("partitions", {"bullet (px)"}, "small"), "960");
    EXPECT_EQ(cell("partitions", {"bullet (px)"}, "big"), "960");
    EXPECT_EQ(cell("partitions", {"jump, apex (units)"}, "big"), "1.875");
}

TEST_F(NumbersSection, C19ShowsOtherBuildsSumsAndOneOfIntegers) {
    EXPECT_EQ(cell("builds", {"x87, 64 bits until the end"}, "fps_40"), "10");
    EXPECT_EQ(cell("builds", {"x87, 64 bits until the end"}, "fps_100"), "10");
    EXPECT_EQ(cell("builds", {"double, 4 partial sums"}, "fps_40"), "9.9999999999999805");
    EXPECT_EQ(cell("builds", {"double, 4 partial sums"}, "fps_100"), "9.9999999999999627");
    EXPECT_EQ(cell("builds", {"double, 16 partial sums"}, "integer_40"), "10000");
}

TEST_F(NumbersSection, C20ShowsFixedPointOffByTheSameEverywhere) {
    EXPECT_EQ(cell("fixed_point", {"16.16, cut off"}, "fps_40"), "650000");
    EXPECT_EQ(cell("fixed_point", {"16.16, cut off"}, "fps_100"), "650000");
    EXPECT_EQ(cell("fixed_point", {"16.16, cut off"}, "units").substr(0, 5), "9.918");
}

TEST_F(NumbersSection, A06ShowsWhatWholeMillisecondsMakeOfARate) {
    EXPECT_EQ(cell("slots", {"1000 / 60"}, "hz"), "62.5");
    EXPECT_EQ(cell("slots", {"1000 / 60"}, "off_percent"), "4.17");
    EXPECT_EQ(cell("slots", {"1000 / 30"}, "slot_ms"), "33");
    EXPECT_EQ(cell("slots", {"1000 / 30"}, "off_percent"), "1.01");
    EXPECT_EQ(cell("slots", {"TickRate(60)"}, "off_percent"), "0");
    EXPECT_EQ(cell("slots", {"TickRate(60)"}, "short_ns"), "0");
}

TEST_F(NumbersSection, A11ShowsByHowLittleAFloatsSlotIsShort) {
    EXPECT_EQ(cell("slots", {"1f / 50"}, "short_ns"), "0.447");
}

// The rest of it is in clock_wrap_test.cpp.
TEST_F(NumbersSection, A25ShowsThatComparingStopsALoopAndSubtractingDoesNot) {
    EXPECT_EQ(cell("wrap", {"L3", "published", "normal"}, "runs_ahead"), "17");
    EXPECT_EQ(cell("wrap", {"L3", "published", "normal"}, "runs_frozen"), "2");
    EXPECT_EQ(cell("wrap", {"L3", "published", "slow"}, "runs_frozen"), "20");
    EXPECT_EQ(cell("wrap", {"L3", "by subtraction", "slow"}, "runs_frozen"), "0");
    EXPECT_EQ(cell("wrap", {"L3", "repaired", "slow"}, "runs_frozen"), "0");
    EXPECT_EQ(cell("wrap", {"L1", "published", "normal"}, "runs_ahead"), "0");
}

}  // namespace
}  // namespace tandem::tools::lab
