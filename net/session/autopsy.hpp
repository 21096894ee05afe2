// SPDX-License-Identifier: MIT
// Finds out which fields differ at a desync and what kind of fault it is, from both sides' reports
// of the first bad tick.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/net/event.hpp>
#include <tandem/net/session/history.hpp>
#include <tandem/net/session/state_walk.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/sim/game/game_info.hpp>

namespace tandem::net {

// Our report. It contains the state if that was kept and is a single piece.
Autopsy make_autopsy(const Moment& moment);
// The report of a reset. There is no walk then: it contains a state of up to 1 MiB.
Autopsy make_reset_autopsy(const Moment& moment);

// Both states after the first bad tick, as far as they are known.
struct StatesAtDesync {
    const sim::Bytes* ours = nullptr;    // null: no longer in memory
    const sim::Bytes* theirs = nullptr;  // null: not known, or not whole
    // The facts that are known of theirs if it is not whole.
    StateWalk::End walk = StateWalk::End::none;
    sim::Bytes their_beginning;
    std::uint64_t their_bytes = 0;
};

// Compares both reports. `theirs` is null if the other side's report did not arrive; then at most
// `their_chain` is known of the other side, and its program.
Desynced explain_desync(const sim::GameInfo& game, std::uint32_t slots, Slot slot,
                        const Moment& ours, const StatesAtDesync& states,
                        std::optional<sim::ChainHash> their_chain, const Autopsy* theirs,
                        ProgramsCompared programs = ProgramsCompared::unknown);

}  // namespace tandem::net
