// SPDX-License-Identifier: MIT
// Which part of a night's files this process verifies: told by hand, or by the scheduler that
// started it.
#pragma once

#include <cstdint>
#include <string>

#include <tandem/sim/result.hpp>
#include <tandem/tools/system/environment.hpp>

namespace tandem::tools {

struct Shard {
    std::uint32_t index = 1;  // from 1
    std::uint32_t count = 1;
    std::string status_file = {};  // to be touched, so that Bazel knows that shards are understood
    friend bool operator==(const Shard&, const Shard&) = default;
};

// The most shards.
inline constexpr std::uint32_t k_shards_max = 1'000'000;

// "3/8", "auto" or "auto/8". `auto` takes the variables of Slurm, Kubernetes or Bazel. The error
// (usage) names the variables that are missing, wrong, or of two schedulers.
sim::Result<Shard> parse_shard(const std::string& text, const Environment& environment);

// The same by the environment of this process. Bazel is shown that shards are understood; it is an
// error (io) if it cannot be.
sim::Result<Shard> take_shard(const std::string& text);

// "3/8".
std::string shard_text(const Shard& shard);

}  // namespace tandem::tools
