// SPDX-License-Identifier: MIT
// Finds the part of a night's files that this process verifies: told by hand, or by the scheduler
// that started it.
#pragma once

#include <cstdint>
#include <string>

#include <tandem/sim/result.hpp>
#include <tandem/tools/system/environment.hpp>

namespace tandem::tools {

struct Shard {
    std::uint32_t index = 1;  // from 1
    std::uint32_t count = 1;
    std::string status_file = {};  // is touched, so that Bazel knows that shards are understood
    friend bool operator==(const Shard&, const Shard&) = default;
};

// The most shards.
inline constexpr std::uint32_t k_shards_max = 1'000'000;

// Reads "3/8", "auto" or "auto/8". `auto` takes the variables of Slurm, Kubernetes or Bazel. The
// error (usage) names the variables that are missing, wrong, or of two schedulers.
sim::Result<Shard> parse_shard(const std::string& text, const Environment& environment);

// Does the same with the environment of this process. It shows Bazel that shards are understood; it
// is an error (io) if it cannot.
sim::Result<Shard> read_shard(const std::string& text);

// The shard as "3/8".
std::string shard_text(const Shard& shard);

}  // namespace tandem::tools
