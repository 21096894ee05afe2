// SPDX-License-Identifier: MIT
// Reads files that may be growing, or may be pipes. All replay files are read here.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <tandem/replay/files/byte_source.hpp>
#include <tandem/replay/files/system_file.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

// An open file from which parts are read.
struct OpenedSource {
    std::shared_ptr<const ByteSource> source;
    bool is_live = false;  // a session has the file open for writing at this moment
    // As long as the source is open, no other file has the same.
    std::pair<std::uint64_t, std::uint64_t> identity{};
};
// Opens a file with the size that it has now: bytes that a live file gains later are not seen. A
// pipe is read to its end first, until its writers close it. It is an error (io) if the file is
// neither a regular file nor a pipe, or cannot be opened.
sim::Result<OpenedSource> open_source(const std::string& path);

// Copies all that a pipe gives until its writers close it into a file without a name, which it
// returns. It is an error (io) if nobody writes the pipe within a second, if it gives nothing or
// too much, or if the file finds no room.
sim::Result<OpenFile> copy_pipe(const std::string& path, int pipe);

struct FileContent {
    sim::Bytes bytes;
    bool is_live = false;  // a session has the file open for writing at this moment
};

// Reads the whole file. It is an error (io) if it is neither a regular file nor a pipe, cannot be
// opened, or has more than `bytes_max` bytes.
sim::Result<FileContent> read_file(const std::string& path,
                                   std::uint64_t bytes_max = std::uint64_t{4} << 30);

}  // namespace tandem::replay
