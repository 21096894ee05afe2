// SPDX-License-Identifier: MIT
// Finding out, from both sides' accounts of the first bad tick, what differs and what kind of fault
// it is.
#pragma once

#include <cstdint>

#include <tandem/net/event.hpp>
#include <tandem/net/session/history.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/sim/game/game_info.hpp>

namespace tandem::net {

// Our account; the state goes along where it was kept and is not larger than a message may be.
Autopsy make_autopsy(const Moment& moment);

// `theirs` is null where the other side's account did not arrive, or was about another tick; then
// `their_chain` is all that is known of them.
Desynced explain_desync(const sim::GameInfo& game, std::uint32_t slots, Slot slot,
                        const Moment& ours, sim::ChainHash their_chain, const Autopsy* theirs);

}  // namespace tandem::net
