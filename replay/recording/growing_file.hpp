// SPDX-License-Identifier: MIT
// A file that a session may still be writing. Each look at it reads what is new, not all of it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <tandem/replay/recording/replay_file.hpp>

namespace tandem::replay {

class ReplayParser;

class GrowingFile {
public:
    // Nothing is read yet. Every look uses these options; whether a session is still writing is
    // seen at the file itself.
    explicit GrowingFile(std::string path, OpenOptions options = {});
    GrowingFile(GrowingFile&&) noexcept;
    GrowingFile& operator=(GrowingFile&&) noexcept;
    ~GrowingFile();

    const std::string& path() const { return path_; }

    // Reads the file as Replay::open does, with the same result. If the last look found the same
    // file live, and read a keyframe, only what is new is read. Another file of this name is read
    // from its start, and so is one whose known blocks were written over, as far as their first and
    // last heads show. Damage to what is known is seen when the file has doubled, or is live no
    // more: then all of it is read. Only with OpenDepth::blocks a look goes on like this.
    sim::Result<Replay> read();
    // Does the same with the file's bytes from elsewhere. Their heads alone show another file.
    sim::Result<Replay> read(std::shared_ptr<const ByteSource> source, bool is_live);

private:
    std::string path_;
    OpenOptions options_;
    std::pair<std::uint64_t, std::uint64_t> identity_;  // the last look had this file
    std::uint64_t bytes_read_whole_ = 0;                // at the last look that read all of it
    std::unique_ptr<ReplayParser> parser_;  // the last look ended there; null if none can go on
};

}  // namespace tandem::replay
