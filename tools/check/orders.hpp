// SPDX-License-Identifier: MIT
// Tells a session as orders to a companion that repeats it, and reads its answers.
#pragma once

#include <tandem/tools/check/messages.hpp>
#include <tandem/tools/check/session_history.hpp>

namespace tandem::tools::check {

// The order of this number: 0 is the reset, n is the step of tick n - 1, up to the session's ticks.
CompanionOrder order_of(const SessionHistory& session, std::uint64_t number);

// The tick of that order.
std::uint64_t tick_of_order(std::uint64_t number);

// Reads the answer to that order. Error bad_data if the bytes are no verdict, or one that this
// order cannot have: after a tick that the game could not play, no state can differ.
sim::Result<CompanionVerdict> decode_answer(const SessionHistory& session, std::uint64_t number,
                                            sim::ByteView bytes);

// The finding that such an answer makes about the game, if it is not `same`.
CompanionFinding finding_of(DisturbanceKind probe, const SessionHistory& session,
                            std::uint64_t number, const CompanionVerdict& verdict);

}  // namespace tandem::tools::check
