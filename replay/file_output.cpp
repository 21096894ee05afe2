// SPDX-License-Identifier: MIT
// POSIX files: exclusive creation, an advisory lock while open, one write for each append.
#include <tandem/replay/file_output.hpp>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tandem/sim/assert.hpp>

namespace tandem::replay {
namespace {

constexpr int k_siblings_max = 100;
constexpr mode_t k_mode = 0666;  // less what the user's umask takes away

std::string system_text(int system_error) { return std::generic_category().message(system_error); }

sim::Error io_error(const std::string& path, const std::string& message) {
    return {sim::ErrorCode::io, path, message};
}

int create_exclusively(const std::string& path) {
    int file = -1;
    do {
        file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, k_mode);
    } while (file < 0 && errno == EINTR);
    return file;
}

// Readers tell a live file from a cut one by this lock. A file system without locks only loses that
// distinction.
void lock(int file) {
    while (::flock(file, LOCK_EX) != 0 && errno == EINTR) {
    }
}

// Whether the file that `force` would replace may be replaced.
sim::Result<void> check_replaceable(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        return {};
    }
    if (!S_ISREG(status.st_mode)) {
        return io_error(path, "is no regular file, so it cannot be replaced; choose another name");
    }
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return {};
    }
    const bool is_live = ::flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(file);
    if (is_live) {
        return io_error(path, "another session is writing this file now; choose another name");
    }
    return {};
}

}  // namespace

sim::Result<std::unique_ptr<FileOutput>> FileOutput::create(const std::string& path,
                                                            FileOutputOptions options) {
    std::string written_path = path;
    int file = create_exclusively(path);
    if (file < 0 && errno == EEXIST && options.force) {
        if (auto replaceable = check_replaceable(path); !replaceable) {
            return replaceable.error();
        }
        for (int i = 0; i < k_siblings_max && file < 0; ++i) {
            written_path = path + ".new" + std::to_string(i);
            file = create_exclusively(written_path);
            if (file < 0 && errno != EEXIST) {
                break;
            }
        }
    }
    if (file < 0 && errno == EEXIST) {
        return io_error(path, "exists already; choose another name or use --force to replace it");
    }
    if (file < 0) {
        return io_error(path, "cannot be created: " + system_text(errno));
    }
    lock(file);
    return std::unique_ptr<FileOutput>(
        new FileOutput(path, std::move(written_path), file, options));
}

FileOutput::FileOutput(std::string path, std::string written_path, int file,
                       FileOutputOptions options)
    : path_(std::move(path)),
      written_path_(std::move(written_path)),
      file_(file),
      options_(options) {}

FileOutput::~FileOutput() {
    if (file_ >= 0) {
        if (stands_) {
            static_cast<void>(sync());  // a destructor can tell nobody; close() does
        } else {
            ::unlink(written_path_.c_str());
        }
        ::close(file_);
    }
}

sim::Result<void> FileOutput::append(sim::ByteView bytes) {
    TANDEM_ASSERT(file_ >= 0);
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t written = ::write(file_, bytes.data() + done, bytes.size() - done);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            const int system_error = written < 0 ? errno : ENOSPC;
            // Half a block helps nobody; a reader could cope with it all the same, so a failure
            // here changes nothing.
            static_cast<void>(::ftruncate(file_, static_cast<off_t>(bytes_)));
            return failure("cannot be written", system_error);
        }
        done += static_cast<std::size_t>(written);
    }
    bytes_ += bytes.size();
    return {};
}

sim::Result<void> FileOutput::flush() {
    TANDEM_ASSERT(file_ >= 0);
    if (stands_ || bytes_ == 0) {
        return {};
    }
    if (auto synced = sync(); !synced) {
        return synced;
    }
    if (written_path_ != path_ && std::rename(written_path_.c_str(), path_.c_str()) != 0) {
        return io_error(path_, "cannot be replaced: " + system_text(errno));
    }
    stands_ = true;
    return {};
}

sim::Result<void> FileOutput::close() {
    auto flushed = flush();
    if (flushed) {
        flushed = sync();
    }
    if (!flushed) {
        return flushed;
    }
    const int file = std::exchange(file_, -1);
    if (!stands_) {
        ::unlink(written_path_.c_str());
    }
    return ::close(file) == 0 ? sim::Result<void>() : failure("cannot be closed", errno);
}

sim::Result<void> FileOutput::sync() {
    if (options_.sync && ::fdatasync(file_) != 0 && errno != EINVAL) {
        return failure("does not reach the disk", errno);
    }
    return {};
}

sim::Error FileOutput::failure(const std::string& what, int system_error) const {
    const std::string stands =
        stands_ ? "; the " + std::to_string(bytes_) + " bytes before it stand and can be opened"
                : "; nothing was recorded";
    const std::string advice = system_error == ENOSPC || system_error == EDQUOT
                                   ? " - free some space and record to a new file"
                                   : "";
    return io_error(path_ + ", byte " + std::to_string(bytes_),
                    what + ": " + system_text(system_error) + stands + advice);
}

}  // namespace tandem::replay
