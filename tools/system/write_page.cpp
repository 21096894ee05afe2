// SPDX-License-Identifier: MIT
// Writes a sibling, waits for the disk and then links or renames it.
#include <tandem/tools/system/write_page.hpp>

#include <cerrno>
#include <filesystem>

#include <tandem/replay/files/system_calls.hpp>
#include <tandem/replay/files/system_file.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/tools/system/file.hpp>

namespace tandem::tools {
namespace {

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
    auto sibling = replay::create_sibling(path);
    TANDEM_TRY(sibling);
    int failure = replay::write_all(sibling->file.get(), sim::as_bytes(page));
    failure = failure != 0 ? failure : replay::calls::sync_file(sibling->file.get());
    if (failure != 0) {
        return replay::io_error(path, "cannot be written: " + replay::system_text(failure) +
                                          "; nothing of it was kept");
    }
    failure = force ? replay::calls::rename_over(sibling->name, path)
                    : replay::calls::rename_new(sibling->name, path);
    if (failure == EEXIST) {
        return exists_already(path);
    }
    if (failure != 0) {
        return replay::io_error(path, "cannot be written: " + replay::system_text(failure));
    }
    return path;
}

}  // namespace tandem::tools
