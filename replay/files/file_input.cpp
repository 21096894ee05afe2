// SPDX-License-Identifier: MIT
// Reads a file that may be growing, or may be no regular file.
#include <tandem/replay/files/file_input.hpp>

#include <algorithm>
#include <cerrno>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include <tandem/replay/files/system_calls.hpp>
#include <tandem/replay/files/system_file.hpp>

namespace tandem::replay {
namespace {

constexpr std::uint64_t k_pipe_bytes_max = std::uint64_t{4} << 30;
constexpr int k_writer_patience_ms = 1000;

using calls::FileStatus;
using Identity = decltype(FileStatus::identity);

bool is_locked(int file) {
    const int system_error = calls::lock(file, calls::Lock::shared);
    if (system_error == 0) {
        calls::unlock(file);
    }
    return system_error == EWOULDBLOCK;
}

// Keeps all that a pipe gives in a file without a name, so that opening that pipe again in this
// process gives the same, and puts that file in the pipe's place.
sim::Result<void> keep_pipe(const std::string& path, const Identity& identity, OpenFile& pipe) {
    static std::mutex s_mutex;
    static std::map<Identity, OpenFile> s_kept;
    const std::lock_guard lock(s_mutex);
    auto found = s_kept.find(identity);
    if (found == s_kept.end()) {
        auto copied = copy_pipe(path, pipe.get());
        TANDEM_TRY(copied);
        found = s_kept.emplace(identity, std::move(copied).value()).first;
    }
    pipe = copy_of(found->second.get());
    return {};
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
            std::size_t got = 0;
            const int system_error =
                calls::read_at(file_.get(), offset + done, out.subspan(done), got);
            if (system_error != 0) {
                return io_error(path_ + ", byte " + std::to_string(offset + done),
                                "cannot be read: " + system_text(system_error));
            }
            if (got == 0) {
                break;  // it shrank meanwhile
            }
            done += got;
        }
        return done;
    }

    std::uint64_t next_data(std::uint64_t offset) const override {
        std::uint64_t found = offset;  // stays so if the file system cannot tell
        const int system_error = calls::next_data(file_.get(), offset, found);
        return system_error == ENXIO ? bytes_ : std::min(found, bytes_);
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
    int unnamed = -1;
    const int not_made = calls::open_unnamed(unnamed);
    OpenFile kept(unnamed, not_made);
    if (!kept.is_open()) {
        return failed(not_made);
    }
    std::vector<std::byte> piece(std::size_t{1} << 16);
    for (std::uint64_t bytes = 0;;) {
        // A writer has a moment to open the pipe. Once bytes came, it is waited for.
        std::size_t got = 0;
        const int system_error =
            calls::read_pipe(pipe, bytes == 0 ? k_writer_patience_ms : -1, piece, got);
        if (system_error == EINTR) {
            return io_error(path, "is a pipe, and reading it was interrupted");
        }
        if (system_error != 0 && system_error != EAGAIN) {
            return failed(system_error);
        }
        if (system_error == 0 && got == 0) {
            return bytes == 0 ? sim::Result<OpenFile>(io_error(
                                    path, "is a pipe that nobody writes, or that gave nothing"))
                              : std::move(kept);
        }
        bytes += got;
        if (bytes > k_pipe_bytes_max) {
            return io_error(path, "gives more than " + std::to_string(k_pipe_bytes_max) +
                                      " bytes, which are kept while they are read; write them "
                                      "into a file first");
        }
        if (const int full = write_all(kept.get(), std::span(piece).first(got)); full != 0) {
            return failed(full);
        }
    }
}

sim::Result<OpenedSource> open_source(const std::string& path) {
    OpenFile file = open_file(path, calls::Opening::reading);
    if (!file.is_open()) {
        return io_error(path, file.system_error() == ENOENT
                                  ? "there is no such file"
                                  : "cannot be opened: " + system_text(file.system_error()));
    }
    // The lock is asked before the size: a session that ends meanwhile makes the file look live
    // once more, never cut.
    bool is_live = is_locked(file.get());
    FileStatus status;
    if (const int system_error = calls::status_of(file.get(), status); system_error != 0) {
        return io_error(path, "cannot be read: " + system_text(system_error));
    }
    if (status.kind == FileStatus::Kind::pipe) {
        is_live = false;
        TANDEM_TRY(keep_pipe(path, status.identity, file));
        if (const int system_error = calls::status_of(file.get(), status); system_error != 0) {
            return io_error(path, "cannot be read: " + system_text(system_error));
        }
    } else if (status.kind != FileStatus::Kind::regular) {
        return io_error(path, status.kind == FileStatus::Kind::folder
                                  ? "is a folder, not a replay file"
                                  : "is a device, and only files and pipes are read; write what it "
                                    "gives into a file first");
    }
    return OpenedSource{std::make_shared<FileSource>(path, std::move(file), status.bytes), is_live,
                        status.identity};
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
