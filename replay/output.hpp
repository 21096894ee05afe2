// SPDX-License-Identifier: MIT
// Where a recorder's bytes go: a file, or a buffer. A file's go straight to the operating system,
// so that killing the process loses nothing that was appended; no other place writes replay files.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

class Output {
public:
    virtual ~Output() = default;
    // Takes one or more whole blocks. After an error nothing more is appended.
    virtual sim::Result<void> append(sim::ByteView bytes) = 0;
    // Makes what was appended safe from this process ending in any way.
    virtual sim::Result<void> flush() = 0;
};

// Keeps everything in memory.
class BufferOutput final : public Output {
public:
    sim::Result<void> append(sim::ByteView bytes) override;
    sim::Result<void> flush() override;
    const sim::Bytes& bytes() const { return bytes_; }  // all that was appended

private:
    sim::Bytes bytes_;
};

class OpenFile;

// How a file is made.
struct FileOutputOptions {
    bool force = false;  // replace an existing file, but only once the new one's header stands
    bool sync = true;    // wait for the disk after the header and at the end, against a power cut
    // How a user asks for `force`, in the words of the error about a file that exists.
    std::string force_name = "FileOutputOptions::force";
};

// A failure is final: every later call gives the same error and writes nothing.
class FileOutput final : public Output {
public:
    // Creates the file; one that exists is an error (io) without `force`. With it the old file
    // stays until the first flush. Refused is to replace what is no regular file, what cannot be
    // read, and what another session is writing.
    static sim::Result<std::unique_ptr<FileOutput>> create(const std::string& path,
                                                           FileOutputOptions options = {});
    // Removes a file whose header never stood.
    ~FileOutput() override;

    // A failure (io) names file and byte; the file then ends with the last append that succeeded.
    sim::Result<void> append(sim::ByteView bytes) override;
    // The first one puts the file under its name. It fails where that name no longer stands for the
    // file that `create` found: another session's recording is never replaced.
    sim::Result<void> flush() override;
    // Flushes and, with `sync`, waits for the disk. Fails as well where the name no longer stands
    // for this file. Nothing can be appended afterwards (asserted).
    sim::Result<void> close();

    const std::string& path() const { return path_; }  // as it was given

private:
    FileOutput(std::string path, std::string written_path, OpenFile file, OpenFile old_file,
               FileOutputOptions options);
    static sim::Result<std::unique_ptr<FileOutput>> create_beside(const std::string& path,
                                                                  OpenFile old_file,
                                                                  FileOutputOptions options);
    sim::Error fail(sim::Error error);
    sim::Error fail(const std::string& what, int system_error, const std::string& consequence);
    std::string what_stands() const;
    sim::Result<void> take_name();
    sim::Result<void> check_name();
    sim::Result<void> sync();
    sim::Result<void> sync_folder();
    void remove_unfinished();

    std::string path_;
    std::string
        written_path_;  // where the bytes go until the first flush; a sibling of path_ with force
    std::unique_ptr<OpenFile> file_;
    std::unique_ptr<OpenFile>
        old_file_;  // what is to be replaced; open, so that no new file can get its inode
    FileOutputOptions options_;
    std::optional<sim::Error> failure_;
    std::uint64_t bytes_ = 0;
    bool stands_ = false;  // under its own name, with a header
};

}  // namespace tandem::replay
