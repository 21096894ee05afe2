// SPDX-License-Identifier: MIT
// The fate of the bodies on one machine, in one form for all arms.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/match/arm.hpp>
#include <tandem/tools/lab/match/script.hpp>

namespace tandem::tools::lab::match {

// The values are in units, pixels and frames; for the integer arms they are the nearest doubles.
struct MatchOutcome {
    double bullet = 0;
    std::optional<double> bullet_float;    // a second bullet in single precision
    std::optional<double> bullet_integer;  // a third one in integers
    double apex = 0;
    std::optional<double> apex_integer;
    double spring_max = 0;
    std::uint32_t tap_frames = 0;  // or ticks
    std::array<double, k_players> held{};
    // The shot that is fired every second: where and when it vanishes, and where in two other
    // arithmetics. The integer arms have none.
    std::optional<double> shot;
    double shot_float = 0;
    double shot_integer = 0;
    double shot_ms = 0;

    bool is_wall_cleared() const;
    bool is_tap_seen() const { return tap_frames > 0; }
};

// Reads a canonical state of this arm's game. The error is bad_data if it is none.
sim::Result<MatchOutcome> outcome_of(const Arm& arm, sim::ByteView state);

}  // namespace tandem::tools::lab::match
