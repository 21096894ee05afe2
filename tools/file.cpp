// SPDX-License-Identifier: MIT
// The adapter for files that are read whole.
#include <tandem/tools/file.hpp>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace tandem::tools {
namespace {

sim::Error io_error(const std::string& path, int reason) {
    return {sim::ErrorCode::io, path,
            std::string("cannot read this file: ") + std::strerror(reason) +
                (reason == ENOENT ? "; check the path" : "")};
}

}  // namespace

sim::Result<sim::Bytes> read_file(const std::string& path) {
    errno = 0;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                               &std::fclose);
    if (file == nullptr) {
        return io_error(path, errno);
    }
    sim::Bytes bytes;
    std::array<std::byte, 64 * 1024> buffer;
    while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
        bytes.insert(bytes.end(), buffer.begin(),
                     buffer.begin() + static_cast<std::ptrdiff_t>(got));
    }
    if (std::ferror(file.get()) != 0) {
        return io_error(path, errno);
    }
    return bytes;
}

bool is_same_file(const std::string& a, const std::string& b) {
    std::error_code ignored;
    return std::filesystem::equivalent(a, b, ignored);
}

}  // namespace tandem::tools
