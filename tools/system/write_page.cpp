// SPDX-License-Identifier: MIT
// Writes a sibling, waits for the disk and then links or renames it.
#include <tandem/tools/system/write_page.hpp>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include <unistd.h>

#include <tandem/replay/files/system_file.hpp>
#include <tandem/tools/system/file.hpp>

namespace tandem::tools {
namespace {

constexpr int k_siblings_max = 100;  // left behind by programs that were killed

std::string path_of(const std::string& folder, std::string_view name) {
    return (std::filesystem::path(folder) / name).string();
}

sim::Error exists_already(const std::string& path) {
    return replay::io_error(path,
                            "exists already; choose another folder, or replace it with --force");
}

// Refuses a name that is taken. A thing that is no regular file is never replaced: nobody means a
// folder or a device.
sim::Result<void> check_name(const std::string& path, bool force) {
    std::error_code ignored;
    const auto status = std::filesystem::symlink_status(path, ignored);
    if (!std::filesystem::exists(status)) {
        return {};
    }
    if (!force) {
        return exists_already(path);
    }
    if (!std::filesystem::is_regular_file(status)) {
        return replay::io_error(path,
                                "is no regular file, so it cannot be replaced; choose another "
                                "folder");
    }
    return {};
}

// A file beside the asked one, which is removed at the end unless it was given that name.
struct Sibling {
    std::string name;
    replay::OpenFile file;

    Sibling() = default;
    Sibling(const Sibling&) = delete;
    Sibling& operator=(const Sibling&) = delete;
    ~Sibling() {
        if (file.is_open()) {
            ::unlink(name.c_str());
        }
    }
};

sim::Result<void> create_sibling(const std::string& path, Sibling& sibling) {
    for (int i = 0; i < k_siblings_max; ++i) {
        sibling.name = replay::sibling_name(path, i);
        sibling.file = replay::create_new(sibling.name);
        if (sibling.file.is_open()) {
            return {};
        }
        if (sibling.file.system_error() != EEXIST) {
            return replay::io_error(
                path, "cannot be created: " + replay::system_text(sibling.file.system_error()));
        }
    }
    return replay::io_error(path, "cannot be created: the names from " +
                                      replay::sibling_name(path, 0) + " to " + sibling.name +
                                      ", where it would grow, are all taken by programs "
                                      "that were killed; remove those files");
}

// Writes all bytes. Returns 0, or the errno of the failure.
int write_all(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return written < 0 ? errno : ENOSPC;
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    // Some file systems cannot wait for the disk.
    return ::fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

// Gives the sibling its name. A link fails if the name is taken meanwhile; renaming replaces the
// file of that name, and is the only way on a file system without links. Returns 0, or the errno of
// the failure.
int publish(const Sibling& sibling, const std::string& path, bool force) {
    if (!force) {
        if (::link(sibling.name.c_str(), path.c_str()) == 0) {
            return 0;
        }
        std::error_code ignored;
        if (errno == EEXIST || std::filesystem::exists(path, ignored)) {
            return EEXIST;
        }
    }
    return std::rename(sibling.name.c_str(), path.c_str()) == 0 ? 0 : errno;
}

}  // namespace

sim::Result<void> check_page(const std::string& folder, std::string_view name, bool force) {
    TANDEM_TRY(check_links_of_folder(folder));
    return check_name(path_of(folder, name), force);
}

sim::Result<std::string> write_page(const std::string& folder, std::string_view name,
                                    std::string_view page, bool force) {
    const std::string path = path_of(folder, name);
    TANDEM_TRY(check_name(path, force));
    TANDEM_TRY(make_folder(folder));
    Sibling sibling;
    TANDEM_TRY(create_sibling(path, sibling));
    if (const int failure = write_all(sibling.file.get(), page); failure != 0) {
        return replay::io_error(path, "cannot be written: " + replay::system_text(failure) +
                                          "; nothing of it "
                                          "was kept");
    }
    const int failure = publish(sibling, path, force);
    if (failure == EEXIST) {
        return exists_already(path);
    }
    if (failure != 0) {
        return replay::io_error(path, "cannot be written: " + replay::system_text(failure));
    }
    return path;
}

}  // namespace tandem::tools
