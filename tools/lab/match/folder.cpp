// SPDX-License-Identifier: MIT
// A lock goes with the processes that have it, whatever ends them, so it tells a folder in use
// from one that was left behind.
#include <tandem/tools/lab/match/folder.hpp>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tandem/tools/system/file.hpp>

namespace tandem::tools::lab::match {
namespace {

using replay::OpenFile;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

// Long enough that nobody gives it to a folder of their own.
constexpr std::string_view k_temporary = "tandem-match-temporary-";
constexpr std::string_view k_random = "XXXXXX";
// Another match may take a new folder for one left behind, before it is locked.
constexpr int k_tries_max = 100;

std::filesystem::path folder_of_temporaries() {
    std::error_code failure;
    const auto folder = std::filesystem::temp_directory_path(failure);
    return failure ? "." : folder;
}

// The folder itself, open; not what a link of that name stands for.
OpenFile open_folder(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return {file, errno};
}

bool is_mine(int folder) {
    struct stat status {};
    return ::fstat(folder, &status) == 0 && status.st_uid == ::geteuid();
}

bool lock(const OpenFile& folder) {
    return folder.is_open() && ::flock(folder.get(), LOCK_EX | LOCK_NB) == 0;
}

// Nothing but what a match writes: a folder of somebody's own that has such a name stays.
bool holds_recordings_alone(const std::filesystem::path& folder) {
    std::error_code failure;
    std::filesystem::directory_iterator at(folder, failure);
    for (const std::filesystem::directory_iterator end; !failure && at != end;
         at.increment(failure)) {
        const bool is_file =
            at->symlink_status(failure).type() == std::filesystem::file_type::regular;
        if (!is_file || at->path().filename().string().find(".tandem") == std::string::npos) {
            return false;
        }
    }
    return !failure;
}

void remove_unheld(const std::filesystem::path& folder) {
    std::error_code ignored;
    // Not a loop over a range: that one's steps throw.
    for (std::filesystem::directory_iterator at(folder, ignored), end; at != end;
         at.increment(ignored)) {
        const std::filesystem::path& path = at->path();
        const std::string name = path.filename().string();
        if (!name.starts_with(k_temporary) || name.size() != k_temporary.size() + k_random.size()) {
            continue;
        }
        const OpenFile found = open_folder(path.string());
        if (found.is_open() && is_mine(found.get()) && lock(found) &&
            replay::names(path.string(), found.get()) && holds_recordings_alone(path)) {
            std::filesystem::remove_all(path, ignored);
        }
    }
}

}  // namespace

Result<Folder> Folder::named(const std::string& path) {
    TANDEM_TRY(make_folder(path));
    return Folder(path, false, {});
}

Result<Folder> Folder::temporary() {
    const auto parent = folder_of_temporaries();
    remove_unheld(parent);
    const std::string pattern =
        (parent / (std::string(k_temporary) + std::string(k_random))).string();
    int failure = EEXIST;
    for (int i = 0; i < k_tries_max; ++i) {
        std::string path = pattern;
        if (::mkdtemp(path.data()) == nullptr) {
            failure = errno;
            break;
        }
        OpenFile folder = open_folder(path);
        // If there are no locks, nobody takes the folder for one that was left behind.
        const bool is_held = lock(folder) || (folder.is_open() && errno != EWOULDBLOCK);
        if (is_held && replay::names(path, folder.get())) {
            return Folder(std::move(path), true, std::move(folder));
        }
    }
    return Error{ErrorCode::io, pattern,
                 "no folder for the recordings can be made: " + replay::system_text(failure) +
                     "; name one with --output"};
}

Folder::~Folder() {
    if (is_temporary_) {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
}

Folder::Folder(Folder&& other) noexcept
    : path_(std::move(other.path_)),
      is_temporary_(std::exchange(other.is_temporary_, false)),
      lock_(std::move(other.lock_)) {}

}  // namespace tandem::tools::lab::match
