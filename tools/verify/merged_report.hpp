// SPDX-License-Identifier: MIT
// Merges the reports of all shards into one. It is the same, byte for byte, in whatever order the
// shards are given and into however many the files were split.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <tandem/tools/verify/report_lines.hpp>

namespace tandem::tools {

struct MergedReport {
    std::map<std::string, ReportLine> lines;  // by file
    // The faults of the whole: shards and files that are missing or there twice, shards of another
    // night. Each is one sentence, in a fixed order.
    std::vector<std::string> faults;
    std::size_t broken_lines = 0;

    // Returns 1 if any file has a difference, else 3 if there are faults, else the worst of all
    // files.
    ExitCode exit() const;
    std::size_t same() const;       // files without any error
    std::size_t different() const;  // files with a difference
    std::uint64_t ticks_checked() const;
    // A line for each file, by name, and one with the sums.
    std::string text() const;
};

MergedReport merge_reports(std::vector<ShardReport> shards);

}  // namespace tandem::tools
