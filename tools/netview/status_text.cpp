// SPDX-License-Identifier: MIT
// The most important things come first, because a narrow terminal cuts the end off.
#include <tandem/tools/netview/status_text.hpp>

#include <tandem/tools/netview/units.hpp>

namespace tandem::tools::netview {
namespace {

std::string ms_text(net::Time time) { return fixed_text(in_ms(time), 0); }

std::string player_text(Slot slot) { return "player " + std::to_string(slot.index); }

// Returns the worst peer; null if all are absent, or nobody is there.
const net::PeerStatus* worst_of(const std::vector<net::PeerStatus>& peers) {
    const net::PeerStatus* worst = nullptr;
    for (const net::PeerStatus& peer : peers) {
        if (!peer.is_absent && (worst == nullptr || peer.round_trip + peer.jitter >
                                                        worst->round_trip + worst->jitter)) {
            worst = &peer;
        }
    }
    return worst;
}

// Says who held the match up for the longest time, and why.
std::string holder_text(const NetLog& log) {
    const auto totals = log.stall_totals();
    const auto longest = NetLog::longest_of(totals);
    if (longest == totals.end()) {
        return "";
    }
    const auto& [slot, why] = longest->first;
    return " (" + player_text(Slot{slot}) + ": " + why_text(why) + ")";
}

}  // namespace

std::string status_text(const std::vector<net::PeerStatus>& peers, const net::PaceStatus& pace,
                        const NetLog& log) {
    std::string text;
    if (const auto& stall = log.open_stall()) {
        text = "waiting for " + player_text(stall->slot) + " for " +
               seconds_text(log.length() - stall->begin) + ": " + why_text(stall->why) + " | ";
    }
    if (const net::PeerStatus* worst = worst_of(peers)) {
        text += peers.size() > 1 ? "worst, " + player_text(worst->slot) + ": " : "";
        text += "rtt " + fine_ms_text(worst->round_trip) + ", jitter " + ms_text(worst->jitter) +
                " | loss " + fixed_text(worst->loss_ppm / k_ppm_of_a_percent, 1) + " % | ";
    }
    return text + "delay " + std::to_string(pace.delay_ticks) + " | waited " +
           seconds_text(pace.held) + holder_text(log);
}

}  // namespace tandem::tools::netview
