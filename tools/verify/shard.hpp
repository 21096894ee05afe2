// SPDX-License-Identifier: MIT
// Finds the part of a night's files that this process verifies: told by hand, or by the scheduler
// that started it. Plans the parts, greedily, which for many files is as good as the best plan.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/system/environment.hpp>
#include <tandem/tools/system/output.hpp>
#include <tandem/tools/verb.hpp>

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

// Plans which shard verifies which file, so that all shards have about as many ticks.
struct PlannedFile {
    std::string path;
    std::uint64_t ticks = 0;  // 0 if it cannot be read; the shard that verifies it says why
    std::uint32_t shard = 1;  // from 1
};

struct Plan {
    std::uint32_t shards = 1;
    std::vector<PlannedFile> files;  // in the order of the list

    // The files of one shard, in the order of the list.
    std::vector<std::string> files_of(std::uint32_t shard) const;
    // The sum of their ticks.
    std::uint64_t ticks_of(std::uint32_t shard) const;
    // 32 hexadecimal digits that stand for the list of all files.
    std::string list_digest() const;
};

// Reads the number of ticks of each file. A signal ends it early.
std::vector<PlannedFile> read_ticks(const std::vector<std::string>& files,
                                    const replay::OpenOptions& options);

// Gives the longest file first, each to the shard that has the fewest ticks until then. If two such
// shards are equal, it takes the one with fewer files, then the first. The same files always give
// the same plan.
Plan make_plan(std::vector<PlannedFile> files, std::uint32_t shards);

// A plan for these files, by the ticks that they have.
Plan plan_files(const std::vector<std::string>& files, std::uint32_t shards,
                const Context& context);
// Says on standard error how much of the plan a shard has.
void report_shard(const Plan& plan, const Shard& shard, Console& console);

// The facts of a file of the plan: shard shards ticks file.
JsonObject plan_facts(const Plan& plan, const PlannedFile& file);
// Reads a plan that was printed as JSON. The error (bad_data) names the line.
sim::Result<Plan> read_plan(const std::string& path);

}  // namespace tandem::tools
