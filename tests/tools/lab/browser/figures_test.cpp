// SPDX-License-Identifier: MIT
// What a page may send, and everything else.
#include <tandem/tools/lab/browser/figures.hpp>

#include <gtest/gtest.h>

#include <tests/tools/lab/browser/sent_figures.hpp>

namespace tandem::tools::lab::browser {
namespace {

TEST(BrowserFigures, AreReadAsTheyWereSent) {
    const auto figures = read_figures(k_sent_all);
    ASSERT_TRUE(figures);
    EXPECT_EQ(figures->agent, "A browser/1");
    EXPECT_EQ(figures->refresh_us, 16'667);
    ASSERT_EQ(figures->runs.size(), 1U);
    const BrowserRun& run = figures->runs.front();
    EXPECT_EQ(run.loop, "M2");
    EXPECT_TRUE(run.is_repaired);
    EXPECT_EQ(run.updates, 39);
    EXPECT_EQ(run.latency_max_us, 17'000);
    ASSERT_TRUE(figures->hidden);
    EXPECT_EQ(figures->hidden->worker, 120);
    ASSERT_EQ(figures->hidden->loops.size(), 1U);
    EXPECT_EQ(figures->hidden->loops.front().at_once, 120);
    ASSERT_EQ(figures->claims.size(), 2U);
    EXPECT_EQ(figures->claims[0].why, "throttled");
    EXPECT_EQ(figures->claims[1].why, "");
    EXPECT_EQ(figures->facts.front().text, "as asked");
}

TEST(BrowserFigures, APageThatCouldNotBeHiddenHasNoneOfThat) {
    const auto figures = read_figures(k_sent_head + "end\n");
    ASSERT_TRUE(figures);
    EXPECT_FALSE(figures->hidden);
}

TEST(BrowserFigures, WhatIsCutAnywhereIsRefused) {
    for (std::size_t bytes = 0; bytes < k_sent_all.size(); ++bytes) {
        const auto figures = read_figures(k_sent_all.substr(0, bytes));
        ASSERT_FALSE(figures) << bytes;
        EXPECT_EQ(figures.error().code, sim::ErrorCode::bad_data);
    }
}

// A text may hold any byte, everything else may not; neither may harm.
TEST(BrowserFigures, AnyByteInAnyPlaceIsReadOrRefused) {
    for (std::size_t at = 0; at < k_sent_all.size(); ++at) {
        for (const char byte : {'\0', '\n', '\t', '-', '9', 'x', '\xff'}) {
            std::string sent = k_sent_all;
            sent[at] = byte;
            const auto figures = read_figures(sent);
            if (figures) {
                EXPECT_GT(figures->refresh_us, 0) << at;
            }
        }
    }
}

TEST(BrowserFigures, ALineOfAnotherKindFormOrSizeIsNamed) {
    for (const std::string& line : std::vector<std::string>{
             "run\tM2\trepaired\t1", "run\tL1" + k_sent_run.substr(6), "run\tM2\tother\t1\t1",
             "hidden-loop\tM1\tpublished\t1\t1", "claim\tC84\tperhaps\ta\tb",
             "claim\tC01\tshown\ta\tb", "fact\tname\ttext\tmore", "", "else\t1",
             "refresh\t-5\t1\t1", "refresh\t99999999999999999999\t1\t1",
             "fact\tname\t" + std::string(1'001, 'x')}) {
        const auto figures = read_figures(k_sent_head + line + "\nend\n");
        ASSERT_FALSE(figures) << line;
        EXPECT_NE(figures.error().text().find("the page's figures, line 4: "), std::string::npos)
            << figures.error().text();
    }
}

TEST(BrowserFigures, WithoutABrowserOrARefreshAreRefused) {
    EXPECT_FALSE(read_figures("tandem-lab\t1\nagent\tx\nend\n"));
    EXPECT_FALSE(read_figures("tandem-lab\t1\nrefresh\t1\t1\t1\nend\n"));
    EXPECT_FALSE(read_figures("tandem-lab\t2\n" + k_sent_all.substr(13)));
}

TEST(BrowserFigures, ALongAnswerIsNoBetterThanAShortOne) {
    std::string sent = k_sent_head;
    for (int i = 0; i < 10'000; ++i) {
        sent += k_sent_run;
    }
    EXPECT_FALSE(read_figures(sent + "end\n"));
}

}  // namespace
}  // namespace tandem::tools::lab::browser
