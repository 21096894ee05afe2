// SPDX-License-Identifier: MIT
// What somebody who plays wants to know of the network, below the picture: how far ahead keys
// count, how long the line is, and who holds the match up.
#pragma once

#include <string>
#include <vector>

#include <tandem/sim/types.hpp>
#include <tandem/tools/netview/net_log.hpp>

namespace tandem::tools::netview {

// "ann", escaped, "player 1" where it gave no name.
std::string name_text(const std::string& name, Slot slot);
// The same, "you" for this side.
std::string name_text(const NetLog& log, Slot slot);

// "delay 3 ticks, 86 ms | 2 stalls, 1.2 s (ann, its line or machine) | round trip 41 ms". Of
// several peers each one's round trip is told by its name, and how often each player held the match
// up. At most 79 columns: long names are cut, and where that is not enough the worst of each is
// told.
std::string player_line(const std::vector<net::PeerStatus>& peers, const net::PaceStatus& pace,
                        TickRate rate, const NetLog& log);

// "waiting for ann, 2.3 s: its line or machine", of a long name its beginning; empty while nobody
// holds the match up.
std::string waiting_line(const NetLog& log);

}  // namespace tandem::tools::netview
