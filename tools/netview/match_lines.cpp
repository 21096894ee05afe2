// SPDX-License-Identifier: MIT
// A terminal cuts a line that is wider than itself, so names are cut before.
#include <tandem/tools/netview/match_lines.hpp>

#include <array>
#include <cstddef>
#include <map>

#include <tandem/sim/text.hpp>
#include <tandem/tools/netview/units.hpp>
#include <tandem/tools/text/cut_text.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools::netview {
namespace {

constexpr std::size_t k_columns = 79;
// So many characters of a name are told, the most that leave the line its columns. If even the
// fewest do not, less is told: who waited for whom, and then everybody's round trip but one.
constexpr std::array<std::size_t, 4> k_name_characters_tried{24, 12, 8, 5};
enum class Telling { all, round_trips, worst };

// Returns "bartho." for a name of more characters than that, "p2" for player 2 without one.
std::string short_name(const NetLog& log, Slot slot, std::size_t characters) {
    const std::string name = name_text(log, slot);
    if (sim::characters_of(name) <= characters) {
        return name;
    }
    const auto& names = log.names();
    const bool has_name = slot.index < names.size() && !names[slot.index].empty();
    return has_name ? cut_text(name, characters, ".") : "p" + std::to_string(slot.index);
}

// Returns "round trip 41 ms" or "round trip ann: 40 ms, bob: 80 ms"; empty if no peer is there.
std::string round_trips_text(const std::vector<net::PeerStatus>& peers, const NetLog& log,
                             std::size_t characters) {
    std::string text;
    for (const net::PeerStatus& peer : peers) {
        if (!peer.is_absent) {
            const std::string name =
                peers.size() > 1 ? short_name(log, peer.slot, characters) + ": " : "";
            text += (text.empty() ? "round trip " : ", ") + name + fine_ms_text(peer.round_trip);
        }
    }
    return text;
}

// Returns "worst round trip bob: 80 ms", if there is no room for all.
std::string longest_round_trip_text(const std::vector<net::PeerStatus>& peers, const NetLog& log,
                                    std::size_t characters) {
    const net::PeerStatus* longest = nullptr;
    for (const net::PeerStatus& peer : peers) {
        const bool is_longer = longest == nullptr || peer.round_trip > longest->round_trip;
        longest = !peer.is_absent && is_longer ? &peer : longest;
    }
    return longest == nullptr ? ""
                              : "worst round trip " + short_name(log, longest->slot, characters) +
                                    ": " + fine_ms_text(longest->round_trip);
}

// Returns "no stalls", "2 stalls, 1.2 s (ann, its line or machine)" or "3 stalls, 1.4 s (ann: 1,
// bob: 2)"; without `tells_all` only the player that took longest: "3 stalls, 1.4 s (most bob)".
std::string stalls_text(const NetLog& log, std::size_t characters, bool tells_all) {
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
    const auto& [holder, why] = NetLog::longest_of(totals)->first;
    if (by_player.size() == 1) {
        whose = short_name(log, Slot{holder}, characters) +
                (tells_all ? ", " + why_text(why) : std::string());
    } else if (!tells_all) {
        whose = "most " + short_name(log, Slot{holder}, characters);
    } else {
        for (const auto& [slot, count] : by_player) {
            whose += (whose.empty() ? "" : ", ") + short_name(log, Slot{slot}, characters) + ": " +
                     std::to_string(count);
        }
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
    const std::string delay = std::to_string(delay_ms) + " ms";
    const std::string delay_ticks = count_text(pace.delay_ticks, "tick") + ", ";
    std::string line;
    for (const Telling telling : {Telling::all, Telling::round_trips, Telling::worst}) {
        const bool tells_all = telling == Telling::all;
        for (const std::size_t characters : k_name_characters_tried) {
            const std::string round_trips = telling == Telling::worst
                                                ? longest_round_trip_text(peers, log, characters)
                                                : round_trips_text(peers, log, characters);
            line = "delay " + (tells_all ? delay_ticks : "") + delay + " | " +
                   stalls_text(log, characters, tells_all) +
                   (round_trips.empty() ? "" : " | " + round_trips);
            if (sim::characters_of(line) <= k_columns) {
                return line;
            }
        }
    }
    return line;
}

std::string waiting_line(const NetLog& log) {
    const auto& stall = log.open_stall();
    if (!stall) {
        return "";
    }
    const std::string why = stall->slot == log.own() ? "your machine" : why_text(stall->why);
    return "waiting for " + short_name(log, stall->slot, k_name_characters_tried.front()) + ", " +
           seconds_text(log.length() - stall->begin) + ": " + why;
}

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
