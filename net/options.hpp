// SPDX-License-Identifier: MIT
// The options of a session. Every member has a default, so that a designated initializer can name
// only some of them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/transport/match_key.hpp>
#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::net {

// A source of inputs. It is called exactly once for every tick number, in order. It returns the
// canonical input of our own player for that tick, or nothing if the source has ended. An error
// ends the match like an end, and Ended reports it. A player is present as long as the source gives
// inputs. The simulation is in its present state, which is `delay_ticks` before that tick.
// input_source.hpp makes a source of a function in the game's own types.
using InputSource =
    std::function<sim::Result<std::optional<sim::Bytes>>(sim::Tick, const sim::AnySimulation&)>;

// Options of both sides.
struct SessionOptions {
    // The input delay: how many ticks before its use our input is asked for. It hides the time that
    // the input takes to the others. The sides may have different delays. At most
    // k_delay_ticks_max. Nothing: it begins with k_delay_ticks_start and follows the line
    // (net/PROTOCOL.md); in an unpaced match it stays at k_delay_ticks_start.
    std::optional<std::uint32_t> delay_ticks{};
    std::uint64_t ticks_limit = k_no_limit;  // --ticks; the smallest limit of all sides counts
    std::string player_name{};               // shown to the others and stored; empty: no name
    std::string build{};                     // shown, never compared
    std::optional<MatchKey> key{};           // all sides need the same key, or all none
    std::optional<sim::Plant> plant{};       // a fault on purpose, for tests

    // A peer counts as gone if nothing arrives from it for this long. It also counts as gone if we
    // have simulated all of its ticks and it reports nothing new of its own for this long. The
    // default is longer than any short failure of a home network, and shorter than a person will
    // wait.
    std::uint32_t peer_timeout_ms = 5'000;
    // How long a joiner tries to reach the host, and how long a host waits until a newcomer is
    // ready.
    std::uint32_t connect_timeout_ms = 10'000;
    // How long to wait at a desync for the other side's report.
    std::uint32_t autopsy_timeout_ms = 5'000;
    // The most debt: real time that the match catches up with after we have waited for others. Time
    // beyond it becomes a pause of the match. If one machine is always too slow, the debt is at
    // most the number of ticks that are really played in this time. So an input is played about
    // this long, plus its delay, after it was asked for. Choose more than the longest frame of a
    // machine that calls advance once a frame.
    std::uint32_t debt_ms_max = 1'000;
    // The most ticks in one call of advance, so that the network and the screen get their turn
    // while the match catches up.
    std::uint32_t catch_up_ticks_max = 8;
    // The same for an unpaced match.
    std::uint32_t unpaced_ticks_max = 256;
    // Memory for the states of the last ticks. Evidence of a desync is taken from these states. 0:
    // no state is kept.
    std::uint64_t evidence_memory_bytes_max = std::uint64_t{16} << 20;
};
// The longest input delay. About two seconds at 60 ticks per second: more than any playable delay.
inline constexpr std::uint32_t k_delay_ticks_max = 120;
// The first input delay if none is given. It is enough for a line within a country; on other lines
// it grows within a second.
inline constexpr std::uint32_t k_delay_ticks_start = 3;

// Options of the side that others join.
struct HostOptions {
    SessionOptions session{};  // of this side
    Setup setup{};  // the match's setup: 2 to players_max slots, all present; the host plays slot 0
    std::uint32_t guests_timeout_ms = 0;  // how long to wait for all guests; 0: for ever
};

// Options of a side that joins a host.
struct JoinOptions {
    SessionOptions session{};  // of this side
    // Values that the joiner demands: the host's setup must not contradict them.
    std::optional<std::uint64_t> seed{};
    std::optional<std::uint32_t> players{};  // the number of slots
    std::optional<sim::Bytes> options{};     // canonical bytes
    // Copies of assets that the host may name without sending their content.
    std::vector<Asset> assets{};
};

}  // namespace tandem::net
