// SPDX-License-Identifier: MIT
// Common parts of reading and writing files: an open file that closes itself, locks, checks of
// names, files that grow beside their name, and the operating system's errors in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tandem/replay/files/system_calls.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

// A file descriptor, or the errno of the call that failed to open it.
class OpenFile {
public:
    OpenFile() = default;
    OpenFile(int file, int system_error) : file_(file), system_error_(system_error) {}
    OpenFile(OpenFile&& other) noexcept;
    OpenFile& operator=(OpenFile&& other) noexcept;
    ~OpenFile();

    bool is_open() const { return file_ >= 0; }
    int get() const { return file_; }
    int system_error() const { return system_error_; }
    // Closes it now. Returns the errno, or 0.
    int close();

private:
    int file_ = -1;
    int system_error_ = 0;
};

OpenFile open_file(const std::string& path, calls::Opening how);
// Returns a copy of the descriptor, for the same open file.
OpenFile copy_of(int file);

// Returns false if another process holds a lock that excludes this one. A file system without locks
// only loses the distinction between live and cut.
bool try_lock(int file, calls::Lock kind);
// Locks the file for this process alone. It waits a little: readers hold a lock for two system
// calls; a longer one is no reader's.
bool lock_soon(int file);
// Creates a new file, a private one if `how` says so, and locks it; EEXIST if the name exists.
// Readers tell a live file from a cut one by this lock.
OpenFile create_locked(const std::string& path, calls::Opening how = calls::Opening::new_file);

// Writes all bytes. Returns 0, or the errno of the failure, after which a part may be written.
int write_all(int file, sim::ByteView bytes);

// A new file beside the name that it is to have, where it grows until all of it stands. Its own
// name is removed at the end, if the file is open and still has it.
struct Sibling {
    std::string name;
    OpenFile file;

    Sibling() = default;
    Sibling(Sibling&&) = default;
    Sibling& operator=(Sibling&&) = delete;
    ~Sibling();
};
// Creates and locks it, as create_locked does. It is an error (io) if every name is taken.
sim::Result<Sibling> create_sibling(const std::string& path,
                                    calls::Opening how = calls::Opening::new_file);
// Returns the name of sibling number `i`. It is never longer than names may be, so that every name
// can be replaced.
std::string sibling_name(const std::string& path, int i);

// Refuses a name that belongs to something else than a regular file, which is never written or
// replaced: a folder, a device, a pipe, a link to nothing.
sim::Result<void> check_regular(const std::string& path);

// Returns the size of a regular file; nothing if it is none, or not open.
std::optional<std::uint64_t> size_of_regular(const OpenFile& file);
// True if the name belongs to exactly this file.
bool names(const std::string& path, int file);
// True if both descriptors are open on the same file.
bool is_same_file(int a, int b);

sim::Error io_error(const std::string& path, const std::string& message);
// Returns for example "No space left on device".
std::string system_text(int system_error);

}  // namespace tandem::replay
