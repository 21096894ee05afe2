// SPDX-License-Identifier: MIT
// The tables in virtual time, frozen: the same bytes from every compiler and on every machine.
// After a change that is meant, TANDEM_WRITE_GOLDEN=1 writes them anew, to be read as a diff.
//
// No other test repeats their figures. Most were derived before this code was written: by hand in
// exact fractions, in Python, and with two compilers. Of those for `loops` four are others today.
// W3 on floor and M2 on slow were said to be busy 97.1 and 90.3 %, but 276 and 960 ms of their ten
// seconds are idle. W2 and W3 on choked were said to run 67 updates in 3400 ms, which they do in
// exact time; the doubles of the article run 66 in 3350 (loops/published_lwjgl_test.cpp).
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <tandem/tools/lab/sections/section.hpp>
#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

struct Golden {
    std::string name;
    const Section* section = nullptr;
    Request request;
};

// Each section as it is without any option, and the other form of the loops.
const std::vector<Golden>& goldens() {
    static const std::vector<Golden> k_goldens = [] {
        std::vector<Golden> all;
        for (const Section& section : sections()) {
            all.push_back({std::string(section.name), &section, {}});
        }
        all.push_back({"loops_repaired", find_section("loops"), {}});
        all.back().request.repaired = true;
        return all;
    }();
    return k_goldens;
}

std::string whole_text(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += line + "\n";
    }
    return text;
}

class GoldenTables : public testing::TestWithParam<std::size_t> {};

TEST_P(GoldenTables, AreWhatTheyWereFitATerminalAndHaveTitlesOfTheirOwn) {
    const Golden& golden = goldens()[GetParam()];
    const std::string path =
        std::string(TANDEM_SOURCE_DIR) + "/tests/golden/lab/" + golden.name + ".txt";
    const auto tables = run_section(*golden.section, golden.request);
    ASSERT_TRUE(tables) << tables.error().text();
    const std::vector<std::string> lines = text_lines(*tables);
    EXPECT_EQ(too_long_a_line(lines), "");
    for (const Table& table : *tables) {
        EXPECT_EQ(repeated_title(table), "") << table.name;
    }
    if (std::getenv("TANDEM_WRITE_GOLDEN") != nullptr) {
        std::ofstream(path, std::ios::binary) << whole_text(lines);
        GTEST_SKIP() << "written: " << golden.name;
    }
    std::ifstream file(path, std::ios::binary);
    ASSERT_TRUE(file) << "no " << path << "; TANDEM_WRITE_GOLDEN=1 writes it";
    const std::string frozen(std::istreambuf_iterator<char>(file), {});
    EXPECT_EQ(whole_text(lines), frozen);
}

INSTANTIATE_TEST_SUITE_P(Lab, GoldenTables, testing::Range<std::size_t>(0, goldens().size()),
                         [](const testing::TestParamInfo<std::size_t>& tested) {
                             return goldens()[tested.param].name;
                         });

}  // namespace
}  // namespace tandem::tools::lab
