// SPDX-License-Identifier: MIT
// The places that a recorder writes to: a file or a buffer. Bytes for a file go directly to the
// operating system, so that killing the process loses nothing that was appended. No other code
// writes replay files.
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
    // Makes the appended bytes safe even if this process is killed.
    virtual sim::Result<void> flush() = 0;
};

// An output that keeps everything in memory.
class BufferOutput final : public Output {
public:
    sim::Result<void> append(sim::ByteView bytes) override;
    sim::Result<void> flush() override;
    const sim::Bytes& bytes() const { return bytes_; }  // everything appended so far

private:
    sim::Bytes bytes_;
};

class OpenFile;
class SyncThread;

// The times at which a file waits for the disk, against a power cut. Bytes that were appended
// survive a killed process in any case.
enum class FileSync : std::uint8_t {
    none,    // never
    second,  // after the header, once a second on a thread of its own, and at the end
    tick,  // after every flush, before it returns; a recorder with block_ticks 1 flushes each tick
};

// The options for making a file.
struct FileOutputOptions {
    bool force = false;  // replace an existing file, but only after the new header is written
    FileSync sync = FileSync::second;  // when it waits for the disk
    // Writes under another name in the same folder and takes its own name at the first flush, also
    // if there is no file to replace. A caller that flushes once, at the end, uses this, so that
    // nobody takes a part for the whole.
    bool is_named_when_flushed = false;
    // The name of `force` in the error about an existing file, for a command line "--force".
    std::string force_name = "FileOutputOptions::force";
};

// Writes a replay file. A failure is final: every later call gives the same error and writes
// nothing.
class FileOutput final : public Output {
public:
    // Creates the file. Without `force` an existing file is an error (io). With `force` the old
    // file stays until the first flush. It never replaces anything but a regular file, nor a file
    // that cannot be read or that another session is writing.
    static sim::Result<std::unique_ptr<FileOutput>> create(const std::string& path,
                                                           FileOutputOptions options = {});
    // Writes to a stream that somebody else opened and reads from its beginning, as standard
    // output: nothing is synced, replaced or taken back there. Errors call the stream `name`. The
    // descriptor is copied.
    static std::unique_ptr<FileOutput> over_stream(int descriptor, const std::string& name);
    // Removes the file if its header was never written.
    ~FileOutput() override;

    // Appends the bytes. A failure (io) names file and byte. The file then ends with the last
    // append that succeeded.
    sim::Result<void> append(sim::ByteView bytes) override;
    // Flushes the file. The first flush gives it its name, and fails if that name no longer belongs
    // to the file that `create` found, so another session's recording is never replaced.
    sim::Result<void> flush() override;
    // Flushes and, unless FileSync::none, waits for the disk. It also fails if the name no longer
    // belongs to this file. Nothing can be appended afterwards (asserted).
    sim::Result<void> close();

    const std::string& path() const { return path_; }  // as it was given
    // True if the name was found to belong to another file, or to none: nobody finds these bytes.
    bool is_lost() const { return is_lost_; }

private:
    FileOutput(std::string path, std::string written_path, OpenFile file, OpenFile old_file,
               FileOutputOptions options);
    static sim::Result<std::unique_ptr<FileOutput>> create_beside(const std::string& path,
                                                                  OpenFile old_file,
                                                                  FileOutputOptions options);
    sim::Error fail(sim::Error error);
    sim::Error fail(const std::string& what, int system_error, const std::string& consequence);
    std::string what_stands() const;
    std::string way_out() const;
    sim::Result<void> publish();
    sim::Result<void> check_name();
    sim::Result<void> sync();
    sim::Result<void> sync_folder();
    sim::Result<void> sync_sometime();
    sim::Error sync_failed(int system_error);
    void remove_unfinished();

    std::string path_;
    // The file that gets the bytes until the first flush; with `force` it is beside path_.
    std::string written_path_;
    std::unique_ptr<OpenFile> file_;
    std::unique_ptr<SyncThread> sync_thread_;  // FileSync::second, once the file stands
    // The file to replace; kept open, so that no new file can get its inode.
    std::unique_ptr<OpenFile> old_file_;
    FileOutputOptions options_;
    std::optional<sim::Error> failure_;
    std::uint64_t bytes_ = 0;
    bool stands_ = false;  // it has its own name and a header
    bool is_lost_ = false;
    bool is_stream_ = false;
};

}  // namespace tandem::replay
