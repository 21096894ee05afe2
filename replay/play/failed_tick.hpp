// SPDX-License-Identifier: MIT
// The tick in which a recorded session failed. It is none of the file's ticks, because it has no
// state behind it, but the file has its inputs.
#pragma once

#include <optional>
#include <string>

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::replay {

struct FailedTick {
    sim::Bytes record;  // its inputs, checked
    std::string text;   // the error of the game, in words
};

// Returns the tick behind the last one of the file, if its step failed when this was recorded.
// Returns nothing if it did not fail, or if the file does not hold inputs of the game for it.
std::optional<FailedTick> failed_tick(const Replay& replay);

}  // namespace tandem::replay
