// SPDX-License-Identifier: MIT
// Everybody is named, and counts are right however many they are.
#include <tandem/tools/netview/match_lines.hpp>

#include <gtest/gtest.h>

#include <tests/tools/netview/a_match.hpp>

namespace tandem::tools::netview {
namespace {

using net::WaitingFor;

constexpr TickRate k_duel_rate{35};

TEST(MatchLines, OfTwoPlayersSayDelayRoundTripAndStalls) {
    NetLog log;
    log.on_event(a_start({"ann", "bob"}), at_ms(0));
    EXPECT_EQ(player_line({a_peer(1, 41)}, a_pace(3), k_duel_rate, log),
              "delay 3 ticks, 86 ms | no stalls | round trip 41 ms");
    log.on_event(a_wait(1, WaitingFor::line, false, 250), at_ms(1'000));
    log.on_event(a_wait(1, WaitingFor::line, true, 300), at_ms(1'050));
    log.on_event(a_wait(1, WaitingFor::machine, false, 250), at_ms(5'000));
    log.on_event(a_wait(1, WaitingFor::machine, true, 2'000), at_ms(6'750));
    net::PeerStatus near = a_peer(1, 0);
    near.round_trip = std::chrono::microseconds(440);
    EXPECT_EQ(player_line({near}, a_pace(1), k_duel_rate, log),
              "delay 1 tick, 29 ms | 2 stalls, 2.3 s (bob, its machine) | round trip 0.4 ms");
    EXPECT_EQ(player_line({}, a_pace(0), k_duel_rate, NetLog()), "delay 0 ticks, 0 ms | no stalls");
}

TEST(MatchLines, OfSeveralPlayersCountsEachOnesStalls) {
    NetLog log;
    log.on_event(a_start({"ann", "bob", "", "dan"}), at_ms(0));
    for (const std::uint32_t slot : {1U, 2U, 2U, 0U}) {
        log.on_event(a_wait(slot, WaitingFor::line, false, 250), at_ms(1'000));
        log.on_event(a_wait(slot, WaitingFor::line, true, 500), at_ms(1'250));
    }
    EXPECT_EQ(player_line({}, a_pace(4), k_duel_rate, log),
              "delay 4 ticks, 114 ms | 4 stalls, 2.0 s (you: 1, bob: 1, player 2: 2)");
    net::PeerStatus absent = a_peer(3, 2'000);
    absent.is_absent = true;
    EXPECT_EQ(player_line({a_peer(1, 40), a_peer(2, 38), absent}, a_pace(4), k_duel_rate, log),
              "delay 114 ms | 4 stalls, 2.0 s (most p2) | round trip bob: 40 ms, p2: 38 ms");
}

TEST(MatchLines, HoweverLongTheNamesAreAllStandsInOneLineOfATerminal) {
    const std::string name(60, 'x');
    for (const std::size_t players : {2U, 3U, 4U, 8U}) {
        NetLog log;
        log.on_event(a_start(std::vector<std::string>(players, name)), at_ms(0));
        std::vector<net::PeerStatus> peers;
        for (std::uint32_t slot = 1; slot < players; ++slot) {
            peers.push_back(a_peer(slot, 30 + 10 * slot));
            log.on_event(a_wait(slot, WaitingFor::acknowledgements, false, 250), at_ms(1'000));
            log.on_event(a_wait(slot, WaitingFor::acknowledgements, true, 500), at_ms(1'250));
            log.on_event(a_wait(slot, WaitingFor::line, false, 250), at_ms(2'000));
            const std::string line = player_line(peers, a_pace(12), k_duel_rate, log);
            EXPECT_LE(line.size(), 79U) << line;
            EXPECT_LE(waiting_line(log).size(), 79U);
            log.on_event(a_wait(slot, WaitingFor::line, true, 100'000), at_ms(102'000));
        }
        const std::string line = player_line(peers, a_pace(12), k_duel_rate, log);
        EXPECT_NE(line.find("xxxx."), line.npos) << line;
        EXPECT_NE(line.find(players == 8 ? "worst round trip xxxx.: 100 ms" : "ms"), line.npos)
            << line;
    }
}

TEST(MatchLines, AWaitIsNamedAndItsSecondsGoOn) {
    NetLog log;
    log.on_event(a_start({"", "bob", "\x1b[2J"}), at_ms(0));
    EXPECT_EQ(waiting_line(log), "");
    log.on_event(a_wait(1, WaitingFor::line, false, 250), at_ms(1'000));
    log.update({}, a_pace(1), 1, at_ms(2'250));
    EXPECT_EQ(waiting_line(log), "waiting for bob, 1.5 s: its line or machine");
    log.update({}, a_pace(1), 1, at_ms(3'050));
    EXPECT_EQ(waiting_line(log), "waiting for bob, 2.3 s: its line or machine");
    EXPECT_EQ(player_line({}, a_pace(1), k_duel_rate, log),
              "delay 1 tick, 29 ms | 1 stall, 2.3 s (bob, its line or machine)")
        << "the one that goes on counts";
    log.on_event(a_wait(1, WaitingFor::line, true, 2'300), at_ms(3'050));
    EXPECT_EQ(waiting_line(log), "");
    log.on_event(a_wait(0, WaitingFor::machine, false, 250), at_ms(4'000));
    log.update({}, a_pace(1), 1, at_ms(4'000));
    EXPECT_EQ(waiting_line(log), "waiting for you, 0.3 s: your machine");
    EXPECT_EQ(name_text(log, Slot{2}), "\\x1b[2J");
    EXPECT_EQ(name_text(log, Slot{7}), "player 7");
}

using net::WaitingFor;

TEST(StatusText, OfTwoPlayersSaysWhatTheLineDoes) {
    NetLog log;
    log.on_event(a_start({"ann", "bob"}), at_ms(0));
    EXPECT_EQ(status_text({a_peer(1, 41, 3, 4'000)}, a_pace(3, 240), log),
              "rtt 41 ms, jitter 3 | loss 0.4 % | delay 3 | waited 0.2 s");
    net::PeerStatus near = a_peer(1, 0);
    near.round_trip = std::chrono::microseconds(440);
    EXPECT_EQ(status_text({near}, a_pace(1), log),
              "rtt 0.4 ms, jitter 0 | loss 0.0 % | delay 1 | waited 0.0 s");
}

TEST(StatusText, NamesWhoHeldTheMatchUpLongestAndWhy) {
    NetLog log;
    log.on_event(a_start({"", "", ""}), at_ms(0));
    log.on_event(a_wait(1, WaitingFor::line, false, 250), at_ms(1'000));
    log.on_event(a_wait(1, WaitingFor::line, true, 300), at_ms(1'050));
    log.on_event(a_wait(2, WaitingFor::machine, false, 250), at_ms(5'000));
    log.on_event(a_wait(2, WaitingFor::machine, true, 2'000), at_ms(6'750));
    EXPECT_EQ(status_text({a_peer(1, 10)}, a_pace(1, 2'300), log),
              "rtt 10 ms, jitter 0 | loss 0.0 % | delay 1 | waited 2.3 s (player 2: its machine)");
}

TEST(StatusText, WhileAStallLastsItComesFirst) {
    NetLog log;
    log.on_event(a_start({"", ""}), at_ms(0));
    log.on_event(a_wait(1, WaitingFor::line, false, 250), at_ms(1'000));
    log.update({}, a_pace(1), 1, at_ms(2'250));
    EXPECT_EQ(
        status_text({a_peer(1, 10)}, a_pace(1, 1'500), log),
        "waiting for player 1 for 1.5 s: its line or machine | rtt 10 ms, jitter 0 | loss 0.0 % | "
        "delay 1 | waited 1.5 s (player 1: its line or machine)");
}

TEST(StatusText, OfSeveralPeersNamesTheWorstThatTakesPart) {
    NetLog log;
    log.on_event(a_start({"", "", "", ""}), at_ms(0));
    net::PeerStatus absent = a_peer(3, 2'000);
    absent.is_absent = true;
    EXPECT_EQ(status_text({a_peer(1, 40, 5), a_peer(2, 38, 20, 15'000), absent}, a_pace(4), log),
              "worst, player 2: rtt 38 ms, jitter 20 | loss 1.5 % | delay 4 | waited 0.0 s");
    EXPECT_EQ(status_text({absent}, a_pace(4), log), "delay 4 | waited 0.0 s");
}

}  // namespace

}  // namespace tandem::tools::netview
