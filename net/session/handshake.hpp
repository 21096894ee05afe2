// SPDX-License-Identifier: MIT
// Two sides compare themselves before they play, and the setup gets from host to guest.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include <tandem/net/options.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/game/setup.hpp>

namespace tandem::net {

Identity identity_of(const sim::GameInfo& game, const std::string& build,
                     const std::optional<GameProgram>& program = std::nullopt);

// The first reason why the two sides cannot play each other; builds may differ.
std::optional<Refusal> compare_greetings(const Greeting& host, const Greeting& guest);
std::optional<Refusal> compare_identities(const Identity& host, const Identity& guest);
// Compares the programs of the two. Unknown libraries are not compared.
ProgramsCompared compare_programs(const std::optional<GameProgram>& ours,
                                  const std::optional<GameProgram>& theirs);
// Returns a refusal if the two games do not start from the same state.
std::optional<Refusal> compare_resets(const Ready& host, const Ready& guest);

// Puts the setup into the message, with as many assets as fit.
void write_setup(Welcome& welcome, const Setup& setup);
// The host's setup, with missing assets filled in from our own copies. If we cannot play it, it is
// the reason: it contradicts an explicit option, an asset is missing or different, or the game
// cannot start with it.
std::variant<Setup, Refusal> read_setup(const Welcome& welcome, const sim::GameInfo& game,
                                        const JoinOptions& options);

}  // namespace tandem::net
