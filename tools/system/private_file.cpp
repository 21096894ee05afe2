// SPDX-License-Identifier: MIT
// A file grows under another name beside its own, so that it has its name only when it is whole.
#include <tandem/tools/system/private_file.hpp>

#include <cerrno>
#include <filesystem>
#include <span>
#include <system_error>

#include <sys/stat.h>

#include <tandem/replay/files/system_calls.hpp>
#include <tandem/replay/files/system_file.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/text/shell_text.hpp>

namespace tandem::tools {

namespace calls = replay::calls;

namespace {

using Renaming = int (*)(const std::string& from, const std::string& to);

sim::Result<void> write_private(const std::string& path, sim::ByteView content, Renaming rename,
                                const std::string& consequence);

}  // namespace

sim::Result<void> make_private_folder(const std::string& path) {
    constexpr mode_t k_owner_alone = 0700;
    TANDEM_TRY(check_links_of_folder(path));
    std::filesystem::path part;
    for (const std::filesystem::path& name : std::filesystem::path(path)) {
        part /= name;
        std::error_code ignored;
        if (std::filesystem::is_directory(part, ignored)) {
            continue;
        }
        const int system_error = ::mkdir(part.c_str(), k_owner_alone) == 0 ? 0 : errno;
        // Somebody else may have made it meanwhile.
        if (system_error != 0 && !std::filesystem::is_directory(part, ignored)) {
            return replay::io_error(path,
                                    "cannot be created: " + replay::system_text(system_error) +
                                        "; name another folder");
        }
    }
    return {};
}

sim::Result<void> create_private_file(const std::string& path, sim::ByteView content) {
    return write_private(path, content, &calls::rename_new, "nothing of it was kept");
}

sim::Result<void> replace_private_file(const std::string& path, sim::ByteView content) {
    return write_private(path, content, &calls::rename_over, "the old file is as it was");
}

sim::Result<sim::Bytes> read_private_file(const std::string& path, std::uint64_t bytes_max,
                                          Readers permitted) {
    const replay::OpenFile file = replay::open_file(path, calls::Opening::reading_itself);
    calls::FileStatus status;
    if (!file.is_open() && calls::status_of_name(path, false, status) == 0 &&
        status.kind == calls::FileStatus::Kind::link) {
        return replay::io_error(path,
                                "is a symbolic link, through which no secret is read or written; "
                                "name the file itself");
    }
    const int system_error =
        file.is_open() ? calls::status_of(file.get(), status) : file.system_error();
    if (system_error != 0) {
        return replay::io_error(path, "cannot be opened: " + replay::system_text(system_error));
    }
    if (status.kind != calls::FileStatus::Kind::regular) {
        return replay::io_error(path,
                                "is no regular file, and a secret is in nothing else; name "
                                "another file");
    }
    if (permitted == Readers::owner_alone && !status.is_private) {
        return replay::io_error(path,
                                "others may read or change this file, so it is no secret; make it "
                                "yours alone: chmod 600 " +
                                    shell_word(path));
    }
    if (status.bytes > bytes_max) {
        return replay::io_error(path, "has " + std::to_string(status.bytes) + " bytes, at most " +
                                          std::to_string(bytes_max) +
                                          " are read; name another file");
    }
    sim::Bytes bytes(static_cast<std::size_t>(status.bytes));
    std::size_t have = 0;
    for (std::size_t done = 1; have < bytes.size() && done > 0; have += done) {
        const auto rest = std::span(bytes).subspan(have);
        if (const int failure = calls::read_at(file.get(), have, rest, done); failure != 0) {
            return replay::io_error(path, "cannot be read: " + replay::system_text(failure));
        }
    }
    bytes.resize(have);
    return bytes;
}

namespace {

sim::Result<void> write_private(const std::string& path, sim::ByteView content, Renaming rename,
                                const std::string& consequence) {
    auto sibling = replay::create_sibling(path, calls::Opening::new_private_file);
    TANDEM_TRY(sibling);
    const int file = sibling->file.get();
    int system_error = replay::write_all(file, content);
    system_error = system_error != 0 ? system_error : calls::sync_file(file);
    system_error = system_error != 0 ? system_error : rename(sibling->name, path);
    if (system_error != 0) {
        return replay::io_error(
            path, "cannot be written: " + replay::system_text(system_error) + "; " + consequence);
    }
    const std::string folder = std::filesystem::path(path).parent_path().string();
    system_error = calls::sync_folder(folder.empty() ? "." : folder);
    return system_error == 0
               ? sim::Result<void>()
               : replay::io_error(path, "its name does not reach the disk: " +
                                            replay::system_text(system_error) +
                                            "; after a power cut the file may be missing");
}

}  // namespace
}  // namespace tandem::tools
