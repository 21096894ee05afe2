// SPDX-License-Identifier: MIT
// Reads a file that may be growing, or may be no regular file.
#include <tandem/replay/files/file_input.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tandem/replay/files/system_file.hpp>

namespace tandem::replay {
namespace {

constexpr std::uint64_t k_pipe_bytes_max = std::uint64_t{4} << 30;
constexpr int k_writer_patience_ms = 1000;

bool is_locked(int file) {
    if (::flock(file, LOCK_SH | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK;
    }
    ::flock(file, LOCK_UN);
    return false;
}

struct OpenedFile {
    OpenFile file;
    std::uint64_t bytes = 0;
    bool is_live = false;
};

// Keeps all that a pipe gives in a file without a name, so that opening that pipe again in this
// process gives the same.
class KeptPipes {
public:
    sim::Result<void> keep(const std::string& path, const struct stat& status, OpenFile& pipe) {
        const std::lock_guard lock(mutex_);
        const std::pair key(status.st_dev, status.st_ino);
        if (const auto found = files_.find(key); found != files_.end()) {
            pipe = copy_of(found->second.get());
            return {};
        }
        auto copied = copy_pipe(path, pipe.get());
        TANDEM_TRY(copied);
        pipe = copy_of(copied->get());
        files_.insert_or_assign(key, std::move(copied).value());
        return {};
    }

private:
    std::mutex mutex_;
    std::map<std::pair<dev_t, ino_t>, OpenFile> files_;
};

sim::Result<void> keep_pipe(const std::string& path, const struct stat& status, OpenFile& pipe) {
    static KeptPipes kept;
    return kept.keep(path, status, pipe);
}

sim::Result<OpenedFile> open_regular(const std::string& path) {
    OpenedFile opened;
    opened.file = open_for_reading(path);
    if (!opened.file.is_open()) {
        return io_error(path, opened.file.system_error() == ENOENT
                                  ? "there is no such file"
                                  : "cannot be opened: " + system_text(opened.file.system_error()));
    }
    // The lock is asked before the size: a session that ends meanwhile makes the file look live
    // once more, never cut.
    opened.is_live = is_locked(opened.file.get());
    struct stat status {};
    if (::fstat(opened.file.get(), &status) != 0) {
        const int system_error = errno;
        return io_error(path, "cannot be read: " + system_text(system_error));
    }
    if (S_ISFIFO(status.st_mode)) {
        opened.is_live = false;
        TANDEM_TRY(keep_pipe(path, status, opened.file));
        ::fstat(opened.file.get(), &status);
    } else if (!S_ISREG(status.st_mode)) {
        return io_error(path, S_ISDIR(status.st_mode)
                                  ? "is a folder, not a replay file"
                                  : "is a device, and only files and pipes are read; write what it "
                                    "gives into a file first");
    }
    opened.bytes = static_cast<std::uint64_t>(status.st_size);
    return opened;
}

class FileSource final : public ByteSource {
public:
    FileSource(std::string path, OpenFile file, std::uint64_t bytes)
        : path_(std::move(path)), file_(std::move(file)), bytes_(bytes) {}

    std::uint64_t size() const override { return bytes_; }

    sim::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out) const override {
        const std::uint64_t left = bytes_ - std::min(offset, bytes_);
        out = out.first(static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), left)));
        std::size_t done = 0;
        while (done < out.size()) {
            const ssize_t got = ::pread(file_.get(), out.data() + done, out.size() - done,
                                        static_cast<off_t>(offset + done));
            const int system_error = got < 0 ? errno : 0;
            if (system_error == EINTR) {
                continue;
            }
            if (system_error != 0) {
                return io_error(path_ + ", byte " + std::to_string(offset + done),
                                "cannot be read: " + system_text(system_error));
            }
            if (got == 0) {
                break;  // it shrank meanwhile
            }
            done += static_cast<std::size_t>(got);
        }
        return done;
    }

    std::uint64_t next_data(std::uint64_t offset) const override {
#if defined(SEEK_DATA)
        const off_t found = ::lseek(file_.get(), static_cast<off_t>(offset), SEEK_DATA);
        if (found >= 0) {
            return std::min(static_cast<std::uint64_t>(found), bytes_);
        }
        // Only a hole follows, or the file system cannot tell.
        return errno == ENXIO ? bytes_ : offset;
#else
        return offset;  // a browser's files have no holes
#endif
    }

private:
    std::string path_;
    OpenFile file_;
    std::uint64_t bytes_;
};

}  // namespace

sim::Result<OpenFile> copy_pipe(const std::string& path, int pipe) {
    const auto failed = [&](int system_error) {
        return io_error(path, "cannot be read: " + system_text(system_error));
    };
    std::FILE* const made = std::tmpfile();
    if (made == nullptr) {
        return failed(errno);
    }
    OpenFile kept = copy_of(::fileno(made));
    std::fclose(made);
    std::vector<std::byte> piece(std::size_t{1} << 16);
    for (std::uint64_t bytes = 0;;) {
        // A writer has a moment to open the pipe. Once bytes came, it is waited for.
        pollfd waiting{pipe, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, bytes == 0 ? k_writer_patience_ms : -1);
        const ssize_t got = ready < 0 ? -1 : ::read(pipe, piece.data(), piece.size());
        if (got < 0 && errno == EINTR) {
            return io_error(path, "is a pipe, and reading it was interrupted");
        }
        if (got == 0 && bytes == 0) {
            return io_error(path, "is a pipe that nobody writes, or that gave nothing");
        }
        if (got == 0) {
            return kept;
        }
        if (got < 0 && errno != EAGAIN) {
            return failed(errno);
        }
        bytes += got > 0 ? static_cast<std::uint64_t>(got) : 0;
        if (bytes > k_pipe_bytes_max) {
            return io_error(path, "gives more than " + std::to_string(k_pipe_bytes_max) +
                                      " bytes, which are kept while they are read; write them "
                                      "into a file first");
        }
        const ssize_t put =
            got > 0 ? ::write(kept.get(), piece.data(), static_cast<std::size_t>(got)) : got;
        if (put != got) {
            return failed(put < 0 ? errno : ENOSPC);  // less is written to a full disk
        }
    }
}

sim::Result<OpenedSource> open_source(const std::string& path) {
    auto opened = open_regular(path);
    TANDEM_TRY(opened);
    return OpenedSource{std::make_shared<FileSource>(path, std::move(opened->file), opened->bytes),
                        opened->is_live};
}

sim::Result<FileContent> read_file(const std::string& path, std::uint64_t bytes_max) {
    const auto opened = open_source(path);
    TANDEM_TRY(opened);
    const ByteSource& source = *opened->source;
    if (source.size() > bytes_max) {
        return io_error(path, "has " + std::to_string(source.size()) + " bytes, at most " +
                                  std::to_string(bytes_max) + " are read");
    }
    FileContent content;
    content.is_live = opened->is_live;
    content.bytes.resize(static_cast<std::size_t>(source.size()));
    const auto got = source.read(0, content.bytes);
    TANDEM_TRY(got);
    content.bytes.resize(*got);
    return content;
}

}  // namespace tandem::replay
