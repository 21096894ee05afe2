// SPDX-License-Identifier: MIT
// Schedules nobody thought of: whatever lines and machines do, as long as it heals in time, all
// chains are one, every tick is played, and nobody is told of a desync that there is not.
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include <tandem/sim/math/random.hpp>
#include <tandem/tools/netsim/scenario_text.hpp>
#include <tandem/tools/netsim/shrink.hpp>
#include <tests/tools/netsim/simulated_counter.hpp>

namespace tandem::test {
namespace {

using tools::netsim::Fault;
using tools::netsim::FaultKind;
using tools::netsim::FaultTraits;
using tools::netsim::Scenario;
using tools::netsim::Verdict;

constexpr std::uint64_t k_ticks = 1'800;  // half a minute
// Everything heals within this, which is less than a session's patience with a silent peer.
constexpr std::uint64_t k_fault_ms_max = 3'000;

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

Fault random_fault(Random& random, std::uint32_t players) {
    const auto& all = tools::netsim::fault_traits();
    Fault fault;
    do {
        fault.what = all[random.below(all.size())].kind;
    } while (fault.what == FaultKind::die);
    const FaultTraits& traits = tools::netsim::traits_of(fault.what);
    const std::uint32_t guest = random.between(1U, players - 1);
    const bool goes_up = random.chance(1, 2);
    if (traits.is_of_a_line) {
        fault.from = goes_up ? guest : 0;
        fault.to = goes_up ? 0 : guest;
    } else {
        fault.machine = random.below(players);
    }
    fault.at_ms = random.between<std::uint64_t>(2'000, 25'000);
    fault.for_ms = traits.has_span ? random.between<std::uint64_t>(1, k_fault_ms_max) : 0;
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
            fault.amount = random.between(3'000, 30'000);
            break;
        default:
            fault.amount = traits.most == 0 ? 0 : random.between(1, 500'000);
    }
    return fault;
}

Scenario random_scenario(std::uint64_t seed) {
    Random random(seed);
    Scenario scenario;
    scenario.name = "soak";
    scenario.seed = seed;
    scenario.ticks = k_ticks;
    scenario.players = random.between(2U, Counter::players_max);
    scenario.line = random_line(random);
    for (std::uint32_t guest = 2; guest < scenario.players; ++guest) {
        scenario.lines.push_back({guest, 0, random_line(random)});
        scenario.lines.push_back({0, guest, random_line(random)});
    }
    for (std::uint32_t machine = 0; machine < scenario.players; ++machine) {
        scenario.machines.push_back(
            {random.between<std::int64_t>(-1'000, 1'000), up_to(random, 1'100)});
    }
    for (std::uint64_t faults = up_to(random, 6); faults > 0; --faults) {
        scenario.faults.push_back(random_fault(random, scenario.players));
    }
    return scenario;
}

// How many virtual seconds: few by default, and as many as TANDEM_SOAK_SECONDS says.
double wanted_seconds() {
    const char* const given = std::getenv("TANDEM_SOAK_SECONDS");
    std::uint64_t seconds = 300;
    if (given != nullptr) {
        const std::string_view text(given);
        std::from_chars(text.data(), text.data() + text.size(), seconds);
    }
    return static_cast<double>(seconds);
}

TEST(NetsimSoak, WhateverHappensTheChainsAreOneAndEveryTickIsPlayed) {
    double seconds = 0;
    std::size_t most_under_way = 0;
    for (std::uint64_t seed = 1; seconds < wanted_seconds(); ++seed) {
        const Scenario scenario = random_scenario(seed);
        const auto outcome = counter_outcome(scenario);
        seconds += std::max(outcome.virtual_seconds, 1.0);
        most_under_way = std::max(most_under_way, outcome.bytes_under_way_most);
        if (outcome.verdict != Verdict::one_chain) {
            const auto shrunk = tools::netsim::shrink_scenario(scenario, counter_game(), 100);
            FAIL() << "seed " << seed << ": " << tools::netsim::verdict_text(outcome.verdict)
                   << ": " << outcome.why << "\nThe smallest scenario that does it:\n"
                   << tools::netsim::scenario_text(shrunk->scenario);
        }
        EXPECT_EQ(outcome.ticks_recorded, k_ticks) << "seed " << seed;
        EXPECT_EQ(outcome.ticks_compared, k_ticks * scenario.players) << "seed " << seed;
    }
    EXPECT_LT(most_under_way, std::size_t{4} << 20U) << "memory is bounded";
    RecordProperty("virtual_seconds", static_cast<int>(seconds));
}

}  // namespace
}  // namespace tandem::test
