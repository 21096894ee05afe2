// SPDX-License-Identifier: MIT
// Looks at the file again and again, because the system does not tell of changes on every disk. Two
// looks a tenth of a second apart cost nothing.
#include <tandem/tools/system/watched_program.hpp>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tandem::tools {

sim::Result<std::string> own_program_path() {
    std::error_code failure;
    std::string path = std::filesystem::read_symlink("/proc/self/exe", failure).string();
    if (failure) {
        return sim::Error{sim::ErrorCode::io, "this program's own file",
                          "cannot be told on this system: " + failure.message()};
    }
    constexpr std::string_view k_gone = " (deleted)";
    if (path.ends_with(k_gone)) {
        path.resize(path.size() - k_gone.size());
    }
    return path;
}

WatchedProgram::WatchedProgram(std::string path) : path_(std::move(path)) {
    known_ = stamp();
    seen_ = known_;
}

std::optional<WatchedProgram::Stamp> WatchedProgram::stamp() const {
    struct stat status {};
    if (::stat(path_.c_str(), &status) != 0) {
        return std::nullopt;
    }
    constexpr std::int64_t k_ns_per_second = 1'000'000'000;
    return Stamp{static_cast<std::uint64_t>(status.st_dev),
                 static_cast<std::uint64_t>(status.st_ino),
                 static_cast<std::uint64_t>(status.st_size),
                 status.st_mtim.tv_sec * k_ns_per_second + status.st_mtim.tv_nsec,
                 S_ISREG(status.st_mode) && (status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH)) != 0};
}

// Asks for a lease to read, which is only given if nobody has the file open to write. If leases
// cannot be had, nothing is known, and settling has to do.
bool WatchedProgram::is_being_written() const {
#ifdef F_SETLEASE
    const int file = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return true;
    }
    // If a program opens it to write meanwhile, the system sends a signal, which must not end us.
    ::fcntl(file, F_SETSIG, SIGURG);
    const bool is_written = ::fcntl(file, F_SETLEASE, F_RDLCK) != 0 && errno == EAGAIN;
    ::fcntl(file, F_SETLEASE, F_UNLCK);
    ::close(file);
    return is_written;
#else
    return false;
#endif
}

bool WatchedProgram::is_rebuilt(std::chrono::nanoseconds now) {
    const auto here = stamp();
    if (here != seen_) {
        seen_ = here;
        seen_since_ = now;
        return false;
    }
    const bool is_new = here && here->is_program && here->bytes > 0 && here != known_;
    if (!is_new || now - seen_since_ < k_settles_in) {
        return false;
    }
    if (is_being_written()) {
        seen_since_ = now;
        return false;
    }
    known_ = here;
    return true;
}

bool WatchedProgram::is_stale() const { return stamp() != known_ || is_being_written(); }

}  // namespace tandem::tools
