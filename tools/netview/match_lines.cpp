// SPDX-License-Identifier: MIT
// A line is cut where it is wider than the terminal, so that it says little.
#include <tandem/tools/netview/match_lines.hpp>

#include <map>

#include <tandem/tools/netview/units.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools::netview {
namespace {

// "round trip 41 ms", "round trip ann 41 ms, bob 80 ms"; empty where nobody is there.
std::string round_trips_text(const std::vector<net::PeerStatus>& peers, const NetLog& log) {
    std::string text;
    for (const net::PeerStatus& peer : peers) {
        if (!peer.is_absent) {
            const std::string name = peers.size() > 1 ? name_text(log, peer.slot) + " " : "";
            text += (text.empty() ? "round trip " : ", ") + name + fine_ms_text(peer.round_trip);
        }
    }
    return text;
}

// "no stalls", "2 stalls, 1.2 s (ann: its line)", "3 stalls, 1.4 s (ann 1, bob 2)".
std::string stalls_text(const NetLog& log) {
    const auto totals = log.stall_totals();
    NetLog::Total all;
    std::map<std::uint32_t, std::uint64_t> by_player;
    for (const auto& [who, total] : totals) {
        all.count += total.count;
        all.time += total.time;
        by_player[who.first] += total.count;
    }
    if (all.count == 0) {
        return "no stalls";
    }
    std::string whose;
    for (const auto& [slot, count] : by_player) {
        whose += (whose.empty() ? "" : ", ") + name_text(log, Slot{slot});
        whose += by_player.size() > 1 ? " " + std::to_string(count) : "";
    }
    if (by_player.size() == 1) {
        whose += ": " + why_text(NetLog::longest_of(totals)->first.second);
    }
    return count_text(all.count, "stall") + ", " + seconds_text(all.time) + " (" + whose + ")";
}

}  // namespace

std::string name_text(const std::string& name, Slot slot) {
    return name.empty() ? "player " + std::to_string(slot.index) : escaped(name);
}

std::string name_text(const NetLog& log, Slot slot) {
    const auto& names = log.names();
    return slot == log.own() ? "you"
                             : name_text(slot.index < names.size() ? names[slot.index] : "", slot);
}

std::string player_line(const std::vector<net::PeerStatus>& peers, const net::PaceStatus& pace,
                        TickRate rate, const NetLog& log) {
    const std::uint64_t delay_ms =
        (std::uint64_t{pace.delay_ticks} * 1000 * rate.seconds + rate.ticks / 2) / rate.ticks;
    const std::string line = round_trips_text(peers, log);
    return "delay " + count_text(pace.delay_ticks, "tick") + ", " + std::to_string(delay_ms) +
           " ms | " + stalls_text(log) + (line.empty() ? "" : " | " + line);
}

std::string waiting_line(const NetLog& log) {
    const auto& stall = log.open_stall();
    if (!stall) {
        return "";
    }
    const std::string why = stall->slot == log.own() ? "your machine" : why_text(stall->why);
    return "waiting for " + name_text(log, stall->slot) + ", " +
           seconds_text(log.length() - stall->begin) + ": " + why;
}

}  // namespace tandem::tools::netview
