// SPDX-License-Identifier: MIT
// Appends with POSIX: every write goes to the end of the file, even if others write.
#include <tandem/tools/system/append_file.hpp>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/system/file.hpp>

namespace tandem::tools {
namespace {

constexpr mode_t k_mode = 0666;
constexpr std::size_t k_read_bytes = 1 << 16;

sim::Error io_error(const std::string& path, const std::string& message) {
    return {sim::ErrorCode::io, path, message};
}

}  // namespace

sim::Result<AppendFile> AppendFile::open(const std::string& path, Sharing sharing) {
    if (path == k_standard_output) {
        return io_error(path,
                        "is standard output, whose earlier lines cannot be read; name a file");
    }
    const int file =
        ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, k_mode);
    if (file < 0) {
        return io_error(path, std::string("cannot be opened: ") + std::strerror(errno));
    }
    AppendFile opened(path, file);
    struct stat status {};
    if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        return io_error(path, "is no regular file, so no lines can be appended to it");
    }
    if (static_cast<std::uint64_t>(status.st_size) > k_source_bytes_max) {
        return io_error(path, "has " + std::to_string(status.st_size) + " bytes, and at most " +
                                  std::to_string(k_source_bytes_max) +
                                  " of lines are read; name another file");
    }
    const int lock = sharing == Sharing::alone ? LOCK_EX : LOCK_SH;
    if (::flock(file, lock | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        return io_error(path, "another program is writing it; wait for that or name another file");
    }
    TANDEM_TRY(opened.read());
    return opened;
}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      lines_(std::move(other.lines_)),
      has_torn_line_(other.has_torn_line_),
      ends_within_line_(other.ends_within_line_) {}

AppendFile::~AppendFile() {
    if (file_ >= 0) {
        ::close(file_);
    }
}

sim::Result<void> AppendFile::read() {
    std::string text;
    std::string part(k_read_bytes, '\0');
    while (true) {
        const ssize_t got = ::read(file_, part.data(), part.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return fail("cannot be read");
        }
        if (got == 0) {
            break;
        }
        text.append(part, 0, static_cast<std::size_t>(got));
    }
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos;
         end = text.find('\n', begin)) {
        lines_.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    has_torn_line_ = begin < text.size();
    ends_within_line_ = has_torn_line_;
    return {};
}

sim::Result<void> AppendFile::append(std::string_view line) {
    TANDEM_ASSERT(line.find('\n') == std::string_view::npos);
    // A torn line ends here, so that ours stands alone.
    std::string text = ends_within_line_ ? "\n" : "";
    text.append(line).push_back('\n');
    ssize_t written = 0;
    do {
        written = ::write(file_, text.data(), text.size());
    } while (written < 0 && errno == EINTR);
    if (written < 0) {
        return fail("cannot be written");
    }
    // The rest of a short write would be a second call, with somebody else's line before it.
    ends_within_line_ = static_cast<std::size_t>(written) < text.size();
    return ends_within_line_ ? sim::Result<void>(io_error(
                                   path_, "takes no more data; the last line is not whole"))
                             : sim::Result<void>();
}

sim::Result<void> AppendFile::sync() {
    if (::fsync(file_) != 0 && errno != EINVAL) {
        return fail("cannot be made safe against a power cut");
    }
    return {};
}

sim::Error AppendFile::fail(const std::string& what) const {
    return io_error(path_, what + ": " + std::strerror(errno));
}

}  // namespace tandem::tools
