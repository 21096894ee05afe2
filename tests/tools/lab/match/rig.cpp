// SPDX-License-Identifier: MIT
// Whoever's frame is due first gets it.
#include <tests/tools/lab/match/rig.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <tandem/net/transport/simulated/network.hpp>
#include <tandem/tools/lab/match/fixed_side.hpp>
#include <tandem/tools/lab/match/variable_side.hpp>

namespace tandem::test {

using namespace tools::lab::match;

namespace {

constexpr std::chrono::milliseconds k_between_frames{1};
// Of virtual time; whoever takes longer hangs.
constexpr std::chrono::seconds k_patience{120};

struct Machine {
    net::Transport* transport = nullptr;
    std::unique_ptr<MatchSide> side;
    net::Time cost{0};
    net::Time next{0};
};

std::unique_ptr<MatchSide> make_side(const SidePlan& plan, net::Transport& transport,
                                     sim::TickObserver* recorder) {
    if (arm_of(plan.arm).is_variable) {
        return std::make_unique<VariableSide>(plan, transport, recorder);
    }
    auto side = FixedSide::make(plan, transport, recorder);
    EXPECT_TRUE(side) << side.error().text();
    return side ? std::move(*side) : nullptr;
}

}  // namespace

Pair play_pair(ArmId arm, std::uint32_t seconds, Costs costs, sim::TickObserver* host_recorder,
               sim::TickObserver* guest_recorder) {
    net::LinkOptions link;
    link.delay = std::chrono::microseconds(50);
    net::SimulatedNetwork network(1, link);
    std::array<Machine, 2> machines;
    const std::array<std::uint32_t, 2> cost_ns{costs.host_ms * 1'000'000,
                                               costs.guest_ms * 1'000'000};
    const auto [fast, slow] = std::minmax(cost_ns[0], cost_ns[1]);
    for (std::size_t i = 0; i < machines.size(); ++i) {
        Machine& machine = machines[i];
        machine.transport = &network.add_endpoint();
        machine.cost = net::Time(cost_ns[i]);
        const std::uint32_t delay_ticks =
            costs.delay_ticks == 0 ? delay_ticks_for(slow, fast) : costs.delay_ticks;
        const SidePlan plan{arm, i == 0, seconds, cost_ns[i], fast, delay_ticks};
        machine.side = make_side(plan, *machine.transport, i == 0 ? host_recorder : guest_recorder);
    }
    network.connect(1, 0);
    Pair pair;
    while (pair.failure.empty() && !(machines[0].side->is_over() && machines[1].side->is_over())) {
        Machine& machine = machines[0].next <= machines[1].next ? machines[0] : machines[1];
        const net::Time now = machine.next;
        network.advance(now);
        const auto framed = machine.side->frame(now);
        machine.next = now + (machine.side->is_playing() ? machine.cost : k_between_frames);
        pair.failure = framed ? "" : framed.error().text();
        if (now > k_patience) {
            pair.failure = "it hangs";
        }
    }
    pair.host = machines[0].side->report();
    pair.guest = machines[1].side->report();
    return pair;
}

MatchOutcome last_outcome(ArmId arm, const SideReport& report) {
    EXPECT_FALSE(report.snapshots.empty());
    const auto outcome = outcome_of(arm_of(arm), report.snapshots.back().state);
    EXPECT_TRUE(outcome) << outcome.error().text();
    return outcome ? *outcome : MatchOutcome{};
}

}  // namespace tandem::test
