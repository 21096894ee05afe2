// SPDX-License-Identifier: MIT
// Merges reports. Everything is sorted before anything is said.
#include <tandem/tools/verify/merged_report.hpp>

#include <algorithm>
#include <set>
#include <utility>

#include <tandem/sim/assert.hpp>

namespace tandem::tools {
namespace {

// The facts that all shards of one night have in common.
std::string night_of(const ReportHead& head) {
    ReportHead common = head;
    common.shard.index = 1;
    common.files.clear();
    return head_line(common);
}

void compare_nights(const std::vector<ShardReport>& shards, std::vector<std::string>& faults) {
    for (const ShardReport& shard : shards) {
        if (night_of(shard.head) != night_of(shards.front().head)) {
            faults.push_back(shard.path +
                             " is of another list of files, program, kind of check or "
                             "number of shards than " +
                             shards.front().path);
        }
    }
}

void find_missing_shards(const std::vector<ShardReport>& shards, std::vector<std::string>& faults) {
    std::set<std::uint32_t> seen;
    for (const ShardReport& shard : shards) {
        if (!seen.insert(shard.head.shard.index).second) {
            faults.push_back("shard " + shard_text(shard.head.shard) +
                             " is there twice: " + shard.path);
        }
    }
    Shard wanted{1, shards.front().head.shard.count};
    for (; wanted.index <= wanted.count; ++wanted.index) {
        if (seen.count(wanted.index) == 0) {
            faults.push_back("shard " + shard_text(wanted) + " is missing");
        }
    }
}

// Appends the lines of a shard, and its files to those that were planned in the shards before it.
void append_shard(ShardReport& shard, std::set<std::string>& all_planned, MergedReport& merged) {
    merged.broken_lines += shard.broken_lines;
    const std::set<std::string> planned(shard.head.files.begin(), shard.head.files.end());
    for (const std::string& file : planned) {
        if (!all_planned.insert(file).second) {
            merged.faults.push_back("file " + file + " is in two shards, again in " + shard.path);
        }
        if (shard.lines.count(file) == 0) {
            merged.faults.push_back("file " + file + " is missing: " + shard.path +
                                    " has no line for it; run shard " +
                                    shard_text(shard.head.shard) + " again");
        }
    }
    for (auto& [file, line] : shard.lines) {
        if (planned.count(file) == 0) {
            merged.faults.push_back("file " + file + " has a line in " + shard.path +
                                    ", which is not its shard");
        }
        merged.lines.emplace(file, std::move(line));
    }
}

}  // namespace

MergedReport merge_reports(std::vector<ShardReport> shards) {
    TANDEM_ASSERT(!shards.empty());
    std::sort(shards.begin(), shards.end(), [](const ShardReport& a, const ShardReport& b) {
        return std::pair(a.head.shard.index, a.path) < std::pair(b.head.shard.index, b.path);
    });
    MergedReport merged;
    compare_nights(shards, merged.faults);
    find_missing_shards(shards, merged.faults);
    std::set<std::string> planned;
    for (ShardReport& shard : shards) {
        append_shard(shard, planned, merged);
    }
    // Each shard may be whole, and files still be missing from all of them together.
    if (const std::uint64_t wanted = shards.front().head.files_of_all; planned.size() != wanted) {
        merged.faults.push_back(count_text(planned.size(), "file") +
                                " in these shards, and the list has " + std::to_string(wanted));
    }
    return merged;
}

ExitCode MergedReport::exit() const {
    ExitCode code = faults.empty() ? ExitCode::ok : ExitCode::bad_file;
    for (const auto& [file, line] : lines) {
        code = worse_of(code, line.exit);
    }
    return code;
}

std::size_t MergedReport::same() const {
    return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [](const auto& line) {
        return line.second.exit == ExitCode::ok;
    }));
}

std::size_t MergedReport::different() const {
    return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [](const auto& line) {
        return line.second.exit == ExitCode::divergence;
    }));
}

std::uint64_t MergedReport::ticks_checked() const {
    std::uint64_t ticks = 0;
    for (const auto& [file, line] : lines) {
        ticks += line.ticks_checked;
    }
    return ticks;
}

std::string MergedReport::text() const {
    std::string text;
    for (const auto& [file, line] : lines) {
        text += line.text + '\n';
    }
    return text +
           json_line({{"schema", std::uint64_t{1}},
                      {"verb", "merge"},
                      {"files", lines.size()},
                      {"same", same()},
                      {"different", different()},
                      {"ticks_checked", ticks_checked()},
                      {"faults", faults.size()},
                      {"exit", static_cast<std::uint32_t>(exit())}}) +
           '\n';
}

}  // namespace tandem::tools
