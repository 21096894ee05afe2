// SPDX-License-Identifier: MIT
// Chooses and opens the file that a session is written to.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/files/output.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/program/cli/shared_options.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

// The name GAME-DATE-TIME[-ROLE].tandem that does not exist yet, in this folder; empty: here.
std::string new_name(const std::string& folder, const std::string& game, const std::string& role);

// The name of --output, or GAME-DATE-TIME[-ROLE].tandem that does not exist yet. An output that is
// one of the files of --inputs or of `files_read`, all others that the verb reads, is an error.
sim::Result<std::string> choose_output(const SessionArguments& options, const std::string& game,
                                       const std::string& role,
                                       const std::vector<std::string>& files_read = {});

// The error for an output, named by this option, that is one of the files which the verb reads.
sim::Result<void> check_output(const std::string& option, const std::string& path,
                               const SessionArguments& options,
                               const std::vector<std::string>& files_read = {});

// The options to write that file, with this program's build and clock. A failure after which the
// session goes on is told on `console` at once; `console` must outlive the recorder.
replay::RecorderOptions recorder_options(const SessionArguments& options, Console& console);

// Adds a line that says so to the lines of the picture, as long as the session goes on without its
// recording because of this failure.
void add_lost_line(const std::optional<sim::Error>& failure, std::vector<std::string>& lines);

// Opens that file, which must not exist unless --force is given.
sim::Result<std::unique_ptr<replay::FileOutput>> open_output(const std::string& path,
                                                             const SessionArguments& options);

// The name for another file of the session whose first file is `first`: "x-2.tandem" behind
// "x.tandem", or "x-3.tandem" and so on, the first one that does not exist yet.
std::string next_name(const std::string& first);

// Opens the next file of a session (replay::NextOutput). It replaces nothing, also with --force,
// but the last file if that holds no tick. Standard output holds one recording, so that it is an
// error there.
sim::Result<std::unique_ptr<replay::FileOutput>> open_next_output(
    const std::vector<std::string>& paths, bool is_replaced, const SessionArguments& options);

}  // namespace tandem::tools
