// SPDX-License-Identifier: MIT
// The picture is well formed whatever the players are called, and says in words what it shows.
#include <tandem/tools/netview/net_view.hpp>

#include <gtest/gtest.h>

#include <tests/tools/lab/report/well_formed.hpp>
#include <tests/tools/netview/a_match.hpp>

namespace tandem::tools::netview {
namespace {

using net::WaitingFor;

// The picture's texts, one a line.
std::string texts_of(const NetLog& log) {
    const std::string svg =
        net_report(log, {"duel", "ended on 2026-11-23 17:05", "the tick limit was reached"});
    const std::string head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    EXPECT_EQ(svg.substr(0, head.size()), head);
    const auto document = lab::report::read_markup(svg.substr(head.size()));
    EXPECT_TRUE(document.problems.empty()) << document.problems.front();
    std::string texts;
    for (const auto& element : document.elements) {
        EXPECT_NE(element.name, "script");
        if (element.name == "text" || element.name == "title") {
            texts += element.text + '\n';
        }
    }
    return texts;
}

void play(NetLog& log, std::vector<net::PeerStatus> peers, std::int64_t length_ms) {
    for (std::int64_t ms = 0; ms < length_ms; ms += 100) {
        log.update(peers, a_pace(3, ms / 50), static_cast<std::uint64_t>(ms) / 16, at_ms(ms));
    }
}

TEST(NetReport, SaysWhatItShowsInWords) {
    NetLog log;
    log.on_event(a_start({"ann", "bob"}), at_ms(0));
    play(log, {a_peer(1, 41, 3, 4'000)}, 90'000);
    log.on_event(a_wait(1, WaitingFor::frozen, false, 250), at_ms(90'250));
    log.on_event(a_wait(1, WaitingFor::frozen, true, 2'300), at_ms(92'300));
    log.on_event(a_leave(1), at_ms(95'000));
    log.on_event(an_end(5'900), at_ms(96'000));
    const std::string texts = texts_of(log);
    for (const char* words :
         {"The network of duel, seen by player 0 (ann) of 2\n",
          "ended on 2026-11-23 17:05; 1:36 long, 5900 ticks; the tick limit was reached\n",
          "Line to player 1 (bob)round trip 41.0 ms in the mean, 41.0 at most; jitter 3.0 ms; "
          "loss 0.40 %\n",
          "Own input delay3.0 ticks in the mean, 3 at most\n",
          "Speed61.5 ticks a second in the mean; waited for others for 1.8 s in all\n",
          "player 1 (bob): 1 time, 2.3 s in all: stood still 2.3 s\n",
          "player 1 (bob) from 1:30, 2.3 s, stood still\n", "2.3 s, stood still\n",
          "1  at 1:35: player 1 is gone\n", "60 ms\n", "2 %\n", "4 ticks\n", "1:30\n",
          "time since the match began, in minutes and seconds\n"}) {
        EXPECT_NE(texts.find(words), std::string::npos) << words << texts;
    }
}

TEST(NetReport, AMomentOfTroubleDoesNotPressAllOthersToTheGround) {
    NetLog log;
    log.on_event(a_start({"", ""}), at_ms(0));
    for (std::int64_t ms = 0; ms < 60'000; ms += 100) {
        log.update({a_peer(1, 50, ms < 5'000 ? 2'000 : 5)}, a_pace(3), 1, at_ms(ms));
    }
    const std::string texts = texts_of(log);
    EXPECT_NE(texts.find("\n80 ms\n"), std::string::npos) << texts;
    EXPECT_NE(texts.find("it was more than that"), std::string::npos);
}

TEST(NetReport, HostileNamesStayText) {
    NetLog log;
    log.on_event(a_start({"<script>&\"'", "</svg>\x1b[2J\xff" + std::string(1'000, 'x')}),
                 at_ms(0));
    play(log, {a_peer(1, 1)}, 1'000);
    log.on_event(net::Absented{Slot{1}, 3, "]]><script>" + std::string(5'000, '<')}, at_ms(2'000));
    const std::string texts = texts_of(log);
    EXPECT_NE(texts.find("player 0 (<script>&\"')"), std::string::npos) << texts;
    EXPECT_NE(texts.find("player 1 (</svg>\\x1b[2J\\xff...)"), std::string::npos) << texts;
}

TEST(NetReport, ShowsTheWorstOfManyLinesAndSaysSo) {
    NetLog log;
    log.on_event(a_start(std::vector<std::string>(20)), at_ms(0));
    std::vector<net::PeerStatus> peers;
    for (std::uint32_t slot = 1; slot < 20; ++slot) {
        peers.push_back(a_peer(slot, slot * 10));
    }
    play(log, peers, 3'000);
    const std::string texts = texts_of(log);
    EXPECT_EQ(texts.find("Line to player 11round"), std::string::npos);
    EXPECT_NE(texts.find("Line to player 12round"), std::string::npos);
    EXPECT_NE(texts.find("Line to player 19round"), std::string::npos);
    EXPECT_NE(texts.find("The 8 lines with the longest round trips of 19."), std::string::npos);
}

TEST(NetReport, OfAMatchThatHardlyWasSaysSo) {
    NetLog log;
    log.on_event(a_start({"", ""}), at_ms(0));
    const std::string texts = texts_of(log);
    EXPECT_NE(texts.find("No line was measured"), std::string::npos) << texts;
    EXPECT_NE(texts.find("nobody, for a quarter of a second or longer"), std::string::npos);
}

TEST(NetReport, IsOfBoundedSizeAfterDays) {
    NetLog log;
    log.on_event(a_start({"", ""}), at_ms(0));
    for (std::int64_t minute = 0; minute < 5'000; ++minute) {
        const net::Time now = std::chrono::minutes(minute);
        log.update({a_peer(1, minute % 90, 5, 100'000)}, a_pace(3), 1, now);
        log.on_event(a_wait(1, WaitingFor::line, false, 250), now);
        log.on_event(a_wait(1, WaitingFor::line, true, 300 + static_cast<std::uint64_t>(minute)),
                     now);
        log.on_event(a_leave(1), now);
    }
    EXPECT_LT(net_report(log, {"duel", "", ""}).size(), 400'000U);
    EXPECT_NE(texts_of(log).find("more\n"), std::string::npos);
}

}  // namespace
}  // namespace tandem::tools::netview
