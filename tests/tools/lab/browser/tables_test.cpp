// SPDX-License-Identifier: MIT
// A browser's figures as tables, beside those of virtual time.
#include <tandem/tools/lab/browser/figures.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <tests/tools/lab/browser/sent_figures.hpp>

namespace tandem::tools::lab::browser {
namespace {

std::string text_of(const std::string& sent) {
    const auto figures = read_figures(sent);
    EXPECT_TRUE(figures);
    std::string text;
    for (const Table& table : tables_of(*figures)) {
        for (const std::string& line : text_lines(table)) {
            text += line + "\n";
        }
    }
    return text;
}
bool has(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}

TEST(BrowserTables, EachRunStandsBesideVirtualTime) {
    const auto tables = tables_of(*read_figures(k_sent_all));
    const auto runs = std::find_if(tables.begin(), tables.end(),
                                   [](const Table& table) { return table.name == "runs"; });
    ASSERT_NE(runs, tables.end());
    ASSERT_EQ(runs->rows.size(), 1U);
    // In two seconds virtual M2 makes 39 updates of 50 ms and 120 pictures at 60 Hz.
    EXPECT_EQ(cell_text(runs->rows[0][2]), "39");
    EXPECT_EQ(cell_text(runs->rows[0][3]), "39");
    EXPECT_EQ(cell_text(runs->rows[0][5]), "120");
}

TEST(BrowserTables, AClaimAgreesOrSaysWhyNot) {
    const std::string text = text_of(k_sent_all);
    EXPECT_TRUE(has(text, "C84  shown  refuted  differs: throttled")) << text;
    EXPECT_TRUE(has(text, "C75  shown  shown  agrees")) << text;
    EXPECT_TRUE(has(text, "1 of 2 verdicts agree."));
}

TEST(BrowserTables, SayWhetherTimersWereThrottled) {
    EXPECT_TRUE(has(text_of(k_sent_all), "throttles a hidden page's timers: 120 calls were due"));
    EXPECT_TRUE(has(text_of(k_sent_head + "hidden\t6000000\t0\t119\t120\t51000\nend\n"),
                    "did not throttle"));
    EXPECT_TRUE(has(text_of(k_sent_head + "end\n"), "could not be hidden"));
}

TEST(BrowserTables, ForeignTextIsEscaped) {
    EXPECT_TRUE(
        has(text_of("tandem-lab\t1\nagent\tA\x1b[2J\nrefresh\t1\t1\t1\nend\n"), "A\\x1b[2J"));
}

}  // namespace
}  // namespace tandem::tools::lab::browser
