// SPDX-License-Identifier: MIT
// The operating system as the rest of this room sees it: the only functions that another system has
// to fill. Those that can fail return 0 or an errno. A write to a pipe or a stream waits for its
// reader; else none waits unless it says so. An interrupted call that may be made again is made
// again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace tandem::replay::calls {

struct FileStatus {
    enum class Kind : std::uint8_t { regular, folder, pipe, socket, device, link };
    Kind kind = Kind::device;
    std::uint64_t bytes = 0;
    std::uint64_t names = 0;                           // how many names the file has
    bool is_private = false;                           // nobody but its owner may use it
    std::pair<std::uint64_t, std::uint64_t> identity;  // no two files have the same at one time
};

enum class Opening : std::uint8_t {
    reading,
    reading_itself,    // not through a link
    writing,           // an existing file, not through a link
    appending,         // reading too; the file is made if there is none
    new_file,          // writing; EEXIST if the name exists
    new_private_file,  // the same, and from its beginning nobody but its owner may use it
};
// Opens a file. Child processes do not get it.
int open_handle(const std::string& path, Opening how, int& file);
// Makes a file without a name, for writing and reading; it is gone when it is closed.
int open_unnamed(int& file);
int close_handle(int file);
// Makes a second descriptor of the same open file.
int copy(int file, int& copied);
// Makes `other` a descriptor of the same open file; what `other` was is closed.
int copy_over(int file, int other);

int status_of(int file, FileStatus& status);
int status_of_name(const std::string& path, bool follows_links, FileStatus& status);

// Reads some of the bytes from `offset` on; `done` is 0 only at the end.
int read_at(int file, std::uint64_t offset, std::span<std::byte> out, std::size_t& done);
// Waits at most `patience_ms`, or forever if that is negative, for a pipe's next bytes, and reads
// some of them. A descriptor whose own reads wait, such as standard input, may wait longer. `done`
// is 0 if all writers have closed it; EAGAIN if a writer gave nothing, EINTR if a signal came.
int read_pipe(int pipe, int patience_ms, std::span<std::byte> out, std::size_t& done);
// Writes some of the bytes, where the last write ended.
int write(int file, std::span<const std::byte> bytes, std::size_t& done);
int truncate(int file, std::uint64_t bytes);
// Finds the first place from `offset` on that is in no hole; ENXIO if there is none.
int next_data(int file, std::uint64_t offset, std::uint64_t& found);

// Wait until the file's bytes, or a folder's names, are on the disk. A file system that cannot say
// is no error, nor is a folder that cannot be read.
int sync_file(int file);
int sync_folder(const std::string& path);

// Locks are advisory, and end with the last descriptor of the open file.
enum class Lock : std::uint8_t { shared, alone };
// Returns EWOULDBLOCK if another open file holds a lock that excludes this one.
int lock(int file, Lock kind);
void unlock(int file);

// Lets every user of this system read the file.
int let_all_read(int file);
// True if the errno says that there is no room left.
bool is_full(int system_error);
// No name in a folder has more bytes than this.
std::size_t name_bytes_max();

// Gives a file another name at once. The file of that name, which may be open, loses it;
// rename_new() returns EEXIST instead, but for a file that comes to be at this moment on a file
// system without links.
int rename_over(const std::string& from, const std::string& to);
int rename_new(const std::string& from, const std::string& to);
// Takes the name away at once, from an open file too.
int unlink(const std::string& path);

}  // namespace tandem::replay::calls
