// SPDX-License-Identifier: MIT
// Faults that are really there, each one found: the proving ground is seen to fire. Faults of one
// machine's game, and of what is between a machine and the network, are played here. Faults of the
// sessions' own code are compiled into programs of their own (tests/tools/canary/CMakeLists.txt);
// there each of these tests expects what finds the fault, and here that nothing is found.
#include <memory>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include <tandem/net/transport/passing_transport.hpp>
#include <tandem/net/wire/message.hpp>
#include <tests/net/rewriter.hpp>
#include <tests/tools/netsim/planted.hpp>
#include <tests/tools/netsim/simulated_counter.hpp>

namespace tandem::test {
namespace {

using tools::netsim::FaultKind;
using tools::netsim::Scenario;
using tools::netsim::ScenarioOptions;
using tools::netsim::ScenarioOutcome;
using tools::netsim::ScenarioVerdict;

ScenarioOutcome canary_outcome(const Scenario& scenario, ScenarioOptions options,
                               const tools::RegisteredGame& game = counter_game()) {
    options.has_limits = false;
    auto outcome = tools::netsim::run_scenario(scenario, game, options);
    EXPECT_TRUE(outcome.has_value()) << outcome.error().text();
    return *std::move(outcome);
}

// ---- Inputs, on one machine ----

// What one machine's step does to the inputs of one tick.
enum class Spoilt { dropped, flipped, late };

template <Spoilt spoilt>
struct SpoilingCounter : Counter {
    static constexpr std::uint64_t k_at = 90;
    void step(Inputs<Input> inputs) {
        std::vector<Input> own(inputs.begin(), inputs.end());
        const Input now = own[0];
        if (spoilt == Spoilt::dropped && ticks == k_at) {
            own[0] = {};
        } else if (spoilt == Spoilt::flipped && ticks == k_at) {
            own[0].amount ^= 1;
        } else if (spoilt == Spoilt::late && ticks >= k_at) {
            own[0] = before;
        }
        before = now;
        Counter::step({own, inputs.presence()});
    }
    Input before;  // of the tick before; no state of the game
};

template <Spoilt spoilt>
void expect_found_and_told() {
    for (const std::uint32_t machine : {0U, 1U}) {
        ScenarioOptions options;
        options.make_of = [machine](std::uint32_t number) {
            return number == machine ? sim::erase<SpoilingCounter<spoilt>>()
                                     : sim::erase<Counter>();
        };
        const ScenarioOutcome outcome = canary_outcome(clean_scenario(20, 300), options);
        EXPECT_EQ(outcome.verdict, ScenarioVerdict::chains_differ) << outcome.why;
        ASSERT_EQ(outcome.differences.size(), 1U);
        EXPECT_EQ(outcome.differences[0].machine, machine);
        EXPECT_EQ(outcome.differences[0].tick, 90U);
        EXPECT_EQ(outcome.sides[0].facts.desyncs_told, 1U);
        EXPECT_EQ(outcome.sides[1].facts.desyncs_told, 1U);
    }
}

TEST(Canary, AnInputDroppedOnOneSideIsFoundByTheRefereeAndToldToBoth) {
    expect_found_and_told<Spoilt::dropped>();
}

TEST(Canary, AnInputFlippedOnOneSideIsFoundByTheRefereeAndToldToBoth) {
    expect_found_and_told<Spoilt::flipped>();
}

TEST(Canary, AnInputATickLateOnOneSideIsFoundByTheRefereeAndToldToBoth) {
    expect_found_and_told<Spoilt::late>();
}

TEST(Canary, AnInputFlippedOnAllSidesIsFoundByTheRefereeAlone) {
    ScenarioOptions options;
    options.make_of = [](std::uint32_t) { return sim::erase<SpoilingCounter<Spoilt::flipped>>(); };
    const ScenarioOutcome outcome = canary_outcome(clean_scenario(20, 300), options);
    EXPECT_EQ(outcome.verdict, ScenarioVerdict::not_told);
    EXPECT_EQ(outcome.differences.size(), 2U);
}

// ---- Packets, between one machine and the network ----

// Sends each packet three times once it has sent so many.
class Insistent final : public net::PassingTransport {
public:
    Insistent(net::Transport& endpoint, std::uint64_t patient_packets)
        : PassingTransport(endpoint), patient_packets_(patient_packets) {}

