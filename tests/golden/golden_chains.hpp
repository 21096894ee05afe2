// SPDX-License-Identifier: MIT
// Frozen results: what every compiler, optimisation level and machine must compute, now and in
// years. A difference means that recorded replays no longer play.
//
// To change a line on purpose: where the outcome of a game's step changed, raise its `version`; run
// tandem_golden_tests, whose failures print the lines as they would have to be; paste them here;
// say in the commit why old replays may break.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tandem::test {

struct GoldenChain {
    std::string_view scenario;  // see scenarios.cpp
    std::uint64_t ticks;
    std::uint64_t start;  // of game, version, schemas and setup: differs where one of these does
    std::uint64_t chain;  // of every tick's record and state
};

inline constexpr std::array k_golden_chains{
    GoldenChain{"counter_bots_4", 1000, 0x601eb7079a32e1cd, 0xde313098cc4c846e},
    GoldenChain{"duel_bots_2", 3000, 0xb7b56c8afc9768b4, 0x17fe91199fa28f4d},
    GoldenChain{"duel_bots_8_pillars", 2000, 0xd91d7978459487b8, 0x4c9e0fe3dbbbf392},
    GoldenChain{"duel_generated_tics_4_rooms", 5000, 0x130acb71fc71c911, 0x8c49d114189ce916},
    GoldenChain{"duel_freedm_demo1_first_two", 5204, 0xb7b56c8afc9768b4, 0xc31f18895385c3e8},
    GoldenChain{"duel_freedm_demo1_all_four", 5204, 0x541e4809397cd54e, 0x72c1151444c92023},
    GoldenChain{"swarm_bots_4", 900, 0x1b326f1529518286, 0x87ed5a7802d5da1e},
    GoldenChain{"swarm_bots_2_20000_units", 100, 0x33a3070eca6bb914, 0x0129e00b94373264},
    GoldenChain{"relay_players_leave_and_return", 3000, 0x393d75e96fe8860f, 0x5f70bdff4fc76b47},
    GoldenChain{"math_sweep_fixed", 30, 0x8ad731819c278a34, 0xfb993e7ef02baeed},
    GoldenChain{"math_sweep_compact", 30, 0xbc401601b4473605, 0x878a191dd12a6dbf},
    GoldenChain{"math_sweep_vectors", 30, 0x289803dc0fd32728, 0x97c7c7947b578379},
    GoldenChain{"math_sweep_angles", 100, 0xbd87ef0601b84cfd, 0x84e6368d730d9540},
    GoldenChain{"math_sweep_random", 100, 0x1f1d0af29cc5bbe2, 0xfb2910d76f4ba139},
    GoldenChain{"math_sweep_batches", 100, 0x66686df63792ed69, 0x5b27dce24dadcb9e},
    GoldenChain{"math_sweep_fixed_batches", 30, 0x7ca7f73878446eba, 0x285db6b6135f8bae},
    GoldenChain{"math_sweep_random_choices", 100, 0xc4ac44e79cbb02a5, 0xd248ead432054e26},
    GoldenChain{"math_sweep_comparisons", 100, 0xe64bdaf67a65159d, 0x9de7d9fec50d2024},
};

}  // namespace tandem::test
