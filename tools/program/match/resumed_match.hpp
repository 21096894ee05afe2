// SPDX-License-Identifier: MIT
// Finds what a player needs to come back to the match that a recording names: its secret, and what
// the recording knows of the match.
#pragma once

#include <string>

#include <tandem/net/options.hpp>
#include <tandem/net/ticket/ticket.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/program/match/secret_file.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

struct ResumedMatch {
    RegisteredGame game;
    Setup setup;  // that of the recording
    net::SlotTicket ticket;
    net::JoinOptions::Past past;
};

// Reads the recording, which is never written. It is an error if it cannot be read or names no
// match (bad_data), if a session is still writing it or if it is a host's (usage), if it is of a
// game that this program does not have (no_simulation) or plays otherwise (divergence), and if its
// secret is not kept here (io).
sim::Result<ResumedMatch> resumed_match(const std::string& recording, const SecretPlace& place,
                                        const Context& context);

}  // namespace tandem::tools
