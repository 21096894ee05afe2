// SPDX-License-Identifier: MIT
// The keys are those that CLI.md has, and what was not measured is null.
#include <tandem/tools/netview/net_facts.hpp>

#include <gtest/gtest.h>

#include <tests/tools/netview/a_match.hpp>

namespace tandem::tools::netview {
namespace {

TEST(NetFacts, SayOfEachPeerAndEachStallWhatWasMeasured) {
    NetLog log;
    log.on_event(a_start({"", "", ""}), at_ms(0));
    net::PeerStatus absent = a_peer(2, 0);
    absent.is_absent = true;
    log.update({a_peer(1, 40, 4, 20'000), absent}, a_pace(3, 1'900), 5, at_ms(100));
    log.update({a_peer(1, 60, 8, 20'000), absent}, a_pace(3, 1'900), 5, at_ms(200));
    log.on_event(a_wait(2, net::WaitingFor::frozen, false, 250), at_ms(1'000));
    log.on_event(a_wait(2, net::WaitingFor::frozen, true, 1'900), at_ms(2'650));
    EXPECT_EQ(json_line(net_facts(log, a_pace(3, 1'900))),
              R"({"delay_ticks":3,"waited_ms":1900,"peers":[)"
              R"({"player":1,"round_trip_ms":50.0,"round_trip_ms_max":60.0,"jitter_ms":6.0,)"
              R"("loss_percent":2.0,"slack_there_ticks_min":2.0,"slack_here_ticks_min":null},)"
              R"({"player":2,"round_trip_ms":null,"round_trip_ms_max":null,"jitter_ms":null,)"
              R"("loss_percent":null,"slack_there_ticks_min":null,"slack_here_ticks_min":null}],)"
              R"("stalls":[{"player":2,"why":"frozen","count":1,"ms":1900}]})");
}

TEST(NetFacts, OfAMatchThatHardlyWasAreEmptyLists) {
    EXPECT_EQ(json_line(net_facts(NetLog(), a_pace(0))),
              R"({"delay_ticks":0,"waited_ms":0,"peers":[],"stalls":[]})");
}

}  // namespace
}  // namespace tandem::tools::netview
