// SPDX-License-Identifier: MIT
// Makes the setup of a session: seed, options and number of players of the command line.
#pragma once

#include <cstdint>

#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/program/cli/shared_options.hpp>
#include <tandem/tools/registry.hpp>

namespace tandem::tools {

// The setup from --seed, --option and the number of players. Without --option the game's
// keys_options count if a person is at the keys. If the game's reset fails with these options and
// not without them, that is an Error usage in the game's own words.
sim::Result<Setup> make_setup(const RegisteredGame& game, const SessionArguments& options,
                              std::uint32_t players);

// The error of a session that could not begin. If the game's own reset threw, its setup lacks
// something or does not suit it, which is no fault of the program: an error of usage.
sim::Error cannot_begin(sim::Error error);

}  // namespace tandem::tools
