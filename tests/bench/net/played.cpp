// SPDX-License-Identifier: MIT
// A scenario that cannot be played is a mistake of this program.
#include <tests/bench/net/played.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <tests/bench/net/pulse.hpp>

namespace tandem::bench {

using tools::netsim::Scenario;

Scenario scenario_of(std::uint32_t players, std::uint64_t delay_us, std::uint64_t length_s,
                     std::uint64_t seed) {
    Scenario scenario;
    scenario.seed = seed;
    scenario.players = players;
    scenario.ticks = length_s * 60;
    scenario.line.delay_us = delay_us;
    return scenario;
}

Played play_scenario(const Scenario& scenario, bool has_limits) {
    Played played;
    tools::netsim::ScenarioOptions options;
    options.has_limits = has_limits;
    options.on_progress = [&](std::uint64_t ticks) { played.ticks.push_back(ticks); };
    auto outcome = tools::netsim::run_scenario(scenario, pulse_game(), options);
    if (!outcome) {
        std::fprintf(stderr, "net_figures: %s\n", outcome.error().text().c_str());
        std::exit(1);
    }
    played.outcome = *std::move(outcome);
    return played;
}

double Played::delay(std::size_t side, std::size_t from_s) const {
    const auto& delays = outcome.sides[side].facts.delays;
    double sum = 0;
    for (std::size_t second = from_s; second < delays.size(); ++second) {
        sum += delays[second];
    }
    return delays.size() > from_s ? sum / static_cast<double>(delays.size() - from_s) : 1e9;
}

std::uint32_t Played::delay_at(std::size_t side, std::size_t second) const {
    const auto& delays = outcome.sides[side].facts.delays;
    return second < delays.size() ? delays[second] : ~0U;
}

double Played::speed(std::size_t from_s) const {
    // The last second is not a whole one.
    if (ticks.size() < from_s + 3) {
        return 0;
    }
    const std::size_t last = ticks.size() - 2;
    return static_cast<double>(ticks[last] - ticks[from_s]) /
           (60.0 * static_cast<double>(last - from_s));
}

std::string Played::delays_text(std::size_t side, std::size_t from_s, std::size_t to_s) const {
    const auto& delays = outcome.sides[side].facts.delays;
    std::string text;
    for (std::size_t second = from_s; second < std::min(to_s, delays.size()); ++second) {
        text += (text.empty() ? "" : " ") + std::to_string(delays[second]);
    }
    return text;
}

}  // namespace tandem::bench