    void send(net::PeerId peer, net::Channel channel, sim::ByteView bytes) override {
        const bool insists = channel == net::Channel::unreliable && ++packets_ > patient_packets_;
        for (int copy = 0; copy < (insists ? 3 : 1); ++copy) {
            PassingTransport::send(peer, channel, bytes);
        }
    }

private:
    std::uint64_t patient_packets_;
    std::uint64_t packets_ = 0;
};

TEST(Canary, AMachineThatSendsMoreForEverAfterAFaultIsFoundAsOneThatDoesNotRecover) {
    Scenario scenario = clean_scenario(20, 1'800);
    scenario.faults = {line_fault(FaultKind::cut, 1, 0, 8'000, 1'000)};
    EXPECT_EQ(canary_outcome(scenario, {}).verdict, ScenarioVerdict::one_chain);
    ScenarioOptions options;
    options.transport_of = [](std::uint32_t machine, net::Transport& endpoint) {
        // More than the match without faults sends: as one that never forgets what a fault did.
        return std::make_unique<Insistent>(endpoint, machine == 1 ? 1'000 : 1'000'000);
    };
    const ScenarioOutcome outcome = canary_outcome(scenario, options);
    EXPECT_EQ(outcome.verdict, ScenarioVerdict::not_recovered) << outcome.why;
    EXPECT_GT(outcome.recovery.traffic, 2.5);
    EXPECT_LT(outcome.recovery.traffic, 3.5);
}

// Loses the host's own input of one tick on its way to whoever comes back: it says that it was
// idle.
class LosingInput final : public net::PassingTransport {
public:
    // The tick lies so far behind the state that is given.
    static constexpr std::uint64_t k_behind = 3;

    explicit LosingInput(net::Transport& endpoint)
        : PassingTransport(endpoint),
          rewriter_(endpoint, sim::GameModel<Counter>::game_info(), 3,
                    [this](SpokenPacket& packet) { lose(packet); }) {}

    void send(net::PeerId peer, net::Channel channel, sim::ByteView bytes) override {
        if (channel == net::Channel::reliable) {
            const auto message = net::decode_message(bytes);
            const auto* rejoin = message ? std::get_if<net::Rejoin>(&*message) : nullptr;
            if (rejoin != nullptr && rejoin->given) {
                comer_ = peer;
                tick = rejoin->ticks_done + k_behind;
            }
        }
        // It reads along from the beginning on, or it would not know what a packet is coded
        // against.
        to_ = peer;
        rewriter_.send(peer, channel, bytes);
    }

    std::optional<std::uint64_t> tick;

private:
    void lose(SpokenPacket& packet) const {
        if (comer_ != to_) {
            return;
        }
        const sim::Bytes idle = sim::GameModel<Counter>::game_info().idle_input;
        for (auto& run : packet.runs) {
            if (run.slot == 0 && run.first <= *tick && *tick < run.first + run.inputs.size()) {
                run.inputs[*tick - run.first] = idle;
            }
            if (run.slot == 0 && run.first == *tick + 1) {
                run.previous = idle;
            }
        }
    }

    Rewriter rewriter_;
    std::optional<net::PeerId> comer_;
    net::PeerId to_;
};

TEST(Canary, AnInputThatIsLostAcrossAReturnIsFoundByTheReferee) {
    Scenario scenario = clean_scenario(20, 1'200);
    scenario.players = 3;
    scenario.faults = {machine_fault(FaultKind::kill, 1, 4'000, 3'000)};
    EXPECT_EQ(canary_outcome(scenario, {}).verdict, ScenarioVerdict::one_chain);
    LosingInput* losing = nullptr;
    std::optional<std::uint64_t> tick;
    ScenarioOptions options;
    options.has_twin = false;
    options.transport_of = [&](std::uint32_t machine,
                               net::Transport& endpoint) -> std::unique_ptr<net::Transport> {
        if (machine != 0) {
            return std::make_unique<net::PassingTransport>(endpoint);
        }
        auto made = std::make_unique<LosingInput>(endpoint);
        losing = made.get();
        return made;
    };
    options.on_progress = [&](std::uint64_t) { tick = losing->tick; };
    const ScenarioOutcome outcome = canary_outcome(scenario, options);
    ASSERT_TRUE(tick.has_value());
    ASSERT_EQ(outcome.differences.size(), 1U) << outcome.why;
    EXPECT_EQ(outcome.differences[0].machine, 1U);
    EXPECT_EQ(outcome.differences[0].tick, *tick);
}

// ---- The sessions' own code ----

// What comes of it where this fault is planted, or where it is not.
void expect_verdict(const ScenarioOutcome& outcome, std::string_view fault, ScenarioVerdict with,
                    ScenarioVerdict without) {
    EXPECT_EQ(outcome.verdict, planted() == fault ? with : without)
        << tools::netsim::verdict_text(outcome.verdict) << ": " << outcome.why;
}

TEST(Canary, AHashThatIsSkippedLeavesADesyncUntoldAndIsFoundByTheReferee) {
    Scenario scenario = clean_scenario(20, 300);
    scenario.plant = {1, 90, "totals[1]"};
    const ScenarioOutcome outcome = canary_outcome(scenario, {});
    expect_verdict(outcome, "a hash is skipped", ScenarioVerdict::not_told,
                   ScenarioVerdict::chains_differ);
}

TEST(Canary, AStateOfAnotherTickThatIsBelievedIsFoundByTheRefereeAndToldToBoth) {
    Scenario scenario = clean_scenario(20, 900);
    scenario.faults = {machine_fault(FaultKind::kill, 1, 4'000, 2'000)};
    const ScenarioOutcome outcome = canary_outcome(scenario, {});
    expect_verdict(outcome, "a state of another tick is believed", ScenarioVerdict::chains_differ,
                   ScenarioVerdict::one_chain);
}

TEST(Canary, AStrangerWhoseProofIsNotCheckedIsFoundToTakePart) {
    Scenario scenario = clean_scenario(20, 900);
    scenario.players = 3;
    scenario.faults = {machine_fault(FaultKind::stranger, 1, 4'000, 2'000)};
    const ScenarioOutcome outcome = canary_outcome(scenario, {});
    expect_verdict(outcome, "a proof is not checked", ScenarioVerdict::stranger_let_in,
                   ScenarioVerdict::one_chain);
}

TEST(Canary, DebtGrantedTwiceIsFoundAsTicksThatArePlayedBeforeTheirTime) {
    Scenario scenario = clean_scenario(20, 600);
    scenario.faults = {machine_fault(FaultKind::freeze, 1, 3'000, 1'000)};
    const ScenarioOutcome outcome = canary_outcome(scenario, {});
    expect_verdict(outcome, "debt is granted twice", ScenarioVerdict::ahead_of_time,
                   ScenarioVerdict::one_chain);
}

TEST(Canary, AReplayedPacketThatASealOpensIsFoundByTheNetworksCount) {
    Scenario scenario = clean_scenario(20, 300);
    scenario.is_sealed = true;
    scenario.faults = {line_fault(FaultKind::replay, 1, 0, 1'000, 3'000, 60'000)};
    const ScenarioOutcome outcome = canary_outcome(scenario, {});
    expect_verdict(outcome, "a replayed packet is accepted", ScenarioVerdict::copy_taken,
                   ScenarioVerdict::one_chain);
    EXPECT_GT(outcome.packets.packets_replayed, 200U);
}

TEST(Canary, ASlackLieThatIsBelievedIsFoundAsADelayThatNoLineExplains) {
    // The guest says of every input of the host's that it came much too late.
    ScenarioOptions options;
    options.transport_of = [](std::uint32_t machine, net::Transport& endpoint) {
        return std::make_unique<Rewriter>(endpoint, sim::GameModel<Counter>::game_info(), 2,
                                          [machine](SpokenPacket& packet) {
                                              for (net::wire::Ack& ack : packet.acks) {
                                                  if (machine == 1 && ack.slack) {
                                                      ack.slack = net::wire::Ack::slack_min;
                                                  }
                                              }
                                          });
    };
    const ScenarioOutcome outcome = canary_outcome(clean_scenario(20, 600), options);
    expect_verdict(outcome, "a slack lie is believed", ScenarioVerdict::too_long_delay,
                   ScenarioVerdict::one_chain);
}

TEST(Canary, WhatIsRepeatedForEverBehindAFullQueueIsFoundAsAMatchThatDoesNotRecover) {
    // Twice what the match needs, and for two seconds a fifth of it.
    Scenario scenario = clean_scenario(20, 1'800);
    scenario.line.rate_bytes_per_s = 10'000;
    scenario.line.queue_bytes = 20'000;
    scenario.faults = {line_fault(FaultKind::rate, 1, 0, 5'000, 2'000, 1'000)};
    const ScenarioOutcome outcome = canary_outcome(scenario, {}, loud_game());
    EXPECT_TRUE(outcome.recovery.is_claimed()) << outcome.recovery.no_claim;
    expect_verdict(outcome, "everything is repeated for ever", ScenarioVerdict::not_recovered,
                   ScenarioVerdict::one_chain);
}

}  // namespace
}  // namespace tandem::test
