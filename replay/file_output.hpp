// SPDX-License-Identifier: MIT
// The one place that writes replay files. Bytes go straight to the operating system, so that
// killing the process loses nothing that was appended.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <tandem/replay/output.hpp>

namespace tandem::replay {

struct FileOutputOptions {
    bool force = false;  // replace an existing file, but only once the new one's header stands
    bool sync = true;    // wait for the disk after the header and at the end, against a power cut
};

class FileOutput final : public Output {
public:
    // Creates the file; one that exists is an error (io) without `force`. With it the old file
    // stays until the first flush, and a file that another session is writing is refused.
    static sim::Result<std::unique_ptr<FileOutput>> create(const std::string& path,
                                                           FileOutputOptions options = {});
    // Removes a file whose header never stood.
    ~FileOutput() override;

    // A failure (io) names file and byte; the file then ends with the last append that succeeded.
    sim::Result<void> append(sim::ByteView bytes) override;
    sim::Result<void> flush() override;
    // Flushes and, with `sync`, waits for the disk. Nothing can be appended afterwards (asserted).
    sim::Result<void> close();

    const std::string& path() const { return path_; }

private:
    FileOutput(std::string path, std::string written_path, int file, FileOutputOptions options);
    sim::Error failure(const std::string& what, int system_error) const;
    sim::Result<void> sync();

    std::string path_;
    std::string
        written_path_;  // where the bytes go until the first flush; a sibling of path_ with force
    int file_ = -1;
    FileOutputOptions options_;
    std::uint64_t bytes_ = 0;
    bool stands_ = false;  // under its own name, with a header
};

}  // namespace tandem::replay
