// SPDX-License-Identifier: MIT
// What two sides compare before they play, and how the setup gets from host to guest.
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
// What the two say of their programs. Libraries that one does not know tell nothing.
ProgramsCompared compare_programs(const std::optional<GameProgram>& ours,
                                  const std::optional<GameProgram>& theirs);
// Whether both games start from the same state.
std::optional<Refusal> compare_resets(const Ready& host, const Ready& guest);

// Puts the setup into the message, with as many assets as fit.
void put_setup(Welcome& welcome, const Setup& setup);
// The host's setup, with missing assets filled in from our own copies. Or the reason why we cannot
// play it: it contradicts an explicit option, an asset is missing or different, or the game cannot
// start with it.
std::variant<Setup, Refusal> take_setup(const Welcome& welcome, const sim::GameInfo& game,
                                        const JoinOptions& options);

}  // namespace tandem::net
