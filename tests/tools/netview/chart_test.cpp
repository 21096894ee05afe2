// SPDX-License-Identifier: MIT
// Axes have round numbers, marks are where their times are, and nothing overlaps that has words.
#include <tandem/tools/netview/chart.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <tests/tools/lab/report/well_formed.hpp>
#include <tests/tools/netview/a_match.hpp>

namespace tandem::tools::netview {
namespace {

using lab::report::Document;
using lab::report::Element;
using lab::report::find_elements;
using lab::report::read_markup;

TEST(Chart, ValuesOfAnAxisAreRoundAndReachTheMost) {
    EXPECT_EQ(round_values(20, 4), (std::vector<double>{0, 5, 10, 15, 20}));
    EXPECT_EQ(round_values(4, 2), (std::vector<double>{0, 2, 4}));
    EXPECT_EQ(round_values(101, 4), (std::vector<double>{0, 50, 100, 150}));
    for (double most = 0.03; most < 1e6; most *= 1.7) {
        const auto values = round_values(most, 4);
        EXPECT_LE(values.size(), 5U) << most;
        EXPECT_GE(values.size(), 2U) << most;
        EXPECT_GE(values.back(), most);
        EXPECT_LT(values[values.size() - 2], most) << most;
    }
}

TEST(Chart, NamesOfTimesAreFewForEveryLength) {
    EXPECT_EQ(round_times(at_ms(3'500), 9).size(), 4U);
    for (std::int64_t length = 1; length < 100'000'000; length = length * 3 / 2 + 1) {
        const auto times = round_times(at_ms(length), 9);
        ASSERT_GE(times.size(), 1U) << length;
        EXPECT_LE(times.size(), 10U) << length;
        EXPECT_LE(times.back(), at_ms(length));
    }
    EXPECT_EQ(clock_text(at_ms(5'999)), "0:05");
    EXPECT_EQ(clock_text(at_ms(754'000)), "12:34");
    EXPECT_EQ(clock_text(at_ms(3'723'000)), "1:02:03");
}

TEST(Chart, AGapIsNotConnected) {
    Chart chart("a", "b", "c", at_ms(10'000));
    chart.panel("ms", 100, 100);
    chart.line({{at_ms(0), at_ms(1'000), 10, 5, 20},
                {at_ms(1'000), at_ms(2'000), 30, 5, 40},
                {at_ms(5'000), at_ms(6'000), 50, 50, 50}},
               true);
    const std::string svg = chart.extract();
    const Document document = read_markup(svg.substr(svg.find("<svg")));
    ASSERT_TRUE(document.problems.empty()) << document.problems.front();
    for (const char* look : {"line", "band"}) {
        const auto paths = find_elements(
            document, [&](const Element& element) { return element.attribute("class") == look; });
        ASSERT_EQ(paths.size(), 1U) << look;
        const std::string path = paths[0].attribute("d");
        EXPECT_EQ(std::count(path.begin(), path.end(), 'M'), 2) << path;
    }
}

TEST(Chart, WordsOfABarStandWhereThereIsRoomOrNotAtAll) {
    Chart chart("a", "b", "c", at_ms(100'000));
    chart.bars({{at_ms(0), at_ms(50'000), "within", "first"},
                {at_ms(60'000), at_ms(60'100), "beside", "second"},
                {at_ms(64'000), at_ms(64'100), "nowhere", "third"},
                {at_ms(64'200), at_ms(64'300), "behind", "fourth"}},
               1);
    const std::string svg = chart.extract();
    const Document document = read_markup(svg.substr(svg.find("<svg")));
    ASSERT_TRUE(document.problems.empty()) << document.problems.front();
    std::vector<std::string> words;
    for (const Element& element : document.elements) {
        if (element.name == "text") {
            words.push_back(element.text);
        }
    }
    EXPECT_EQ(words, (std::vector<std::string>{"a", "b", "within", "beside", "behind"}));
    // What has no room is said where a reader points.
    EXPECT_NE(svg.find("<title>third</title>"), std::string::npos);
}

}  // namespace
}  // namespace tandem::tools::netview
