// SPDX-License-Identifier: MIT
// Compares the answers of a game besides its state: its picture and its bots' inputs. Two games of
// one state have to answer alike, or something that they read is no part of it.
#pragma once

#include <cstdint>

#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::tools::check {

// Returns "draw" or "bot_input" if `other` answers otherwise than `main`, null if both answer
// alike. Copies are asked, so that neither game is changed by it. An answer that `main` itself does
// not give twice (a picture that blinks by the clock) is not compared.
const char* differing_answer(const sim::AnySimulation& main, const sim::AnySimulation& other,
                             std::uint64_t ticks_done);

}  // namespace tandem::tools::check
