// SPDX-License-Identifier: MIT
// Finds what a host needs to go on with a match that was stopped: the place in its recording, and
// the secret by which it knows the players again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/options.hpp>
#include <tandem/net/ticket/ticket.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/program/match/secret_file.hpp>
#include <tandem/tools/program/session/branch.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// The way in which a host goes on with a recording.
enum class GoingOn : std::uint8_t {
    behind_all,    // with the same players, behind everything that one of them still holds
    at_a_tick,     // with the same players, just at a tick
    with_anybody,  // at a tick, as a match of its own that anybody may join
};

struct ResumedHost {
    RegisteredGame game;
    Setup setup;                               // that of the recording
    std::optional<net::MatchTicket> ticket{};  // nothing: anybody may join
    net::HostPast past;

    // The slots of those who are waited for.
    std::vector<std::uint32_t> awaited() const;
    // For the people who wait: how the match goes on, for how long it waits for whom, and what they
    // say to join. `ticket` is the session's, for the match's number and generation.
    std::vector<std::string> news(const net::MatchTicket& session_ticket, std::uint16_t port,
                                  std::uint32_t wait_return_ms, const std::string& program) const;
};

// Reads the recording, which is never written. It is an error if it cannot be read or names no
// match (bad_data), if a session is still writing it, if it is not the host's or if there is no
// such tick (usage), if it is of a game that this program does not have (no_simulation) or plays
// otherwise (divergence), and if its secret is not kept here (io). With anybody it needs neither a
// match nor a secret.
sim::Result<ResumedHost> resumed_host(const BranchText& from, GoingOn how, const SecretPlace& place,
                                      const Context& context);

}  // namespace tandem::tools
