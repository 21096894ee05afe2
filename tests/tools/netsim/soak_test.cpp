// SPDX-License-Identifier: MIT
// Schedules nobody thought of. Where all heals in time, every tick is played. Whatever happens, all
// chains are one, nobody is told of a desync that there is not, and nobody waits for ever; and soon
// after the last fault the match is as if there had been none.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

#include <tandem/sim/math/random.hpp>
#include <tandem/sim/time/ticks.hpp>
#include <tandem/tools/netsim/scenario.hpp>
#include <tandem/tools/netsim/shrink.hpp>
#include <tests/tools/netsim/simulated_counter.hpp>

namespace tandem::test {
namespace {

using tools::netsim::Fault;
using tools::netsim::FaultKind;
using tools::netsim::FaultTraits;
using tools::netsim::Scenario;
using tools::netsim::ScenarioVerdict;

constexpr std::uint64_t k_ticks = 1'800;  // half a minute, or so long that a match can recover

constexpr std::uint64_t k_ms_per_s = 1'000;
constexpr std::uint64_t k_back_s = 40;

// Up to `most`, and in one of three cases none at all, so that troubles come alone too.
std::uint64_t up_to(Random& random, std::uint64_t most) {
    const std::uint64_t value = random.between<std::uint64_t>(0, most);
    return random.chance(1, 3) ? 0 : value;
}

tools::netsim::LineConditions random_line(Random& random) {
    tools::netsim::LineConditions line;
    line.delay_us = random.between<std::uint64_t>(0, 120'000);
    line.jitter_us = up_to(random, 50'000);
    line.loss_ppm = up_to(random, 150'000);
    line.burst_ppm = up_to(random, 60'000);
    line.burst_packets = random.between<std::uint64_t>(1, 6);
    line.duplicate_ppm = up_to(random, 200'000);
    line.reorder_ppm = up_to(random, 200'000);
    line.damage_ppm = up_to(random, 50'000);
    line.rate_bytes_per_s =
        random.chance(1, 3) ? random.between<std::uint64_t>(60'000, 500'000) : 0;
    return line;
}

// One that does nothing to packets but that it takes its time, and carries some times of what a
// match needs behind a queue of a quarter to two seconds.
tools::netsim::LineConditions narrow_line(Random& random) {
    tools::netsim::LineConditions line;
    line.delay_us = random.between<std::uint64_t>(0, 120'000);
    line.rate_bytes_per_s = random.between<std::uint64_t>(6'000, 30'000);
    line.queue_bytes =
        line.rate_bytes_per_s * random.between<std::uint64_t>(250, 2'000) / k_ms_per_s;
    return line;
}

// What may happen, and for how long.
struct Trouble {
    std::uint64_t faults_max = 0;
    std::uint64_t fault_ms_max = 0;
    bool is_spaced = false;  // one after the other, with time to recover
    bool may_die = false;
    bool is_narrow = false;
    bool comes_back = false;  // processes are killed and follow each other, and people leave
};

Fault random_fault(Random& random, std::uint32_t players, const Trouble& trouble,
                   std::uint64_t number) {
    const auto& all = tools::netsim::fault_traits();
    Fault fault;
    do {
        fault.what = all[random.below(all.size())].kind;
    } while ((fault.what == FaultKind::die && !trouble.may_die) ||
             tools::netsim::traits_of(fault.what).is_of_a_guest);
    if (trouble.is_narrow && random.chance(2, 3)) {
        fault.what = FaultKind::rate;
    }
    const FaultTraits& traits = tools::netsim::traits_of(fault.what);
    const std::uint32_t guest = random.between(1U, players - 1);
    const bool goes_up = random.chance(1, 2);
    if (traits.is_of_a_line) {
        fault.from = goes_up ? guest : 0;
        fault.to = goes_up ? 0 : guest;
    } else {
        fault.machine = random.below(players);
    }
    fault.at_ms = trouble.is_spaced ? 2'000 + number * 5'500 + random.below(std::uint64_t{1'000})
                                    : random.between<std::uint64_t>(2'000, 25'000);
    fault.for_ms = traits.has_span ? random.between<std::uint64_t>(1, trouble.fault_ms_max) : 0;
    switch (fault.what) {
        case FaultKind::delay:
        case FaultKind::jitter:
            fault.amount = random.between(1, 400);
            break;
        case FaultKind::slow:
            fault.amount = random.between(1, 1'500);
            break;
        case FaultKind::clock:
            fault.amount = random.between(-400, 400);
            break;
        case FaultKind::rate:
            fault.amount =
                trouble.is_narrow ? random.between(1'000, 5'000) : random.between(3'000, 30'000);
            break;
        case FaultKind::replay:
            fault.amount = random.between(1, 60'000);
            break;
        default:
            fault.amount = traits.most == 0 ? 0 : random.between(1, 500'000);
    }
    return fault;
}

// So long is nobody away, who then comes back.
constexpr std::uint64_t k_cut_ms_max = 60'000;
constexpr std::uint64_t k_killed_ms_max = 40'000;

// Somebody is away for a while: its process is killed, its line is cut, or its machine stands
// still.
void add_absence(Random& random, std::uint32_t players, std::uint32_t machine, std::uint64_t at_ms,
                 std::vector<Fault>& faults) {
    const std::uint32_t guest = machine == 0 ? random.between(1U, players - 1) : machine;
    const std::uint64_t cut_ms = random.between<std::uint64_t>(1, k_cut_ms_max);
    const std::uint64_t killed_ms = random.between<std::uint64_t>(200, k_killed_ms_max);
    switch (machine == 0 ? random.between(2U, 4U) : random.below(5U)) {
        case 0:
            faults.push_back(machine_fault(FaultKind::kill, guest, at_ms, killed_ms));
            break;
        case 1:
            // The next process is killed too, mostly while it comes back.
            faults.push_back(machine_fault(FaultKind::kill, guest, at_ms, killed_ms));
            faults.push_back(machine_fault(FaultKind::kill, guest,
                                           at_ms + killed_ms + random.below(std::uint64_t{3'000}),
                                           random.between<std::uint64_t>(200, 10'000)));
            break;
        case 2:
            faults.push_back(machine_fault(FaultKind::freeze, machine, at_ms, cut_ms));
            break;
        case 3:
            faults.push_back(line_fault(FaultKind::cut, guest, 0, at_ms, cut_ms));
            faults.push_back(line_fault(FaultKind::cut, 0, guest, at_ms, cut_ms));
            break;
        default:
            faults.push_back(random.chance(1, 2)
                                 ? line_fault(FaultKind::cut, guest, 0, at_ms, cut_ms)
                                 : line_fault(FaultKind::cut, 0, guest, at_ms, cut_ms));
    }
}

void add_absences(Random& random, std::uint32_t players, std::vector<Fault>& faults) {
    const std::uint64_t absences = random.between<std::uint64_t>(1, 4);
    for (std::uint64_t number = 0; number < absences; ++number) {
        const std::uint64_t at_ms = random.between<std::uint64_t>(3'000, 40'000);
        add_absence(random, players, random.below(players), at_ms, faults);
        if (random.chance(1, 4)) {
            // Another one at the same time, or as good as.
            add_absence(random, players, random.below(players),
                        at_ms + random.below(std::uint64_t{500}), faults);
        }
    }
    if (players > 2 && random.chance(1, 4)) {
        faults.push_back(machine_fault(FaultKind::leave, random.between(1U, players - 1),
                                       random.between<std::uint64_t>(3'000, 60'000)));
    }
    if (random.chance(1, 12)) {
        faults.push_back(machine_fault(FaultKind::stranger, random.between(1U, players - 1),
                                       random.between<std::uint64_t>(3'000, 40'000),
                                       random.between<std::uint64_t>(200, k_killed_ms_max)));
    }
}

Scenario random_scenario(std::uint64_t seed, const Trouble& trouble) {
    Random random(seed);
    Scenario scenario;
    scenario.name = "soak";
    scenario.seed = seed;
    scenario.ticks = k_ticks;
    scenario.players = random.between(2U, Counter::players_max);
    const auto make_line = trouble.is_narrow ? &narrow_line : &random_line;
    scenario.line = make_line(random);
    for (std::uint32_t guest = 2; guest < scenario.players; ++guest) {
        scenario.lines.push_back({guest, 0, make_line(random)});
        scenario.lines.push_back({0, guest, make_line(random)});
    }
    for (std::uint32_t machine = 0; machine < scenario.players; ++machine) {
        scenario.machines.push_back({random.between<std::int64_t>(-1'000, 1'000),
                                     up_to(random, trouble.is_narrow ? 900 : 1'100)});
    }
    const std::uint64_t faults = up_to(random, trouble.faults_max);
    for (std::uint64_t number = 0; number < faults; ++number) {
        scenario.faults.push_back(random_fault(random, scenario.players, trouble, number));
    }
    scenario.is_sealed = random.chance(1, 2);
    if (trouble.comes_back) {
        add_absences(random, scenario.players, scenario.faults);
        // So that whoever was away last can be seen to play.
        scenario.ticks = sim::ticks_in(
            tools::netsim::faults_end_ms(scenario) / k_ms_per_s + k_back_s, Counter::tick_rate);
    }
    if (const auto at = tools::netsim::recovered_at(scenario)) {
        // And a second for the handshake.
        const auto end = *at + tools::netsim::k_recovered_span + std::chrono::seconds(1);
        scenario.ticks = std::max(
            k_ticks, sim::ticks_in(static_cast<std::uint64_t>(end / std::chrono::seconds(1)),
                                   Counter::tick_rate));
    }
    return scenario;
}

// What the environment says in place of a default.
std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
    const std::string_view text(std::getenv(name) == nullptr ? "" : std::getenv(name));
    std::uint64_t value = otherwise;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// The parts run beside each other, each with seeds of its own.
constexpr std::uint64_t k_parts = 8;
constexpr std::uint64_t k_seeds_of_a_part = 1'000'000;
// Of so many schedules one at least has to claim that the match recovers.
constexpr std::uint64_t k_schedules_per_claim = 20;

// Where lines are narrow it counts how much a repeat costs.
tools::RegisteredGame game_of(const Trouble& trouble) {
    return trouble.is_narrow ? loud_game() : counter_game();
}

class NetsimSoak : public testing::TestWithParam<std::uint64_t> {
public:
    // Plays seed after seed, for TANDEM_SOAK_SECONDS virtual seconds, from TANDEM_SOAK_SEED on in
    // the first part. What is not as it must be is shrunk and shown as a scenario.
    template <class IsSound>
    void soak(const Trouble& trouble, IsSound&& is_sound) {
        const std::uint64_t some_s =
            from_environment("TANDEM_SOAK_SECONDS", TANDEM_SOAK_SECONDS_DEFAULT);
        const std::uint64_t wanted_s = trouble.comes_back ? some_s + some_s / 2 : some_s;
        std::uint64_t seed =
            from_environment("TANDEM_SOAK_SEED", 1) + GetParam() * k_seeds_of_a_part;
        double played_s = 0;
        std::uint64_t schedules = 0;
        std::uint64_t claims = 0;
        for (; played_s < static_cast<double>(wanted_s); ++seed) {
            // If an assertion ends the process, the last line says where.
            std::cerr << "TANDEM_SOAK_SECONDS=1 TANDEM_SOAK_SEED=" << seed
                      << " tandem_soak_tests --gtest_filter='*" << name() << "/0'\n";
            const Scenario scenario = random_scenario(seed, trouble);
            const auto outcome = counter_outcome(scenario, false, game_of(trouble));
            played_s += std::max(outcome.virtual_seconds + outcome.twin_seconds, 1.0);
            ++schedules;
            claims += outcome.recovery.is_claimed() ? 1U : 0U;
            if (!is_sound(outcome, scenario)) {
                const auto shrunk = tools::netsim::shrink_scenario(scenario, game_of(trouble), 100);
                FAIL() << "seed " << seed << ": " << tools::netsim::verdict_text(outcome.verdict)
                       << ": " << outcome.why << "\nThe smallest scenario that does it:\n"
                       << tools::netsim::scenario_text(shrunk->scenario);
            }
            EXPECT_LT(outcome.bytes_under_way_most, std::size_t{4} << 20U) << "memory is bounded";
        }
        std::cerr << claims << " of " << schedules << " matches had to recover\n";
        if (schedules >= k_schedules_per_claim) {
            EXPECT_GE(claims, schedules / k_schedules_per_claim) << "too little is claimed";
        }
    }

private:
    // Without the part.
    static std::string name() {
        const auto& info = *testing::UnitTest::GetInstance()->current_test_info();
        const std::string test = info.name();
        return std::string(info.test_suite_name()) + "." + test.substr(0, test.find('/'));
    }
};

TEST_P(NetsimSoak, WhatHealsInTimeLeavesOneChainAndEveryTickPlayed) {
    // Less than a session's patience with a silent peer.
    const Trouble trouble{.faults_max = 4, .fault_ms_max = 3'000, .is_spaced = true};
    soak(trouble, [](const tools::netsim::ScenarioOutcome& outcome, const Scenario& scenario) {
        return outcome.verdict == ScenarioVerdict::one_chain &&
               outcome.ticks_recorded == scenario.ticks &&
               outcome.ticks_compared == scenario.ticks * scenario.players;
    });
}

TEST_P(NetsimSoak, WhateverHappensNobodyDiffersStandsStillOrIsAlarmedForNothing) {
    const Trouble trouble{.faults_max = 8, .fault_ms_max = 9'000, .may_die = true};
    soak(trouble, [](const tools::netsim::ScenarioOutcome& outcome, const Scenario&) {
        return outcome.verdict == ScenarioVerdict::one_chain ||
               outcome.verdict == ScenarioVerdict::cut_short;
    });
}

TEST_P(NetsimSoak, WhatFillsAQueueIsOverSoonAfterItsCause) {
    const Trouble trouble{
        .faults_max = 4, .fault_ms_max = 3'000, .is_spaced = true, .is_narrow = true};
    soak(trouble, [](const tools::netsim::ScenarioOutcome& outcome, const Scenario& scenario) {
        return outcome.verdict == ScenarioVerdict::one_chain &&
               outcome.ticks_compared == scenario.ticks * scenario.players;
    });
}

TEST_P(NetsimSoak, WhoeverIsAwayComesBackAndNothingThatWasCertainIsLost) {
    const Trouble trouble{.faults_max = 3, .fault_ms_max = 9'000, .comes_back = true};
    soak(trouble, [](const tools::netsim::ScenarioOutcome& outcome, const Scenario&) {
        return outcome.verdict == ScenarioVerdict::one_chain;
    });
}

INSTANTIATE_TEST_SUITE_P(EachSeed, NetsimSoak, testing::Range<std::uint64_t>(0, k_parts));

}  // namespace
}  // namespace tandem::test
