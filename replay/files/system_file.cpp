// SPDX-License-Identifier: MIT
// Puts the system's calls together to what readers and writers of files need.
#include <tandem/replay/files/system_file.hpp>

#include <cerrno>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {

OpenFile::OpenFile(OpenFile&& other) noexcept
    : file_(std::exchange(other.file_, -1)), system_error_(other.system_error_) {}

OpenFile& OpenFile::operator=(OpenFile&& other) noexcept {
    if (this != &other) {
        close();
        file_ = std::exchange(other.file_, -1);
        system_error_ = other.system_error_;
    }
    return *this;
}

OpenFile::~OpenFile() { close(); }

int OpenFile::close() {
    const int file = std::exchange(file_, -1);
    return file < 0 ? 0 : calls::close_handle(file);
}

OpenFile open_file(const std::string& path, calls::Opening how) {
    int file = -1;
    const int system_error = calls::open_handle(path, how, file);
    return {file, system_error};
}

OpenFile copy_of(int file) {
    int copy = -1;
    const int system_error = calls::copy(file, copy);
    return {copy, system_error};
}

bool try_lock(int file, calls::Lock kind) { return calls::lock(file, kind) != EWOULDBLOCK; }

bool lock_soon(int file) {
    constexpr int k_lock_tries = 50;
    for (int i = 0; i < k_lock_tries; ++i) {
        if (try_lock(file, calls::Lock::alone)) {
            return true;
        }
        std::this_thread::yield();
    }
    return false;
}

OpenFile create_locked(const std::string& path, calls::Opening how) {
    TANDEM_ASSERT(how == calls::Opening::new_file || how == calls::Opening::new_private_file);
    OpenFile file = open_file(path, how);
    // Between the two calls another session can have replaced or taken over the file, which was not
    // locked yet: then it was not created.
    return !file.is_open() || (lock_soon(file.get()) && names(path, file.get()))
               ? std::move(file)
               : OpenFile(-1, EEXIST);
}

int write_all(int file, sim::ByteView bytes) {
    while (!bytes.empty()) {
        std::size_t done = 0;
        const int system_error = calls::write(file, bytes, done);
        if (system_error != 0 || done == 0) {
            return system_error != 0 ? system_error : ENOSPC;
        }
        bytes = bytes.subspan(done);
    }
    return 0;
}

Sibling::~Sibling() {
    if (file.is_open() && names(name, file.get())) {
        calls::unlink(name);
    }
}

sim::Result<Sibling> create_sibling(const std::string& path, calls::Opening how) {
    constexpr int k_siblings_max = 100;  // left behind by programs that were killed
    Sibling sibling;
    for (int i = 0; i < k_siblings_max; ++i) {
        sibling.name = sibling_name(path, i);
        sibling.file = create_locked(sibling.name, how);
        if (sibling.file.is_open()) {
            return sibling;
        }
        if (sibling.file.system_error() != EEXIST) {
            return io_error(path, "cannot be created: " + system_text(sibling.file.system_error()));
        }
    }
    return io_error(path, "cannot be written: the names from " + sibling_name(path, 0) + " to " +
                              sibling.name +
                              ", where the new file would grow, are all taken, by programs that "
                              "were killed; remove those files or choose another name");
}

std::string sibling_name(const std::string& path, int i) {
    const std::string end = ".new" + std::to_string(i);
    const std::size_t begin = path.rfind('/') + 1;  // 0 if there is none
    const std::string_view name = std::string_view(path).substr(begin);
    return path.substr(0, begin) +
           std::string(sim::whole_characters(name, calls::name_bytes_max() - end.size())) + end;
}

sim::Result<void> check_regular(const std::string& path) {
    using Kind = calls::FileStatus::Kind;
    calls::FileStatus status;
    if (calls::status_of_name(path, false, status) != 0) {
        return {};
    }
    const int system_error = calls::status_of_name(path, true, status);
    if (system_error == ENOENT) {
        status.kind = Kind::link;
    } else if (system_error != 0 || status.kind == Kind::regular) {
        return {};
    }
    const std::string is = status.kind == Kind::link     ? "is a symbolic link to nothing"
                           : status.kind == Kind::folder ? "is a folder"
                           : status.kind == Kind::pipe   ? "is a pipe"
                           : status.kind == Kind::socket ? "is a socket"
                                                         : "is a device";
    return io_error(path, is + ", and only a regular file is written; choose another name");
}

std::optional<std::uint64_t> size_of_regular(const OpenFile& file) {
    calls::FileStatus status;
    const bool is_regular = file.is_open() && calls::status_of(file.get(), status) == 0 &&
                            status.kind == calls::FileStatus::Kind::regular;
    return is_regular ? std::optional(status.bytes) : std::nullopt;
}

bool names(const std::string& path, int file) {
    calls::FileStatus named;
    calls::FileStatus open;
    return calls::status_of_name(path, true, named) == 0 && calls::status_of(file, open) == 0 &&
           named.identity == open.identity;
}

bool is_same_file(int a, int b) {
    calls::FileStatus status_a;
    calls::FileStatus status_b;
    return calls::status_of(a, status_a) == 0 && calls::status_of(b, status_b) == 0 &&
           status_a.identity == status_b.identity;
}

sim::Error io_error(const std::string& path, const std::string& message) {
    return {sim::ErrorCode::io, path, message};
}

std::string system_text(int system_error) { return std::generic_category().message(system_error); }

}  // namespace tandem::replay
