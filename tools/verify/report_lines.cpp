// SPDX-License-Identifier: MIT
// Writes lines as JSON objects with the keys of verify --json, so that other programs can read
// them.
#include <tandem/tools/verify/report_lines.hpp>

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

#include <nlohmann/json.hpp>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/program_identity.hpp>

namespace tandem::tools {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t k_schema = 1;

std::string text_of(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::optional<std::uint64_t> number_of(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned()
               ? std::optional(found->get<std::uint64_t>())
               : std::nullopt;
}

std::optional<Json> parse_object(const std::string& line) {
    Json object = Json::parse(line, nullptr, false);
    const bool is_ours = object.is_object() && number_of(object, "schema") == k_schema &&
                         text_of(object, "verb") == "verify";
    return is_ours ? std::optional(std::move(object)) : std::nullopt;
}

}  // namespace

std::string checks_text(const replay::VerifyChecks& checks) {
    std::string text = "segments";
    if (checks.round_trip_ticks != 0) {
        text += " roundtrip=" + std::to_string(checks.round_trip_ticks);
    }
    if (checks.storm.seeks != 0) {
        text += " storm=" + std::to_string(checks.storm.seeks) + ":" +
                std::to_string(checks.storm.seed);
    }
    return text;
}

std::string head_line(const ReportHead& head) {
    JsonArray files;
    for (const std::string& file : head.files) {
        files.emplace_back(file);
    }
    return json_line({{"schema", k_schema},
                      {"verb", "verify"},
                      {"shard", head.shard.index},
                      {"shards", head.shard.count},
                      {"program", head.program},
                      {"checks", head.checks},
                      {"list", head.list},
                      {"files_of_all", head.files_of_all},
                      {"files", std::move(files)}});
}

std::string file_line(const Outcome& outcome) {
    JsonObject object{{"schema", k_schema}, {"verb", "verify"}};
    const JsonObject facts = facts_of(outcome);
    object.insert(object.end(), facts.begin(), facts.end());
    const auto failure = failure_of(outcome);
    if (failure) {
        object.emplace_back("error", failure->text());
        object.emplace_back("code", name_of(failure->code));
    }
    object.emplace_back(
        "exit", static_cast<std::uint32_t>(failure ? exit_code_of(failure->code) : ExitCode::ok));
    object.emplace_back("digest",
                        outcome.digest ? JsonValue(digest_text(*outcome.digest)) : JsonValue());
    return json_line(object);
}

std::optional<ReportHead> parse_head(const std::string& line) {
    const auto object = parse_object(line);
    if (!object || !object->contains("files") || !(*object)["files"].is_array()) {
        return std::nullopt;
    }
    const auto shard = number_of(*object, "shard");
    const auto shards = number_of(*object, "shards");
    if (!shard || !shards || *shard == 0 || *shard > *shards || *shards > k_shards_max) {
        return std::nullopt;
    }
    ReportHead head{{static_cast<std::uint32_t>(*shard), static_cast<std::uint32_t>(*shards)},
                    text_of(*object, "program"),
                    text_of(*object, "checks"),
                    text_of(*object, "list"),
                    number_of(*object, "files_of_all").value_or(0)};
    for (const Json& file : (*object)["files"]) {
        if (!file.is_string()) {
            return std::nullopt;
        }
        head.files.push_back(file.get<std::string>());
    }
    return head;
}

std::optional<ReportLine> parse_file_line(const std::string& line) {
    const auto object = parse_object(line);
    const auto exit = object ? number_of(*object, "exit") : std::nullopt;
    if (!exit || text_of(*object, "file").empty()) {
        return std::nullopt;
    }
    return ReportLine{line,
                      text_of(*object, "file"),
                      text_of(*object, "game"),
                      text_of(*object, "verdict"),
                      text_of(*object, "message"),
                      text_of(*object, "error"),
                      text_of(*object, "code"),
                      text_of(*object, "digest"),
                      number_of(*object, "ticks_checked").value_or(0),
                      static_cast<ExitCode>(*exit)};
}

sim::Result<ShardReport> parse_report(const std::string& path,
                                      const std::vector<std::string>& lines) {
    ShardReport report;
    report.path = path;
    bool has_head = false;
    for (const std::string& line : lines) {
        if (auto file = parse_file_line(line); has_head && file) {
            report.lines.insert_or_assign(file->file, std::move(*file));
        } else if (auto head = parse_head(line); !has_head && head) {
            report.head = std::move(*head);
            has_head = true;
        } else {
            ++report.broken_lines;
        }
    }
    if (!has_head) {
        return Error{ErrorCode::bad_data, path,
                     "is no report of a shard; verify --report writes one"};
    }
    return report;
}

sim::Result<ShardReport> read_report(const std::string& path) {
    const auto content = read_named_file(path);
    TANDEM_TRY(content);
    const std::string text(sim::as_text(*content));
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(std::move(line));
    }
    return parse_report(path, lines);
}

sim::Result<ReportWriter> ReportWriter::open(const std::string& path, const ReportHead& head) {
    auto file = AppendFile::open(path, AppendFile::Sharing::alone);
    TANDEM_TRY(file);
    ReportWriter writer(std::move(*file));
    if (writer.file_.lines().empty() && !writer.file_.has_torn_line()) {
        TANDEM_TRY(writer.file_.append(head_line(head)));
        return writer;
    }
    auto report = parse_report(path, writer.file_.lines());
    if (!report || head_line(report->head) != head_line(head)) {
        return Error{ErrorCode::io, path,
                     report ? "is the report of another shard, list of files, program or kind of "
                              "check; remove it, or name another file"
                            : "exists and is no report of a shard, or not even its first line is "
                              "whole; remove it, or name another file"};
    }
    for (auto& [name, line] : report->lines) {
        const bool may_change =
            line.code == name_of(ErrorCode::io) || line.code == name_of(ErrorCode::internal);
        if (!may_change) {
            writer.done_.emplace(name, std::move(line));
        }
    }
    return writer;
}

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
