// SPDX-License-Identifier: MIT
// Shows the network's part in a match, as one picture for a person.
#pragma once

#include <string>

#include <tandem/tools/netview/net_log.hpp>

namespace tandem::tools::netview {

// Facts that the log does not know.
struct ReportTitle {
    std::string game;
    std::string when;  // date and time in words
    std::string end;   // how the match ended, in words
};

// Returns an SVG file: round trip and loss of each line, the own delay, who held the match up and
// why, and the events of players, all over the time of the match.
std::string net_report(const NetLog& log, const ReportTitle& title);

}  // namespace tandem::tools::netview
