// SPDX-License-Identifier: MIT
// Runs loops with pictures of another quality, to show how many they draw, and that the game is the
// same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {

struct QualityRun {
    LoopReport report;
    std::uint64_t pictures_at_end = 0;  // finished in the last second, when quality has settled
    std::uint32_t quarters = 0;         // the last picture's; 0 if there is none
    Flicks frame_cost{};                // an update and a picture at that quality
    std::vector<std::uint64_t> hashes;  // those of the yard, played by the loop's updates
};

// Runs at that quality throughout; at the loop's own choice without one.
QualityRun run_at_quality(const Loop& loop, const Machine& machine, const RunOptions& options,
                          std::optional<std::uint32_t> quarters = std::nullopt);

// Returns "1", "3/4", "1/2" or "1/4".
std::string quality_text(std::uint32_t quarters);

}  // namespace tandem::tools::lab
