// SPDX-License-Identifier: MIT
// Tells the present state of a match's network, in one line for a person.
#pragma once

#include <string>
#include <vector>

#include <tandem/tools/netview/net_log.hpp>

namespace tandem::tools::netview {

// Returns "rtt 41 ms, jitter 3 | loss 0.4 % | delay 3 | waited 0.2 s (player 1: its machine)". If
// there are several peers, the worst one is named: the one whose round trips take longest.
std::string status_text(const std::vector<net::PeerStatus>& peers, const net::PaceStatus& pace,
                        const NetLog& log);

}  // namespace tandem::tools::netview
