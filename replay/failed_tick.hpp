// SPDX-License-Identifier: MIT
// The tick in which a recorded session failed. It is none of the file's ticks, because it has no
// state behind it, but the file has its inputs.
#pragma once

#include <optional>
#include <string>

#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::replay {

struct FailedTick {
    sim::Bytes record;  // its inputs, checked
    std::string text;   // what the game said
};

// The step behind the last tick of the file failed when this was recorded. Nothing where it did
// not, or where the file does not hold inputs of the game for it.
std::optional<FailedTick> failed_tick(const Replay& replay);

}  // namespace tandem::replay
