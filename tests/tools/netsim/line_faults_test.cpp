// SPDX-License-Identifier: MIT
// A fault of a line begins and ends at its time and leaves the line as it was.
#include <tandem/tools/netsim/line_faults.hpp>

#include <tests/tools/netsim/simulated_counter.hpp>

namespace tandem::test {
namespace {

using std::chrono::milliseconds;
using tools::netsim::FaultKind;
using tools::netsim::Scenario;

TEST(LineFaultsTest, EachKindActsForItsSpanOnItsDirection) {
    Scenario scenario = clean_scenario(10, 1);
    scenario.line.loss_ppm = 5;
    scenario.faults = {line_fault(FaultKind::loss, 1, 0, 100, 50, 1'000),
                       line_fault(FaultKind::delay, 1, 0, 120, 50, 30),
                       line_fault(FaultKind::jitter, 1, 0, 120, 50, 40),
                       line_fault(FaultKind::duplicates, 1, 0, 120, 50, 50),
                       line_fault(FaultKind::reordering, 1, 0, 120, 50, 60),
                       line_fault(FaultKind::damage, 1, 0, 120, 50, 999'999),
                       line_fault(FaultKind::rate, 1, 0, 120, 50, 70'000)};
    net::SimulatedNetwork network(1);
    network.add_endpoint();
    network.add_endpoint();
    tools::netsim::LineFaults faults(scenario, network);
    const auto at = [&](int ms) {
        faults.apply(milliseconds(ms));
        return network.link_options(1, 0);
    };
    EXPECT_EQ(at(0).delay, milliseconds(10));
    EXPECT_EQ(at(99).loss_ppm, 5U);
    EXPECT_EQ(at(100).loss_ppm, 1'005U);
    const net::LinkOptions all = at(130);
    EXPECT_EQ(all.loss_ppm, 1'005U);
    EXPECT_EQ(all.delay, milliseconds(40));
    EXPECT_EQ(all.jitter, milliseconds(40));
    EXPECT_EQ(all.duplicate_ppm, 50U);
    EXPECT_EQ(all.reorder_ppm, 60U);
    EXPECT_EQ(all.damage_ppm, 999'999U);
    EXPECT_EQ(all.rate_bytes_per_s, 70'000U);
    EXPECT_EQ(network.link_options(0, 1).delay, milliseconds(10));
    EXPECT_EQ(at(150).loss_ppm, 5U);
    EXPECT_EQ(at(170).delay, milliseconds(10));
    EXPECT_EQ(at(170).rate_bytes_per_s, 0U);
}

TEST(LineFaultsTest, SeveralAtOnceAddUpToCertaintyAtMost) {
    Scenario scenario;
    scenario.faults = {line_fault(FaultKind::loss, 0, 1, 5, 10, 700'000),
                       line_fault(FaultKind::loss, 0, 1, 5, 10, 700'000)};
    net::SimulatedNetwork network(1);
    network.add_endpoint();
    network.add_endpoint();
    tools::netsim::LineFaults faults(scenario, network);
    // What is over between two calls never was.
    faults.apply(milliseconds(0));
    faults.apply(milliseconds(7));
    EXPECT_EQ(network.link_options(0, 1).loss_ppm, 1'000'000U);
    network.cut(1);
    faults.apply(milliseconds(20));
    EXPECT_EQ(network.link_options(0, 1).loss_ppm, 0U);
    EXPECT_TRUE(network.link_options(0, 1).is_cut) << "who is dead stays dead";
}

TEST(LineFaultsTest, AReplayDeliversOldPacketsAgainWhileItLasts) {
    Scenario scenario;
    scenario.faults = {line_fault(FaultKind::replay, 0, 1, 1'000, 500, 3'600'000)};
    net::SimulatedNetwork network(1);
    net::Transport& sender = network.add_endpoint();
    net::Transport& receiver = network.add_endpoint();
    tools::netsim::LineFaults faults(scenario, network);
    faults.apply(milliseconds(0));
    network.connect(0, 1);
    const auto arrivals_until = [&](int begin, int end) {
        std::size_t arrived = 0;
        for (int ms = begin; ms < end; ++ms) {
            faults.apply(milliseconds(ms));
            network.advance(milliseconds(ms));
            arrived += receiver.poll(milliseconds(0)).size();
        }
        return arrived;
    };
    arrivals_until(0, 50);
    sender.poll(milliseconds(0));
    sender.send(net::PeerId{1}, net::Channel::unreliable, sim::Bytes(1));
    EXPECT_EQ(arrivals_until(50, 1'000), 1U);
    EXPECT_EQ(arrivals_until(1'000, 1'500), 50U);
    EXPECT_EQ(arrivals_until(1'500, 3'000), 0U);
    EXPECT_EQ(network.link_statistics(0, 1).packets_replayed, 50U);
}

TEST(LineFaultsTest, ACutIsKnownToTheNetworkBeforeItBegins) {
    Scenario scenario;
    scenario.faults = {line_fault(FaultKind::cut, 0, 1, 50, 100)};
    net::SimulatedNetwork network(1);
    net::Transport& sender = network.add_endpoint();
    network.add_endpoint();
    tools::netsim::LineFaults faults(scenario, network);
    faults.apply(milliseconds(0));
    network.connect(0, 1);
    network.advance(milliseconds(60));
    sender.poll(milliseconds(0));
    sender.send(net::PeerId{1}, net::Channel::unreliable, sim::Bytes(1));
    network.advance(milliseconds(150));
    sender.send(net::PeerId{1}, net::Channel::unreliable, sim::Bytes(1));
    EXPECT_EQ(network.link_statistics(0, 1).lost_in_cuts, 1U);
}

}  // namespace
}  // namespace tandem::test
