// SPDX-License-Identifier: MIT
// How a session behaves, with every default in sight. Every member has an initializer, so that
// designated ones can name just those they want.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/transport/cipher.hpp>
#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::net {

// Asked exactly once for every tick number, in order: the canonical input of our own player for
// that tick, or nothing where the source has ended. An error ends the match like an end, and is
// told with Ended. Whoever plays is present as long as its source gives inputs. The simulation is
// as it stands at the moment of asking, `delay_ticks` before that tick. input_source.hpp makes one
// of a function in the game's own types.
using InputSource =
    std::function<sim::Result<std::optional<sim::Bytes>>(sim::Tick, const sim::AnySimulation&)>;

// Both sides.
struct SessionOptions {
    // How many ticks before its use an input is asked for: it hides so much of the way to the
    // others. Only our own matter, the sides may differ. At most k_delay_ticks_max. Nothing: as the
    // line needs it, from k_delay_ticks_start on (delay.hpp); unpaced that many throughout.
    std::optional<std::uint32_t> delay_ticks{};
    std::uint64_t ticks_limit = k_no_limit;  // --ticks; the smallest of all sides holds
    std::string player_name{};               // shown to the others and stored; empty: none
    std::string build{};                     // shown, never compared
    std::optional<MatchKey> key{};           // the same on all sides, or none
    std::optional<sim::Plant> plant{};       // a fault on purpose

    // How long nothing may be heard of a peer before it counts as gone, and how long, once all of
    // its ticks are simulated here, it may tell nothing new of what it came to. Above any hiccup of
    // a home network, below what a person waits for.
    std::uint32_t peer_timeout_ms = 5'000;
    // How long a joiner tries to reach the host, and how long a host lets a newcomer take to become
    // ready.
    std::uint32_t connect_timeout_ms = 10'000;
    // How long to wait at a desync for the other side's account.
    std::uint32_t autopsy_timeout_ms = 5'000;
    // Real time that is made up for after waiting for others; what goes beyond is lost to the
    // match, as a pause. Beside a machine that never keeps up no more than what is played within so
    // much time, and so an input is about that and its delay old when it is played. Above any frame
    // of a machine that takes part once a frame.
    std::uint32_t debt_ms_max = 1'000;
    // At most so many ticks in one call of advance: when catching up, the network and the screen
    // get their turn.
    std::uint32_t catch_up_ticks_max = 8;
    // The same where nothing is paced.
    std::uint32_t unpaced_ticks_max = 256;
    // Memory for the states of the last ticks, from which a desync's evidence is taken. 0: none is
    // kept.
    std::uint64_t evidence_memory_bytes_max = std::uint64_t{16} << 20;
};
// About two seconds at 60 ticks per second: more than any playable delay.
inline constexpr std::uint32_t k_delay_ticks_max = 120;
// Enough for a line within a country; raised within a second where it is not.
inline constexpr std::uint32_t k_delay_ticks_start = 3;

// The side that others join.
struct HostOptions {
    SessionOptions session{};  // of this side
    Setup setup{};  // the match's; slots 2 to players_max, all present; the host plays slot 0
    std::uint32_t guests_timeout_ms = 0;  // how long to wait for all guests; 0: for ever
};

// A side that joins a host.
struct JoinOptions {
    SessionOptions session{};  // of this side
    // Explicit flags of the joiner, which the host's setup must not contradict.
    std::optional<std::uint64_t> seed{};
    std::optional<std::uint32_t> players{};  // slots of the match
    std::optional<sim::Bytes> options{};     // canonical
    // Copies of assets that the host may name without sending them.
    std::vector<Asset> assets{};
};

}  // namespace tandem::net
