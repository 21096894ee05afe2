// SPDX-License-Identifier: MIT
// Makes the system calls of files. It takes their errno at once, before anything can change it.
#include <tandem/replay/files/system_file.hpp>

#include <cerrno>
#include <climits>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

constexpr mode_t k_mode = 0666;  // less what the user's umask takes away

OpenFile open_file(const std::string& path, int flags) {
    int file = -1;
    int system_error = 0;
    do {
        file = ::open(path.c_str(), flags | O_CLOEXEC, k_mode);
        system_error = file < 0 ? errno : 0;
    } while (system_error == EINTR);
    return {file, system_error};
}

bool is_same(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

}  // namespace

OpenFile::OpenFile(OpenFile&& other) noexcept
    : file_(std::exchange(other.file_, -1)), system_error_(other.system_error_) {}

OpenFile& OpenFile::operator=(OpenFile&& other) noexcept {
    if (this != &other) {
        close();
        file_ = std::exchange(other.file_, -1);
        system_error_ = other.system_error_;
    }
    return *this;
}

OpenFile::~OpenFile() { close(); }

int OpenFile::close() {
    const int file = std::exchange(file_, -1);
    if (file < 0 || ::close(file) == 0) {
        return 0;
    }
    // An interrupted close has closed the file all the same; trying again could close another one.
    return errno == EINTR ? 0 : errno;
}

OpenFile open_for_reading(const std::string& path) {
    return open_file(path, O_RDONLY | O_NONBLOCK);
}

OpenFile open_for_writing(const std::string& path) {
    return open_file(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK);
}

OpenFile create_new(const std::string& path) {
    return open_file(path, O_WRONLY | O_CREAT | O_EXCL);
}

OpenFile copy_of(int file) {
    const int copy = ::fcntl(file, F_DUPFD_CLOEXEC, 0);
    return {copy, copy < 0 ? errno : 0};
}

std::string sibling_name(const std::string& path, int i) {
    const std::string end = ".new" + std::to_string(i);
    const std::size_t begin = path.rfind('/') + 1;  // 0 if there is none
    const std::string_view name = std::string_view(path).substr(begin);
    return path.substr(0, begin) + std::string(sim::whole_characters(name, NAME_MAX - end.size())) +
           end;
}

sim::Result<void> check_regular(const std::string& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) {
        return {};
    }
    std::string is;
    if (::stat(path.c_str(), &status) != 0) {
        if (errno != ENOENT) {
            return {};
        }
        is = "is a symbolic link to nothing";
    } else if (S_ISREG(status.st_mode)) {
        return {};
    } else {
        is = S_ISDIR(status.st_mode)    ? "is a folder"
             : S_ISFIFO(status.st_mode) ? "is a pipe"
             : S_ISSOCK(status.st_mode) ? "is a socket"
                                        : "is a device";
    }
    return io_error(path, is + ", and only a regular file is written; choose another name");
}

bool names(const std::string& path, int file) {
    struct stat named {};
    struct stat open {};
    return ::stat(path.c_str(), &named) == 0 && ::fstat(file, &open) == 0 && is_same(named, open);
}

bool is_same_file(int a, int b) {
    struct stat status_a {};
    struct stat status_b {};
    return ::fstat(a, &status_a) == 0 && ::fstat(b, &status_b) == 0 && is_same(status_a, status_b);
}

sim::Error io_error(const std::string& path, const std::string& message) {
    return {sim::ErrorCode::io, path, message};
}

std::string system_text(int system_error) { return std::generic_category().message(system_error); }

}  // namespace tandem::replay
