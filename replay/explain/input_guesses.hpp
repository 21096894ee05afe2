// SPDX-License-Identifier: MIT
// The inputs that a session may have simulated in place of those that it recorded: lost ones, ones
// that came too early or too late, those of another player, once or from then on.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/replay/explain/hypothesis.hpp>
#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/game/game_info.hpp>

namespace tandem::replay {

// How many ticks too early or too late an input is looked for: a fifth of a second at 60 Hz.
inline constexpr std::int64_t k_ticks_around = 12;
// By how many ticks the inputs of a player are shifted for good.
inline constexpr std::int64_t k_shift_max = 3;

// Those that change the record of the bad tick, each record once, and behind them those that
// change later ones too. `replay` must outlive them. It fails where the file cannot be read there.
sim::Result<std::vector<Hypothesis>> input_guesses(const Replay& replay, const sim::GameInfo& game,
                                                   const BadTick& bad);

}  // namespace tandem::replay
