// SPDX-License-Identifier: MIT
// Tells a player about the network, below the picture and in a status line: how far ahead keys
// count, how long the line is, and who holds the match up. The most important things come first,
// because a narrow terminal cuts the end off.
#pragma once

#include <string>
#include <vector>

#include <tandem/sim/types.hpp>
#include <tandem/tools/netview/net_log.hpp>

namespace tandem::tools::netview {

// Returns a player's name, escaped: "ann", or "player 1" if it gave no name.
std::string name_text(const std::string& name, Slot slot);
// Returns the same; "you" for this side.
std::string name_text(const NetLog& log, Slot slot);

// Returns "delay 3 ticks, 86 ms | 2 stalls, 1.2 s (ann, its line or machine) | round trip 41 ms".
// If there are several peers, each one's round trip is told by its name, and how often each player
// held the match up. The line has at most 79 columns: long names are cut, and if that is not enough
// the worst of each is told.
std::string player_line(const std::vector<net::PeerStatus>& peers, const net::PaceStatus& pace,
                        TickRate rate, const NetLog& log);

// Returns "waiting for ann, 2.3 s: its line or machine", with the beginning of a long name; empty
// while no player holds the match up.
std::string waiting_line(const NetLog& log);

// Returns "rtt 41 ms, jitter 3 | loss 0.4 % | delay 3 | waited 0.2 s (player 1: its machine)". If
// there are several peers, the worst one is named: the one whose round trips take longest.
std::string status_text(const std::vector<net::PeerStatus>& peers, const net::PaceStatus& pace,
                        const NetLog& log);

}  // namespace tandem::tools::netview
