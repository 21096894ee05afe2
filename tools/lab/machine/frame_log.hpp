// SPDX-License-Identifier: MIT
// What a loop did on a machine, update by update: the frames that an experiment replays.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {

struct LoggedUpdate {
    Flicks start{};
    Flicks step{};
};

// A picture: how many updates ran before it, in all and since the last one.
struct LoggedPicture {
    std::uint64_t updates = 0;
    std::uint64_t own_updates = 0;
    Flicks end{};
};

struct FrameLog {
    std::vector<LoggedUpdate> updates;
    std::vector<LoggedPicture> pictures;
    Flicks tick{};  // of the loop; zero with a variable step
    double ratio = 0;
};

// Runs the loop as published in virtual time. With a seed all work takes up to k_jitter longer than
// it should, drawn anew each time.
inline constexpr Flicks k_jitter = std::chrono::milliseconds(2);
FrameLog log_loop(const Loop& loop, const Machine& machine,
                  Flicks window = std::chrono::seconds(10),
                  std::optional<std::uint64_t> jitter_seed = std::nullopt);

// The same on this machine's clock, with work that is a busy wait.
FrameLog log_loop_for_real(const Loop& loop, const Machine& machine, Flicks window);

// The script of the variable arms: keys by time, those of the yard's first player.
std::uint8_t keys_at(Flicks time);

}  // namespace tandem::tools::lab
