// SPDX-License-Identifier: MIT
// Plans which shard verifies which file, so that all shards have about as many ticks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/system/output.hpp>
#include <tandem/tools/verb.hpp>
#include <tandem/tools/verify/shard.hpp>

namespace tandem::tools {

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
