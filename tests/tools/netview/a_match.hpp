// SPDX-License-Identifier: MIT
// Facts of a match that never was, for what shows them.
#pragma once

#include <string>
#include <vector>

#include <tandem/tools/netview/net_log.hpp>

namespace tandem::tools::netview {

inline net::Time at_ms(std::int64_t count) { return std::chrono::milliseconds(count); }

// A match of these players begins at `now`; we are player 0.
inline net::Started a_start(std::vector<std::string> names) {
    net::Started started;
    started.own = Slot{0};
    started.players = static_cast<std::uint32_t>(names.size());
    started.names = std::move(names);
    return started;
}

inline net::PeerStatus a_peer(std::uint32_t slot, std::int64_t round_trip_ms,
                              std::int64_t jitter_ms = 0, std::uint32_t loss_ppm = 0) {
    net::PeerStatus peer;
    peer.slot = Slot{slot};
    peer.round_trip = at_ms(round_trip_ms);
    peer.jitter = at_ms(jitter_ms);
    peer.loss_ppm = loss_ppm;
    peer.slack_there = 2;
    return peer;
}

inline net::PaceStatus a_pace(std::uint32_t delay_ticks, std::int64_t held_ms = 0) {
    net::PaceStatus pace;
    pace.delay_ticks = delay_ticks;
    pace.held = at_ms(held_ms);
    return pace;
}

inline net::Waiting a_wait(std::uint32_t slot, net::WaitingFor what, bool is_over,
                           std::uint64_t ms) {
    return {Slot{slot}, what, is_over, ms};
}

inline net::Left a_leave(std::uint32_t slot) {
    return {Slot{slot}, net::LeftReason::timeout, 77,
            "player " + std::to_string(slot) + " is gone"};
}

inline net::Ended an_end(std::uint64_t ticks) {
    net::Ended ended;
    ended.reason = sim::EndReason::tick_limit;
    ended.ticks = ticks;
    return ended;
}

}  // namespace tandem::tools::netview
