// SPDX-License-Identifier: MIT
// What two sides compare before they play, and the setup's way from host to guest.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include <tandem/net/options.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/game/setup.hpp>

namespace tandem::net {

Identity identity_of(const sim::GameInfo& game, const std::string& build);

// The first respect in which the two may not play each other; builds may differ.
std::optional<Refusal> compare_greetings(const Greeting& host, const Greeting& guest);
std::optional<Refusal> compare_identities(const Identity& host, const Identity& guest);
// Whether both games start from the same state.
std::optional<Refusal> compare_resets(const Ready& host, const Ready& guest);

// The setup and as much of its assets as fits into a message.
void put_setup(Welcome& welcome, const Setup& setup);
// The match's setup as the host gave it, assets completed from our own copies; or why we cannot
// play it: it contradicts an explicit flag, an asset is missing or another, or the game cannot be
// started so.
std::variant<Setup, Refusal> take_setup(const Welcome& welcome, const sim::GameInfo& game,
                                        const JoinOptions& options);

}  // namespace tandem::net
