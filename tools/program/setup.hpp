// SPDX-License-Identifier: MIT
// What a session starts with: seed, options and number of players of the command line.
#pragma once

#include <cstdint>

#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/program/shared_options.hpp>
#include <tandem/tools/registry.hpp>

namespace tandem::tools {

// Setup from --seed, --option and the number of players. Without --option, where a person is at the
// keys, the game's keys_options count. Options with which the game's reset fails,
// although it does not without them, are an Error usage in the game's own words.
sim::Result<Setup> make_setup(const RegisteredGame& game, const SessionArguments& options,
                              std::uint32_t players);

// A session could not begin. Where the game's own reset threw, its setup lacks something or does
// not suit it, which is no fault of the program: an error of usage.
sim::Error cannot_begin(sim::Error error);

}  // namespace tandem::tools
