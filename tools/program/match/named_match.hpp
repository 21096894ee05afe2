// SPDX-License-Identifier: MIT
// Reads which match a recording is of, and which player's recording it is.
#pragma once

#include <cstdint>
#include <string>

#include <tandem/net/wire/terms.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

// The match that a recording names, and the slot whose recording it is.
struct NamedMatch {
    net::MatchId match{};
    std::uint32_t slot = 0;
};

// The last match that the recording's marks name. It is an error (bad_data) if they name none, or
// one that cannot be.
sim::Result<NamedMatch> named_match(const replay::Replay& file, const std::string& path);

// Succeeds unless a session is still writing the recording (usage).
sim::Result<void> check_closed(const replay::Replay& file, const std::string& path);

}  // namespace tandem::tools
