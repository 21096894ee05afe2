// SPDX-License-Identifier: MIT
// Finds out which game is hosted somewhere, so that a guest need not be told.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tandem/net/event.hpp>
#include <tandem/net/transport/match_key.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

// The name of the game that an asking guest gives as its own. A host that meets it need not tell
// anybody that it refused this guest.
inline constexpr std::string_view k_asking_game = "which game is it?";

// Connects, is refused for having another game, and returns the host's name for its own, which is
// foreign text. The error is the one that joining with this key would end with. Waits as long as
// joining does, or until a signal comes (error refused).
sim::Result<std::string> ask_for_game(const std::string& host_name, std::uint16_t port,
                                      const std::optional<net::MatchKey>& key);

// True if the event is such a question, as the host hears of it: a guest that does not know the
// game yet asks by being refused.
bool is_question(const net::Event& event);

}  // namespace tandem::tools
