// SPDX-License-Identifier: MIT
// Two machines of the match on a simulated network in virtual time: frames cost exactly what they
// cost.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/tools/lab/match/arm_findings.hpp>
#include <tandem/tools/lab/match/side.hpp>
#include <tandem/tools/lab/match/variable_game.hpp>

namespace tandem::test {

struct Pair {
    tools::lab::match::SideReport host;
    tools::lab::match::SideReport guest;
    std::string failure;  // the first error of either
};

struct Costs {
    std::uint32_t host_ms = 10;
    std::uint32_t guest_ms = 100;
    std::uint32_t delay_ticks = 0;  // 0: the formula's
};

// Plays the arm to its end, or until one fails. The recorders may be null.
Pair play_pair(tools::lab::match::ArmId arm, std::uint32_t seconds, Costs costs = {},
               sim::TickObserver* host_recorder = nullptr,
               sim::TickObserver* guest_recorder = nullptr);

// What the last state of a report says.
tools::lab::match::MatchOutcome last_outcome(tools::lab::match::ArmId arm,
                                             const tools::lab::match::SideReport& report);

}  // namespace tandem::test
