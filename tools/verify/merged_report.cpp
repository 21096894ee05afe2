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

class Merge {
public:
    explicit Merge(std::vector<ShardReport> shards) : shards_(std::move(shards)) {
        std::sort(shards_.begin(), shards_.end(), [](const ShardReport& a, const ShardReport& b) {
            return std::pair(a.head.shard.index, a.path) < std::pair(b.head.shard.index, b.path);
        });
    }

    MergedReport run() {
        compare_nights();
        find_missing_shards();
        for (ShardReport& shard : shards_) {
            append(shard);
        }
        find_missing_files();
        return std::move(merged_);
    }

private:
    void fault(std::string text) { merged_.faults.push_back(std::move(text)); }

    void compare_nights() {
        for (const ShardReport& shard : shards_) {
            if (night_of(shard.head) != night_of(shards_.front().head)) {
                fault(shard.path +
                      " is of another list of files, program, kind of check or "
                      "number of shards than " +
                      shards_.front().path);
            }
        }
    }

    void find_missing_shards() {
        std::set<std::uint32_t> seen;
        for (const ShardReport& shard : shards_) {
            if (!seen.insert(shard.head.shard.index).second) {
                fault("shard " + shard_text(shard.head.shard) + " is there twice: " + shard.path);
            }
        }
        Shard wanted{1, shards_.front().head.shard.count};
        for (; wanted.index <= wanted.count; ++wanted.index) {
            if (seen.count(wanted.index) == 0) {
                fault("shard " + shard_text(wanted) + " is missing");
            }
        }
    }

    void append(ShardReport& shard) {
        merged_.broken_lines += shard.broken_lines;
        const std::set<std::string> planned(shard.head.files.begin(), shard.head.files.end());
        for (const std::string& file : planned) {
            if (!planned_.insert(file).second) {
                fault("file " + file + " is in two shards, again in " + shard.path);
            }
            if (shard.lines.count(file) == 0) {
                fault("file " + file + " is missing: " + shard.path +
                      " has no line for it; run shard " + shard_text(shard.head.shard) + " again");
            }
        }
        for (auto& [file, line] : shard.lines) {
            if (planned.count(file) == 0) {
                fault("file " + file + " has a line in " + shard.path + ", which is not its shard");
            }
            merged_.lines.emplace(file, std::move(line));
        }
    }

    // Finds files that are missing from all shards together, since each shard may be whole.
    void find_missing_files() {
        const std::uint64_t wanted = shards_.front().head.files_of_all;
        if (planned_.size() != wanted) {
            fault(count_text(planned_.size(), "file") + " in these shards, and the list has " +
                  std::to_string(wanted));
        }
    }

    std::vector<ShardReport> shards_;
    std::set<std::string> planned_;
    MergedReport merged_;
};

}  // namespace

MergedReport merge_reports(std::vector<ShardReport> shards) {
    TANDEM_ASSERT(!shards.empty());
    return Merge(std::move(shards)).run();
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
