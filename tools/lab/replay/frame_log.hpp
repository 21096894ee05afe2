// SPDX-License-Identifier: MIT
// The log of a loop on a machine, update by update: the frames that a recording holds.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {

struct LoggedUpdate {
    Flicks start{};
    Flicks step{};
};

struct FrameLog {
    std::vector<LoggedUpdate> updates;
    LoopReport report;
};

FrameLog log_loop(const Loop& loop, const Machine& machine, const RunOptions& options = {});

// Returns the keys of the variable arms' script by time, those of the yard's first player.
std::uint8_t keys_at(Flicks time);

}  // namespace tandem::tools::lab
