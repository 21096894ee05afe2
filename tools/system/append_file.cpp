// SPDX-License-Identifier: MIT
// Every write goes to the end of the file, even if others write.
#include <tandem/tools/system/append_file.hpp>

#include <cerrno>
#include <cstdint>
#include <span>

#include <tandem/replay/files/system_calls.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/tools/system/file.hpp>

namespace tandem::tools {

using replay::io_error;
namespace calls = replay::calls;

sim::Result<AppendFile> AppendFile::open(const std::string& path, Sharing sharing) {
    if (path == k_standard_output) {
        return io_error(path,
                        "is standard output, whose earlier lines cannot be read; name a file");
    }
    AppendFile opened(path, replay::open_file(path, calls::Opening::appending));
    const replay::OpenFile& file = opened.file_;
    if (!file.is_open()) {
        return opened.fail("cannot be opened", file.system_error());
    }
    const auto bytes = replay::size_of_regular(file);
    if (!bytes) {
        return io_error(path, "is no regular file, so no lines can be appended to it");
    }
    if (*bytes > k_source_bytes_max) {
        return io_error(path, "has " + std::to_string(*bytes) + " bytes, and at most " +
                                  std::to_string(k_source_bytes_max) +
                                  " of lines are read; name another file");
    }
    if (!replay::try_lock(file.get(),
                          sharing == Sharing::alone ? calls::Lock::alone : calls::Lock::shared)) {
        return io_error(path, "another program is writing it; wait for that or name another file");
    }
    TANDEM_TRY(opened.read());
    return opened;
}

sim::Result<void> AppendFile::read() {
    constexpr std::size_t k_read_bytes = 1 << 16;
    std::string text;
    std::string part(k_read_bytes, '\0');
    for (std::size_t got = 1; got > 0; text.append(part, 0, got)) {
        const auto out = std::as_writable_bytes(std::span(part));
        if (const int failure = calls::read_at(file_.get(), text.size(), out, got); failure != 0) {
            return fail("cannot be read", failure);
        }
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
    std::size_t written = 0;
    if (const int failure = calls::write(file_.get(), sim::as_bytes(text), written); failure != 0) {
        return fail("cannot be written", failure);
    }
    // The rest of a short write would be a second call, with somebody else's line before it.
    ends_within_line_ = written < text.size();
    return ends_within_line_ ? sim::Result<void>(io_error(
                                   path_, "takes no more data; the last line is not whole"))
                             : sim::Result<void>();
}

sim::Result<void> AppendFile::sync() {
    const int failure = calls::sync_file(file_.get());
    return failure == 0 ? sim::Result<void>()
                        : fail("cannot be made safe against a power cut", failure);
}

sim::Error AppendFile::fail(const std::string& what, int system_error) const {
    return io_error(path_, what + ": " + replay::system_text(system_error));
}

}  // namespace tandem::tools
