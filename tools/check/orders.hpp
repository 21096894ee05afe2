// SPDX-License-Identifier: MIT
// A session told as orders to whoever repeats it, and what is to be made of the answers.
#pragma once

#include <tandem/tools/check/messages.hpp>
#include <tandem/tools/check/session_history.hpp>

namespace tandem::tools::check {

// Number 0 is the reset, number n the step of tick n - 1, up to the session's ticks.
Order order_of(const SessionHistory& session, std::uint64_t number);

// The tick of that order.
std::uint64_t tick_of_order(std::uint64_t number);

// What was answered to that order. Error bad_data where the bytes are no verdict, or none that this
// order can have: of a tick that the game could not play no state can differ.
sim::Result<Verdict> decode_answer(const SessionHistory& session, std::uint64_t number,
                                   sim::ByteView bytes);

// What such an answer says about the game, where it is not `same`.
Finding finding_of(Probe probe, const SessionHistory& session, std::uint64_t number,
                   const Verdict& verdict);

}  // namespace tandem::tools::check
