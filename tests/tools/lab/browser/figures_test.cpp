// SPDX-License-Identifier: MIT
// What a page may send, and everything else.
#include <tandem/tools/lab/browser/figures.hpp>

#include <utility>

#include <gtest/gtest.h>

#include <tandem/tools/text/words_text.hpp>
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

// What is said of a line between sound ones.
std::string said_of(const std::string& line) {
    const auto figures = read_figures(k_sent_head + line + "\nend\n");
    return figures ? "nothing" : figures.error().text();
}

TEST(BrowserFigures, TheLineAndTheFieldThatAreWrongAreNamed) {
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"run\tM2\trepaired\t1",
         "updates: expected a whole number from 0 to 1000000000, found nothing"},
        {"run\tL1" + k_sent_run.substr(6, k_sent_run.size() - 7),
         "loop: expected one of MDN's loops, found 'L1'"},
        {"run\tM2\tother\t1\t1", "form: expected one of published, repaired, found 'other'"},
        {"claim\tC84\tperhaps\ta\tb",
         "verdict: expected one of shown, refuted, undecided, found 'perhaps'"},
        {"claim\tC01\tshown\ta\tb", "claim: expected one of C"},
        {"fact\tname\ttext\tmore", "a field more than the 2 that it has"},
        {"", "expected another line here, found ''"},
        {"hidden-loop\tM1\tpublished\t1\t1", "expected another line here, found 'hidden-loop'"},
        {"else\t1", "expected another line here, found 'else'"},
        {"else\x1b[2J", "found 'else\\x1b[2J'"},
        {"fact\tname\t" + std::string(1'001, 'x'),
         "text: expected at most 1000 bytes, found '" + std::string(40, 'x') + "' and more"},
    };
    for (const auto& [line, said] : wrong) {
        const std::string text = said_of(line);
        EXPECT_TRUE(text.starts_with("the page's figures, line 4: ")) << text;
        EXPECT_NE(text.find(said), std::string::npos) << text;
    }
}

// A window of an hour would be played as long in virtual time, and one of nothing divides.
TEST(BrowserFigures, NumbersBeyondTheirLimitsAreRefusedByName) {
    const auto run_with = [](std::size_t field, const std::string& number) {
        std::vector<std::string> fields{"run", "M2",  "repaired", "2000000", "39",
                                        "120", "119", "1950000",  "1116000", "17700",
                                        "1",   "2",   "33000",    "17000"};
        fields[field] = number;
        return words_text(fields, "\t");
    };
    ASSERT_EQ(said_of(run_with(3, "60000000")), "nothing");
    for (const char* window :
         {"0", "60000001", "-1", "1e3", " 1", "+1", "0x1", "99999999999999999999"}) {
        const std::string text = said_of(run_with(3, window));
        EXPECT_NE(
            text.find("line 4: window_us: expected a whole number from 1 to 60000000, found '"),
            std::string::npos)
            << text;
    }
    const std::vector<std::string> names{"updates",
                                         "frames",
                                         "distinct",
                                         "simulated_us",
                                         "busy_us",
                                         "worst_gap_us",
                                         "updates_per_frame_max",
                                         "presses",
                                         "latency_sum_us",
                                         "latency_max_us"};
    for (std::size_t at = 0; at < names.size(); ++at) {
        for (const char* number : {"-1", "100000000001", ""}) {
            const std::string text = said_of(run_with(4 + at, number));
            EXPECT_NE(text.find("line 4: " + names[at] + ": expected"), std::string::npos) << text;
        }
    }
    for (const char* line : {"refresh\t0\t1\t1", "refresh\t10000001\t1\t1"}) {
        EXPECT_NE(said_of(line).find("refresh_us: expected"), std::string::npos) << line;
    }
    EXPECT_NE(said_of("hidden\t3600000001\t0\t6\t120\t1").find("length_us: "), std::string::npos);
    EXPECT_NE(said_of("hidden\t1\t0\t6\t-120\t1").find("worker: "), std::string::npos);
}

TEST(BrowserFigures, WithoutABrowserOrARefreshAreRefused) {
    EXPECT_FALSE(read_figures("tandem-lab\t1\nagent\tx\nend\n"));
    EXPECT_FALSE(read_figures("tandem-lab\t1\nrefresh\t1\t1\t1\nend\n"));
    EXPECT_FALSE(read_figures("tandem-lab\t2\n" + k_sent_all.substr(13)));
}

TEST(BrowserFigures, MoreLinesOrBytesThanAPageSendsAreRefused) {
    std::string sent = k_sent_head;
    for (int i = 0; i < 200; ++i) {
        sent += k_sent_run;
    }
    const auto lines = read_figures(sent + "end\n");
    ASSERT_FALSE(lines);
    EXPECT_NE(lines.error().text().find("expected at most 200 lines"), std::string::npos);
    const auto bytes = read_figures(sent + std::string(k_figures_bytes_max, 'x') + "\nend\n");
    ASSERT_FALSE(bytes);
    EXPECT_NE(bytes.error().text().find("of which at most 65536 are read"), std::string::npos);
}

}  // namespace
}  // namespace tandem::tools::lab::browser
