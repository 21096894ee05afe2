// SPDX-License-Identifier: MIT
// The line says what a person asks for, and names whom it speaks of.
#include <tandem/tools/netview/status_text.hpp>

#include <gtest/gtest.h>

#include <tests/tools/netview/a_match.hpp>

namespace tandem::tools::netview {
namespace {

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
