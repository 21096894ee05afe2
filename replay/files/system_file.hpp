// SPDX-License-Identifier: MIT
// Common parts of reading and writing files: an open file that closes itself, checks of names, and
// the operating system's errors in words.
#pragma once

#include <string>

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

// Opens a file for reading, without waiting: opening a pipe would wait for a writer.
OpenFile open_for_reading(const std::string& path);
// Opens an existing file for writing, without waiting; not through a link.
OpenFile open_for_writing(const std::string& path);
// Creates a new file for writing; EEXIST if the name exists.
OpenFile create_new(const std::string& path);

// Returns a copy of the descriptor, for the same open file.
OpenFile copy_of(int file);

// Returns the name beside this one under which file number `i` grows before it takes this one. It
// is never longer than names may be, so that every name can be replaced.
std::string sibling_name(const std::string& path, int i);

// Refuses a name that belongs to something else than a regular file, which is never written or
// replaced: a folder, a device, a pipe, a link to nothing.
sim::Result<void> check_regular(const std::string& path);

// True if the name belongs to exactly this file.
bool names(const std::string& path, int file);
// True if both descriptors are open on the same file.
bool is_same_file(int a, int b);

sim::Error io_error(const std::string& path, const std::string& message);
// Returns for example "No space left on device".
std::string system_text(int system_error);

}  // namespace tandem::replay
