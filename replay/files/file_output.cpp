// SPDX-License-Identifier: MIT
// Writes files with exclusive creation, an advisory lock while open, and one write for each
// append. A session that replaces a file holds its lock over the rename, so that of two that try
// only one succeeds.
#include <tandem/replay/files/output.hpp>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include <tandem/replay/files/sync_thread.hpp>
#include <tandem/replay/files/system_calls.hpp>
#include <tandem/replay/files/system_file.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::replay {
namespace {

// Readers hold a lock for two system calls; a process that holds it longer than so many tries is no
// reader.
constexpr int k_tries_max = 1'000;

// Takes over a file of no bytes that nobody writes. A session that is killed before it begins
// leaves one, for example a host that waits. Nothing was recorded there, so the next session may
// have it. The result is not open if something else stands there.
OpenFile reuse_empty(const std::string& path) {
    OpenFile file = open_file(path, calls::Opening::writing);
    if (size_of_regular(file) != 0 || !lock_soon(file.get())) {
        return {};
    }
    // The holder of the lock before may have written to it.
    return size_of_regular(file) == 0 && names(path, file.get()) ? std::move(file) : OpenFile();
}

sim::Error is_being_written(const std::string& path) {
    return io_error(path, "another session is writing this file now; choose another name");
}

// Opens the file that `force` would replace; not open if there is none.
sim::Result<OpenFile> open_replaceable(const std::string& path) {
    TANDEM_TRY(check_regular(path));
    OpenFile old = open_file(path, calls::Opening::reading);
    if (!old.is_open() && old.system_error() != ENOENT) {
        return io_error(path,
                        "cannot be replaced, because whether a session is writing it cannot be "
                        "seen (" +
                            system_text(old.system_error()) + "); choose another name");
    }
    return old;
}

}  // namespace

sim::Result<std::unique_ptr<FileOutput>> FileOutput::create(const std::string& path,
                                                            FileOutputOptions options) {
    for (int i = 0; i < k_tries_max; ++i) {
        if (calls::FileStatus status;
            options.is_named_when_flushed && calls::status_of_name(path, false, status) != 0) {
            return create_beside(path, OpenFile(), options);
        }
        OpenFile file = create_locked(path);
        const int system_error = file.system_error();
        if (system_error == EEXIST && !options.is_named_when_flushed) {
            file = reuse_empty(path);
        }
        if (file.is_open()) {
            return std::unique_ptr<FileOutput>(
                new FileOutput(path, path, std::move(file), OpenFile(), options));
        }
        if (system_error != EEXIST) {
            return io_error(path, "cannot be created: " + system_text(system_error));
        }
        TANDEM_TRY(check_regular(path));
        if (!options.force) {
            return io_error(path, "exists already; choose another name, or replace it with " +
                                      options.force_name);
        }
        auto old = open_replaceable(path);
        TANDEM_TRY(old);
        if (old->is_open()) {
            return create_beside(path, std::move(old).value(), options);
        }
        // The file is gone meanwhile, so the name may be had without replacing anything.
    }
    return is_being_written(path);
}

sim::Result<std::unique_ptr<FileOutput>> FileOutput::create_beside(const std::string& path,
                                                                   OpenFile old_file,
                                                                   FileOutputOptions options) {
    if (old_file.is_open()) {
        if (!try_lock(old_file.get(), calls::Lock::shared)) {
            return is_being_written(path);
        }
        calls::unlock(old_file.get());
    }
    auto sibling = create_sibling(path);
    TANDEM_TRY(sibling);
    return std::unique_ptr<FileOutput>(new FileOutput(
        path, std::move(sibling->name), std::move(sibling->file), std::move(old_file), options));
}

FileOutput::FileOutput(std::string path, std::string written_path, OpenFile file, OpenFile old_file,
                       FileOutputOptions options)
    : path_(std::move(path)),
      written_path_(std::move(written_path)),
      file_(std::make_unique<OpenFile>(std::move(file))),
      old_file_(std::make_unique<OpenFile>(std::move(old_file))),
      options_(options) {}

std::unique_ptr<FileOutput> FileOutput::over_stream(int descriptor, const std::string& name) {
    auto output = std::unique_ptr<FileOutput>(
        new FileOutput(name, name, copy_of(descriptor), OpenFile(), {.sync = FileSync::none}));
    output->is_stream_ = true;
    output->stands_ = true;
    return output;
}

FileOutput::~FileOutput() {
    if (file_->is_open() && stands_) {
        static_cast<void>(sync());  // a destructor can tell nobody; close() does
    }
    remove_unfinished();
}

void FileOutput::remove_unfinished() {
    if (file_->is_open() && !stands_ && names(written_path_, file_->get())) {
        calls::unlink(written_path_);
    }
}

sim::Result<void> FileOutput::append(sim::ByteView bytes) {
    TANDEM_ASSERT(file_->is_open());
    if (failure_) {
        return *failure_;
    }
    if (const int system_error = write_all(file_->get(), bytes); system_error != 0) {
        // Half a block helps nobody. A reader could cope with it all the same, so a failure here
        // changes nothing.
        if (!is_stream_) {
            calls::truncate(file_->get(), bytes_);
        }
        return fail("cannot be written", system_error,
                    what_stands() + (calls::is_full(system_error) ? way_out() : ""));
    }
    bytes_ += bytes.size();
    return {};
}

