// SPDX-License-Identifier: MIT
// The whole check in a copy of this process: a game that ends its process ends the copy, and where
// that was is told.
#pragma once

#include <atomic>
#include <cstdint>

#include <tandem/tools/check/check.hpp>

namespace tandem::tools::check {

// Where a check is, in memory that both processes share.
struct CheckPlace {
    // No probe: the game itself plays.
    static constexpr std::uint8_t k_game = 0xFF;

    std::atomic<std::uint64_t> seed = 0;   // of the session
    std::atomic<std::uint64_t> ticks = 0;  // that are done: the next one is played
    std::atomic<bool> is_reset = false;    // the session has begun
    std::atomic<std::uint8_t> who = k_game;
    std::atomic<std::uint64_t> work = 0;  // as the plan's progress counts it
    std::atomic<bool> is_interrupted = false;
};

// The report of check_game, whatever becomes of the process that plays: where it ends, the report
// names tick, companion and signal. This process must have no other thread but that of a CallWatch.
// The plan's functions are called in the copy, but for is_interrupted and progress. Where no copy
// can be made the check is made here.
Report check_game_apart(const Plan& plan);

}  // namespace tandem::tools::check
