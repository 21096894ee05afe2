// SPDX-License-Identifier: MIT
// The report of a shard: a first line that says what the shard was to do, and a line for each file.
// A line is written once and never changed, so the lines of a killed shard can be used. The reports
// of all shards are merged here too.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/verify/merge.hpp>
#include <tandem/tools/system/append_file.hpp>
#include <tandem/tools/verify/outcome.hpp>
#include <tandem/tools/verify/shard.hpp>

namespace tandem::tools {

// The task of a shard. Shards of one night differ in `shard` and `files` alone.
struct ReportHead {
    Shard shard;
    std::string program;  // the digest of the program's code; empty if it is not known
    std::string checks;   // "segments", or with what else was checked
    std::string list;     // the digest of the list of all files
    std::uint64_t files_of_all = 0;
    std::vector<std::string> files = {};  // files of this shard
};

// The checks in words: "segments", "segments roundtrip=600 storm=100:1".
std::string checks_text(const replay::VerifyChecks& checks);

// The contents of a file's line.
struct ReportLine {
    std::string text;  // the line itself
    std::string file;
    std::string game;     // empty if it is not known
    std::string verdict;  // empty if nothing was simulated
    std::string message;  // message of the verdict
    std::string error;    // empty if all is well
    std::string code;     // code of the error: "io"
    std::string digest;   // digest of the file's bytes; empty if it could not be read
    std::uint64_t ticks_checked = 0;
    ExitCode exit = ExitCode::ok;
};

std::string head_line(const ReportHead& head);
// The line of a file that was begun.
std::string file_line(const Outcome& outcome);
// Reads a line. Nothing if it is no such line.
std::optional<ReportHead> parse_head(const std::string& line);
std::optional<ReportLine> parse_file_line(const std::string& line);

// The report of one shard, as it stands in its file. If a file has several lines the last one
// counts: the file was verified again.
struct ShardReport {
    std::string path;
    ReportHead head;
    std::map<std::string, ReportLine> lines;  // by file
    std::size_t broken_lines = 0;             // torn by a kill
};
// Reads a report. The error (bad_data) says that these lines are no report.
sim::Result<ShardReport> parse_report(const std::string& path,
                                      const std::vector<std::string>& lines);
sim::Result<ShardReport> read_report(const std::string& path);

// Writes the report of a shard, or goes on with it.
class ReportWriter {
public:
    // Begins the file with `head`. If the file has a report with the same head, it goes on with
    // that; any other content is an error (io).
    static sim::Result<ReportWriter> open(const std::string& path, const ReportHead& head);

    // The files that were done before. A file whose error was io or internal is not among them: the
    // next time it may be there.
    const std::map<std::string, ReportLine>& done() const { return done_; }
    sim::Result<void> append(const Outcome& outcome) { return file_.append(file_line(outcome)); }
    sim::Result<void> sync() { return file_.sync(); }

private:
    explicit ReportWriter(AppendFile file) : file_(std::move(file)) {}

    AppendFile file_;
    std::map<std::string, ReportLine> done_;
};

// Merges the reports of all shards into one. It is the same, byte for byte, in whatever order the
// shards are given and into however many the files were split.
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
