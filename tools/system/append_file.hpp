// SPDX-License-Identifier: MIT
// A file of lines that only grows. A process that is killed leaves whole lines and at most a torn
// last one, and nothing that stands in the file is ever written again.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tandem/replay/files/system_file.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

class AppendFile {
public:
    // Says if others may append to the file at the same time.
    enum class Sharing { alone, shared };

    // Opens the file, or creates it. A file that is no regular one, has more than
    // k_source_bytes_max, cannot be written, or is held open by another program that appends
    // `alone`, is an error (io).
    static sim::Result<AppendFile> open(const std::string& path, Sharing sharing);

    // The lines that stood in it when it was opened, without their ends. A last line without an end
    // is not among them.
    const std::vector<std::string>& lines() const { return lines_; }
    // True if the file ended within a line: its writer was killed.
    bool has_torn_line() const { return has_torn_line_; }

    // Writes the line and its end with one call of the system. The line must not contain an end.
    sim::Result<void> append(std::string_view line);
    // Waits until the disk has it all.
    sim::Result<void> sync();

private:
    AppendFile(std::string path, replay::OpenFile file)
        : path_(std::move(path)), file_(std::move(file)) {}
    sim::Result<void> read();
    sim::Error fail(const std::string& what, int system_error) const;

    std::string path_;
    replay::OpenFile file_;
    std::vector<std::string> lines_;
    bool has_torn_line_ = false;
    bool ends_within_line_ = false;
};

}  // namespace tandem::tools
