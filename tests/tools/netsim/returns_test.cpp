// SPDX-License-Identifier: MIT
// Whoever stays away is found, and so is what somebody was told as certain and the host lacks.
#include <tandem/tools/netsim/returns.hpp>

#include <array>
#include <memory>

#include <tandem/net/transport/passing_transport.hpp>
#include <tests/tools/netsim/simulated_counter.hpp>

namespace tandem::test {
namespace {

using std::chrono::seconds;
using tools::netsim::FaultKind;
using tools::netsim::is_excused;
using tools::netsim::Scenario;
using tools::netsim::ScenarioOutcome;
using tools::netsim::ScenarioVerdict;
using tools::netsim::SideFacts;

// Says nothing any more once it has called its host again.
class Speechless final : public net::PassingTransport {
public:
    using PassingTransport::PassingTransport;
    void send(net::PeerId peer, net::Channel channel, sim::ByteView bytes) override {
        if (!has_called_) {
            PassingTransport::send(peer, channel, bytes);
        }
    }
    void reconnect() override {
        has_called_ = true;
        PassingTransport::reconnect();
    }

private:
    bool has_called_ = false;
};

TEST(ReturnsTest, WhoIsNotBackLongAfterTheLastFaultIsLeftOut) {
    Scenario scenario = clean_scenario(20, 6'000);
    scenario.players = 3;
    scenario.faults = {machine_fault(FaultKind::freeze, 1, 3'000, 20'000)};
    tools::netsim::ScenarioOptions options;
    options.has_limits = false;
    options.has_twin = false;
    const auto well = tools::netsim::run_scenario(scenario, counter_game(), options);
    EXPECT_EQ(well->verdict, ScenarioVerdict::one_chain) << well->why;
    options.transport_of = [](std::uint32_t machine,
                              net::Transport& endpoint) -> std::unique_ptr<net::Transport> {
        if (machine == 1) {
            return std::make_unique<Speechless>(endpoint);
        }
        return std::make_unique<net::PassingTransport>(endpoint);
    };
    const auto outcome = tools::netsim::run_scenario(scenario, counter_game(), options);
    EXPECT_EQ(outcome->verdict, ScenarioVerdict::stuck);
    EXPECT_EQ(outcome->why, "guest 1 takes no part for 30 s, and no fault lasts");
}

SideFacts ended_by(std::optional<sim::ErrorCode> code, net::Time over_at) {
    SideFacts facts;
    facts.ended.emplace();
    facts.over_at = over_at;
    facts.ended_at = over_at;
    if (code) {
        facts.ended->error = sim::Error{*code, "", "so it is"};
    }
    return facts;
}

TEST(ReturnsTest, AMatchMayBeOverForWhoIsGoneRefusedOrTheLastOne) {
    const SideFacts host = ended_by(std::nullopt, seconds(20));
    EXPECT_FALSE(is_excused(SideFacts{}, host));
    EXPECT_FALSE(is_excused(ended_by(std::nullopt, seconds(30)), host));
    EXPECT_FALSE(is_excused(ended_by(sim::ErrorCode::network, seconds(10)), host));
    EXPECT_FALSE(is_excused(ended_by(sim::ErrorCode::network, seconds(30)), SideFacts{}));
    EXPECT_TRUE(is_excused(ended_by(sim::ErrorCode::network, seconds(30)), host));
    EXPECT_TRUE(is_excused(ended_by(sim::ErrorCode::refused, seconds(10)), host));
    SideFacts gone;
    gone.is_dead = true;
    EXPECT_TRUE(is_excused(gone, host));
    gone = {};
    gone.has_left = true;
    EXPECT_TRUE(is_excused(gone, host));
}

TEST(ReturnsTest, TicksThatWereCertainToAGuestAreMissedAtTheHost) {
    tandem::Setup setup;
    setup.slots = 2;
    tools::netsim::Referee referee(sim::erase<Counter>(), setup, 2);
    std::vector<std::unique_ptr<tools::netsim::Reporter>> reporters;
    std::vector<std::unique_ptr<sim::Timeline>> timelines;
    for (const std::uint32_t machine : {0U, 1U}) {
        reporters.push_back(std::make_unique<tools::netsim::Reporter>(referee, machine));
        timelines.push_back(
            std::make_unique<sim::Timeline>(sim::erase<Counter>(), reporters.back().get()));
        ASSERT_TRUE(timelines.back()->start(setup).has_value());
    }
    const std::array inputs{Counter::Input{1}, Counter::Input{2}};
    const auto play = [&](std::size_t machine) {
        ASSERT_TRUE(timelines[machine]->advance(inputs).has_value());
    };
    play(0);
    EXPECT_EQ(tools::netsim::lost_ticks_text(referee, 2), "");
    play(1);
    play(1);
    EXPECT_EQ(tools::netsim::lost_ticks_text(referee, 2),
              "machine 1 was told of 2 ticks as certain, and the host has 1");
    EXPECT_TRUE(referee.is_present(Slot{1}));
    EXPECT_FALSE(referee.is_present(Slot{2}));
    play(0);
    EXPECT_EQ(tools::netsim::lost_ticks_text(referee, 2), "");
}

}  // namespace
}  // namespace tandem::test
