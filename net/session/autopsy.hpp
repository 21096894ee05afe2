// SPDX-License-Identifier: MIT
// Finds out what differs at a desync and what kind of fault it is, from both sides' reports of the
// first bad tick.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/net/event.hpp>
#include <tandem/net/session/history.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/sim/game/game_info.hpp>

namespace tandem::net {

// Our report. It contains the state if that was kept and fits into a message.
Autopsy make_autopsy(const Moment& moment);

// Compares both reports. `theirs` is null if the other side's report did not arrive; then at most
// `their_chain` is known of the other side.
Desynced explain_desync(const sim::GameInfo& game, std::uint32_t slots, Slot slot,
                        const Moment& ours, std::optional<sim::ChainHash> their_chain,
                        const Autopsy* theirs);

}  // namespace tandem::net
