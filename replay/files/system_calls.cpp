// SPDX-License-Identifier: MIT
// The calls of POSIX. It takes their errno at once, before anything can change it.
#include <tandem/replay/files/system_calls.hpp>

#include <cerrno>
#include <climits>
#include <cstdio>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tandem::replay::calls {
namespace {

constexpr mode_t k_mode = 0666;  // less what the user's umask takes away
constexpr mode_t k_private_mode = 0600;
constexpr mode_t k_not_private = 0077;

int flags_of(Opening how);
FileStatus status_from(const struct stat& system);

// Makes a call until no signal interrupts it. Returns 0 and its result, or its errno.
template <typename Call, typename Done>
int finish(Call call, Done& done) {
    while (true) {
        const auto result = call();
        if (result >= 0) {
            done = static_cast<Done>(result);
            return 0;
        }
        if (errno != EINTR) {
            return errno;
        }
    }
}

template <typename Call>
int finish(Call call) {
    int ignored = 0;
    return finish(call, ignored);
}

int error_of(int result) { return result == 0 ? 0 : errno; }

int sync(int (*call)(int), int file) {
    const int system_error = finish([&] { return call(file); });
    return system_error == EINVAL || system_error == ENOTSUP ? 0 : system_error;
}

}  // namespace

int open_handle(const std::string& path, Opening how, int& file) {
    const mode_t mode = how == Opening::new_private_file ? k_private_mode : k_mode;
    return finish([&] { return ::open(path.c_str(), flags_of(how) | O_CLOEXEC, mode); }, file);
}

int open_unnamed(int& file) {
    std::FILE* const made = std::tmpfile();
    if (made == nullptr) {
        return errno;
    }
    const int system_error = copy(::fileno(made), file);
    std::fclose(made);
    return system_error;
}

int close_handle(int file) {
    // An interrupted close has closed the file all the same; trying again could close another one.
    return ::close(file) == 0 || errno == EINTR ? 0 : errno;
}

int copy(int file, int& copied) {
    return finish([&] { return ::fcntl(file, F_DUPFD_CLOEXEC, 0); }, copied);
}

int copy_over(int file, int other) {
    return finish([&] { return ::dup2(file, other); });
}

int status_of(int file, FileStatus& status) {
    struct stat system {};
    const int system_error = error_of(::fstat(file, &system));
    status = status_from(system);
    return system_error;
}

int status_of_name(const std::string& path, bool follows_links, FileStatus& status) {
    struct stat system {};
    const int system_error =
        error_of(follows_links ? ::stat(path.c_str(), &system) : ::lstat(path.c_str(), &system));
    status = status_from(system);
    return system_error;
}

int read_at(int file, std::uint64_t offset, std::span<std::byte> out, std::size_t& done) {
    return finish([&] { return ::pread(file, out.data(), out.size(), static_cast<off_t>(offset)); },
                  done);
}

int read_pipe(int pipe, int patience_ms, std::span<std::byte> out, std::size_t& done) {
    pollfd waiting{pipe, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, patience_ms);
    const ssize_t got = ready < 0 ? -1 : ::read(pipe, out.data(), out.size());
    done = got < 0 ? 0 : static_cast<std::size_t>(got);
    return got < 0 ? errno : 0;
}

int write(int file, std::span<const std::byte> bytes, std::size_t& done) {
    return finish([&] { return ::write(file, bytes.data(), bytes.size()); }, done);
}

int truncate(int file, std::uint64_t bytes) {
    return finish([&] { return ::ftruncate(file, static_cast<off_t>(bytes)); });
}

int next_data(int file, std::uint64_t offset, std::uint64_t& found) {
#if defined(SEEK_DATA)
    return finish([&] { return ::lseek(file, static_cast<off_t>(offset), SEEK_DATA); }, found);
#else
    static_cast<void>(file);
    found = offset;  // a browser's files have no holes
    return 0;
#endif
}

int sync_file(int file) { return sync(::fdatasync, file); }

int sync_folder(const std::string& path) {
    int folder = -1;
    if (open_handle(path, Opening::reading, folder) != 0) {
        return 0;  // a folder that may be written but not read cannot be waited for
    }
    const int system_error = sync(::fsync, folder);
    close_handle(folder);
    return system_error;
}

int lock(int file, Lock kind) {
    const int operation = kind == Lock::shared ? LOCK_SH : LOCK_EX;
    return finish([&] { return ::flock(file, operation | LOCK_NB); });
}

void unlock(int file) { ::flock(file, LOCK_UN); }

int let_all_read(int file) {
    constexpr mode_t k_all_read = 0644;
    return fchmod(file, k_all_read) == 0 ? 0 : errno;
}

bool is_full(int system_error) { return system_error == ENOSPC || system_error == EDQUOT; }

std::size_t name_bytes_max() { return NAME_MAX; }

int rename_over(const std::string& from, const std::string& to) {
    return error_of(std::rename(from.c_str(), to.c_str()));
}

int rename_new(const std::string& from, const std::string& to) {
    const int system_error = error_of(::link(from.c_str(), to.c_str()));
    if (system_error == 0) {
        unlink(from);
    }
    if (system_error == 0 || system_error == EEXIST) {
        return system_error;
    }
    // The file system has no links, so only renaming is left, which replaces what stands there.
    FileStatus taken;
    return status_of_name(to, false, taken) == 0 ? EEXIST : rename_over(from, to);
}

int unlink(const std::string& path) { return error_of(::unlink(path.c_str())); }

namespace {

int flags_of(Opening how) {
    switch (how) {
        // O_NONBLOCK: opening a pipe would wait for its other end.
        case Opening::reading:
            return O_RDONLY | O_NONBLOCK;
        case Opening::reading_itself:
            return O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
        case Opening::writing:
            return O_WRONLY | O_NOFOLLOW | O_NONBLOCK;
        case Opening::appending:
            return O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK;
        case Opening::new_file:
        case Opening::new_private_file:
            return O_WRONLY | O_CREAT | O_EXCL;
    }
    return O_RDONLY | O_NONBLOCK;
}

FileStatus status_from(const struct stat& system) {
    using Kind = FileStatus::Kind;
    FileStatus status;
    status.kind = S_ISREG(system.st_mode)    ? Kind::regular
                  : S_ISDIR(system.st_mode)  ? Kind::folder
                  : S_ISFIFO(system.st_mode) ? Kind::pipe
                  : S_ISSOCK(system.st_mode) ? Kind::socket
                  : S_ISLNK(system.st_mode)  ? Kind::link
                                             : Kind::device;
    status.bytes = static_cast<std::uint64_t>(system.st_size);
    status.names = system.st_nlink;
    status.is_private = (system.st_mode & k_not_private) == 0;
    status.identity = {system.st_dev, system.st_ino};
    return status;
}

}  // namespace
}  // namespace tandem::replay::calls
