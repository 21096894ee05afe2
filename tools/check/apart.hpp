// SPDX-License-Identifier: MIT
// Makes the whole check in a copy of this process: a game that ends its process ends the copy, and
// the report tells where that was.
#pragma once

#include <atomic>
#include <cstdint>

#include <tandem/tools/check/check.hpp>

namespace tandem::tools::check {

// The place of a check, in memory that both processes share.
struct CheckPlace {
    // The value of `who` while no probe plays, but the game itself.
    static constexpr std::uint8_t k_game = 0xFF;

    std::atomic<std::uint64_t> seed = 0;   // seed of the session
    std::atomic<std::uint64_t> ticks = 0;  // ticks done: the next one is played
    std::atomic<bool> is_reset = false;    // the session has begun
    std::atomic<std::uint8_t> who = k_game;
    std::atomic<std::uint64_t> work = 0;  // counted as the plan's progress counts it
    std::atomic<bool> is_interrupted = false;
};

// Returns the report of check_game even if the process that plays ends: then the report names tick,
// companion and signal. This process must have no other thread but that of a CallWatch. The plan's
// functions are called in the copy, but for is_interrupted and progress. If no copy can be made,
// the check is made here.
Report check_game_apart(const CheckPlan& plan);

}  // namespace tandem::tools::check
