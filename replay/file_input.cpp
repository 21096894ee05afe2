// SPDX-License-Identifier: MIT
// Reading a file that may be growing, or may be no file at all.
#include <tandem/replay/file_input.hpp>

#include <cerrno>

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tandem/replay/system_file.hpp>

namespace tandem::replay {
namespace {

bool is_locked(int file) {
    if (::flock(file, LOCK_SH | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK;
    }
    ::flock(file, LOCK_UN);
    return false;
}

}  // namespace

sim::Result<FileContent> read_file(const std::string& path, std::uint64_t bytes_max) {
    const OpenFile file = open_for_reading(path);
    if (!file.is_open()) {
        return io_error(path, file.system_error() == ENOENT
                                  ? "there is no such file"
                                  : "cannot be opened: " + system_text(file.system_error()));
    }
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) {
        const int system_error = errno;
        return io_error(path, "cannot be read: " + system_text(system_error));
    }
    if (!S_ISREG(status.st_mode)) {
        return io_error(path, S_ISDIR(status.st_mode) ? "is a folder, not a replay file"
                                                      : "is no regular file");
    }
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size > bytes_max) {
        return io_error(path, "has " + std::to_string(size) + " bytes, at most " +
                                  std::to_string(bytes_max) + " are read");
    }
    FileContent content;
    // Asked before reading: a session that ends meanwhile makes the file look live once more, never
    // cut.
    content.is_live = is_locked(file.get());
    content.bytes.resize(static_cast<std::size_t>(size));
    std::size_t done = 0;
    while (done < content.bytes.size()) {
        const ssize_t got =
            ::read(file.get(), content.bytes.data() + done, content.bytes.size() - done);
        const int system_error = got < 0 ? errno : 0;
        if (system_error == EINTR) {
            continue;
        }
        if (system_error != 0) {
            return io_error(path + ", byte " + std::to_string(done),
                            "cannot be read: " + system_text(system_error));
        }
        if (got == 0) {
            break;  // it shrank meanwhile
        }
        done += static_cast<std::size_t>(got);
    }
    content.bytes.resize(done);
    return content;
}

}  // namespace tandem::replay
