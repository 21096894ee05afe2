// SPDX-License-Identifier: MIT
// Two sides meet, and their randomness is the same in every run.
#include <tandem/tools/netsim/session_calls.hpp>

#include <tests/tools/netsim/simulated_counter.hpp>

namespace tandem::test {
namespace {

using std::chrono::milliseconds;

TEST(SessionCalls, AHostAndAGuestPlayToTheLimit) {
    net::SimulatedNetwork network(1);
    std::vector<net::Driver> sides;
    for (const bool is_host : {true, false}) {
        tools::netsim::SideOptions options;
        options.is_host = is_host;
        options.setup.slots = 2;
        options.session.ticks_limit = 20;
        auto side = tools::netsim::make_side(
            sim::erase<Counter>(), options,
            [is_host](sim::Tick tick, const sim::AnySimulation& game) {
                return sim::Result(
                    std::optional(*game.bot_input(Slot{is_host ? 0U : 1U}, tick.number, 1)));
            },
            nullptr, network.add_endpoint());
        ASSERT_TRUE(side.has_value()) << side.error().text();
        sides.push_back(*std::move(side));
    }
    network.connect(1, 0);
    for (int ms = 1; ms < 5'000; ++ms) {
        network.advance(milliseconds(ms));
        for (net::Driver& side : sides) {
            tools::netsim::pump_side(side, milliseconds(ms));
        }
    }
    for (const net::Driver& side : sides) {
        ASSERT_TRUE(side.ended().has_value());
        EXPECT_EQ(side.ended()->ticks, 20U);
    }
    EXPECT_EQ(sides[0].ended()->chain, sides[1].ended()->chain);
}

TEST(SessionCalls, ASetupThatTheGameRefusesIsAnError) {
    net::SimulatedNetwork network(1);
    tools::netsim::SideOptions options;
    options.is_host = true;
    options.setup.slots = Counter::players_max + 1;
    const net::InputSource never;
    EXPECT_FALSE(tools::netsim::make_side(sim::erase<Counter>(), options, never, nullptr,
                                          network.add_endpoint())
                     .has_value());
}

}  // namespace
}  // namespace tandem::test
