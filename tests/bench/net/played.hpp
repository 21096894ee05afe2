// SPDX-License-Identifier: MIT
// A scenario played with the smallest game, and what its rows ask of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/tools/netsim/run_scenario.hpp>

namespace tandem::bench {

// The usual way.
inline constexpr std::uint64_t k_way_us = 40'000;

// So many players, a clean line of so many microseconds, for so many seconds.
tools::netsim::Scenario scenario_of(std::uint32_t players, std::uint64_t delay_us,
                                    std::uint64_t length_s, std::uint64_t seed);

struct Played {
    tools::netsim::ScenarioOutcome outcome;
    std::vector<std::uint64_t> ticks;  // confirmed at each second

    bool is_sound() const { return outcome.verdict == tools::netsim::ScenarioVerdict::one_chain; }
    // The mean delay of a side from this second on.
    double delay(std::size_t side, std::size_t from_s) const;
    // Its delay at this second.
    std::uint32_t delay_at(std::size_t side, std::size_t second) const;
    // Ticks of all in a second, from the second `from_s` on, in parts of 60.
    double speed(std::size_t from_s) const;
    // The delays of a side, second by second: "3 3 5 4".
    std::string delays_text(std::size_t side, std::size_t from_s, std::size_t to_s) const;
};
Played play_scenario(const tools::netsim::Scenario& scenario, bool has_limits);

}  // namespace tandem::bench
