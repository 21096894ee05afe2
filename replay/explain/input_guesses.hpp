// SPDX-License-Identifier: MIT
// Guesses the inputs that a session may have simulated in place of those that it recorded: lost
// inputs, inputs that came too early or too late, and inputs of another player, once or from then
// on.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/replay/explain/hypothesis.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/game_info.hpp>

namespace tandem::replay {

// An input is looked for at most so many ticks too early or too late: a fifth of a second at 60 Hz.
inline constexpr std::int64_t k_ticks_around = 12;
// The inputs of a player are shifted for good by at most so many ticks.
inline constexpr std::int64_t k_shift_max = 3;

// Returns the guesses that change the record of the bad tick, each record once, and behind them
// those that change later records too. `replay` must outlive them. It fails if the file cannot be
// read there.
sim::Result<std::vector<Hypothesis>> input_guesses(const Replay& replay, const sim::GameInfo& game,
                                                   const BadTick& bad);

}  // namespace tandem::replay
