// SPDX-License-Identifier: MIT
// The tables in virtual time, frozen: the same bytes from every compiler and on every machine.
// After a change that is meant, TANDEM_WRITE_GOLDEN=1 writes them anew, to be read as a diff.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <tandem/tools/lab/sections/section.hpp>

namespace tandem::tools::lab {
namespace {

std::string text_of(const Section& section) {
    const auto tables = section.run({});
    if (!tables) {
        return tables.error().text();
    }
    std::string text;
    for (const std::string& line : text_lines(*tables)) {
        text += line + "\n";
    }
    return text;
}

class GoldenTables : public testing::TestWithParam<std::size_t> {};

TEST_P(GoldenTables, AreWhatTheyWere) {
    const Section& section = sections()[GetParam()];
    const std::string path =
        std::string(TANDEM_SOURCE_DIR) + "/tests/golden/lab/" + std::string(section.name) + ".txt";
    const std::string text = text_of(section);
    if (std::getenv("TANDEM_WRITE_GOLDEN") != nullptr) {
        std::ofstream(path, std::ios::binary) << text;
        GTEST_SKIP() << "written: " << section.name;
    }
    std::ifstream file(path, std::ios::binary);
    ASSERT_TRUE(file) << "no " << path << "; TANDEM_WRITE_GOLDEN=1 writes it";
    const std::string golden(std::istreambuf_iterator<char>(file), {});
    EXPECT_EQ(text, golden);
}

INSTANTIATE_TEST_SUITE_P(Lab, GoldenTables, testing::Range<std::size_t>(0, sections().size()),
                         [](const testing::TestParamInfo<std::size_t>& tested) {
                             return std::string(sections()[tested.param].name);
                         });

}  // namespace
}  // namespace tandem::tools::lab
