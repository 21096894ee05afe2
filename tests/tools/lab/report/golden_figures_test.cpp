// SPDX-License-Identifier: MIT
// A few pictures, frozen: the same bytes from every compiler and on every machine, of linear and
// logarithmic axes and of time lines. After a change that is meant, TANDEM_WRITE_GOLDEN=1 writes
// them anew, to be looked at in a browser.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <tandem/tools/lab/report/figures.hpp>

namespace tandem::tools::lab::report {
namespace {

void expect_golden(const std::string& name, const std::string& svg) {
    const std::string path = std::string(TANDEM_SOURCE_DIR) + "/tests/golden/lab/report/" + name;
    if (std::getenv("TANDEM_WRITE_GOLDEN") != nullptr) {
        std::ofstream(path, std::ios::binary) << svg << '\n';
        return;
    }
    std::ifstream file(path, std::ios::binary);
    ASSERT_TRUE(file) << "no " << path << "; TANDEM_WRITE_GOLDEN=1 writes it";
    const std::string golden(std::istreambuf_iterator<char>(file), {});
    EXPECT_EQ(svg + '\n', golden);
}

TEST(GoldenFigures, OnLinearAxes) {
    expect_golden("jump_apex.svg", jump_figure().panels.at(1).svg);
}

TEST(GoldenFigures, OnALogarithmicAxisWithZero) {
    expect_golden("tracks_distance.svg", tracks_figure().panels.at(1).svg);
}

TEST(GoldenFigures, OfTimeLines) { expect_golden("lanes_L1.svg", lanes_figure().panels.at(1).svg); }

}  // namespace
}  // namespace tandem::tools::lab::report
