// SPDX-License-Identifier: MIT
// A player that comes back, as the host knows it until it takes part again.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include <tandem/net/session/state_walk.hpp>
#include <tandem/net/transport/transport.hpp>
#include <tandem/net/wire/return_messages.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::net {

// A moment from which a player can go on. All who come share it.
struct Gift {
    std::uint64_t ticks_done = 0;
    sim::StateHash state_hash;
    sim::RunningHashes hashes;
    sim::Bytes record;  // the one of the tick before; empty before tick 0
    std::shared_ptr<OwnState> state;
};

struct Comer {
    Claim claim;
    bool is_new = false;               // it had no slot before
    bool is_asked = false;             // for what it holds, by a host that was resumed
    bool is_ready = false;             // its reset agrees with ours
    std::shared_ptr<const Gift> gift;  // the state that it is given
    std::shared_ptr<StateTeller> teller;
    std::deque<sim::Bytes> backlog;       // messages that wait for room on the line
    std::size_t begun = 0;                // the bytes of the first one that are sent
    Time nearer_at{0};                    // when it last got nearer
    std::optional<std::uint64_t> behind;  // by how many ticks, at the nearest
    std::uint64_t bytes_given = 0;        // when it last got nearer
};

}  // namespace tandem::net