sim::Result<void> FileOutput::flush() {
    TANDEM_ASSERT(file_->is_open());
    if (failure_) {
        return *failure_;
    }
    if (bytes_ == 0 || is_stream_) {
        return {};
    }
    if (stands_) {
        return options_.sync == FileSync::tick ? sync() : sync_sometime();
    }
    TANDEM_TRY(sync());
    TANDEM_TRY(written_path_ == path_ ? check_name() : publish());
    stands_ = true;
    return sync_folder();
}

// Gives the file its asked name in place of the sibling's. It locks the old file, which must be
// the one that `create` saw, then checks that the name is still its own, and holds the lock until
// the file is replaced.
sim::Result<void> FileOutput::publish() {
    for (int i = 0; i < k_tries_max; ++i) {
        const auto now = open_replaceable(path_);
        if (!now) {
            return fail(now.error());
        }
        if (now->is_open() && !old_file_->is_open()) {
            return fail(io_error(path_,
                                 "was made by somebody else meanwhile; it stays as it is, and "
                                 "nothing was written, choose another name"));
        }
        if (now->is_open() && !is_same_file(now->get(), old_file_->get())) {
            return fail(io_error(path_,
                                 "was replaced by another session while this one began; nothing "
                                 "was recorded, choose another name"));
        }
        if (now->is_open() &&
            (!try_lock(now->get(), calls::Lock::alone) || !names(path_, now->get()))) {
            std::this_thread::yield();
            continue;
        }
        const int system_error = now->is_open() ? calls::rename_over(written_path_, path_)
                                                : calls::rename_new(written_path_, path_);
        if (system_error == 0) {
            break;
        }
        if (system_error != EEXIST || now->is_open()) {
            return fail("cannot be replaced", system_error, what_stands());
        }
    }
    if (names(path_, file_->get())) {
        written_path_ = path_;
        *old_file_ = OpenFile();
        return {};
    }
    return fail(is_being_written(path_));
}

sim::Result<void> FileOutput::check_name() {
    if (names(path_, file_->get())) {
        return {};
    }
    is_lost_ = true;
    calls::FileStatus status;
    const bool is_elsewhere = calls::status_of(file_->get(), status) == 0 && status.names > 0;
    const std::string bytes = std::to_string(bytes_) + " bytes";
    return fail(io_error(
        path_, is_elsewhere
                   ? "this name was taken away while the file was written; its " + bytes +
                         " stand under the name that it was given"
                   : "was removed or replaced while it was written, so its " + bytes +
                         " are lost; record again and leave the file alone until it is closed"));
}

sim::Result<void> FileOutput::close() {
    auto closed = flush();
    sync_thread_.reset();
    if (auto synced = sync(); closed) {
        closed = synced;
    }
    if (closed && stands_ && !is_stream_) {
        closed = check_name();
    }
    remove_unfinished();
    const int system_error = file_->close();
    return closed && system_error != 0 ? fail("cannot be closed", system_error, what_stands())
                                       : closed;
}

sim::Result<void> FileOutput::sync() {
    const int system_error = options_.sync != FileSync::none ? calls::sync_file(file_->get()) : 0;
    return system_error == 0 ? sim::Result<void>() : sync_failed(system_error);
}

// Asks another thread to wait for the disk, because a session must not. The next flush tells a
// failure of that thread.
sim::Result<void> FileOutput::sync_sometime() {
    if (options_.sync != FileSync::second) {
        return {};
    }
    if (sync_thread_ == nullptr) {
        try {
            sync_thread_ = std::make_unique<SyncThread>(file_->get(), std::chrono::seconds(1));
        } catch (const std::system_error&) {
            return sync();
        }
    }
    sync_thread_->ask();
    const int system_error = sync_thread_->failure();
    return system_error == 0 ? sim::Result<void>() : sync_failed(system_error);
}

sim::Error FileOutput::sync_failed(int system_error) {
    return fail("does not reach the disk", system_error,
                "; how much of it is there is not certain, so check it with verify and record to "
                "another disk");
}

// Makes the name durable, which it is only as far as its folder is.
sim::Result<void> FileOutput::sync_folder() {
    if (options_.sync == FileSync::none) {
        return {};
    }
    const std::string parent = std::filesystem::path(path_).parent_path().string();
    const int system_error = calls::sync_folder(parent.empty() ? "." : parent);
    return system_error == 0 ? sim::Result<void>()
                             : fail("its name does not reach the disk", system_error,
                                    "; after a power cut the file may be missing, so record to "
                                    "another disk");
}

sim::Error FileOutput::fail(sim::Error error) {
    if (!failure_) {
        failure_ = std::move(error);
    }
    return *failure_;
}

sim::Error FileOutput::fail(const std::string& what, int system_error,
                            const std::string& consequence) {
    return fail(io_error(path_ + ", byte " + std::to_string(bytes_),
                         what + ": " + system_text(system_error) + consequence));
}

std::string FileOutput::what_stands() const {
    const std::string bytes = std::to_string(bytes_) + " bytes";
    return is_stream_ ? "; " + bytes + " were written before"
           : stands_  ? "; the " + bytes + " before it stand and can be opened"
           : options_.is_named_when_flushed ? "; nothing of it was kept"
                                            : "; nothing was recorded";
}

std::string FileOutput::way_out() const {
    return options_.is_named_when_flushed || is_stream_
               ? " - free some space and try again"
               : " - free some space and record to a new file";
}

}  // namespace tandem::replay
