// SPDX-License-Identifier: MIT
// Waits for one sync at a time, and rests behind each.
#include <tandem/replay/files/sync_thread.hpp>

#include <tandem/replay/files/system_calls.hpp>

namespace tandem::replay {

SyncThread::SyncThread(int file, std::chrono::nanoseconds interval)
    : file_(file), interval_(interval), thread_([this] { run(); }) {}

SyncThread::~SyncThread() {
    {
        const std::lock_guard lock(mutex_);
        is_stopping_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

void SyncThread::ask() {
    {
        const std::lock_guard lock(mutex_);
        is_asked_ = true;
    }
    wake_.notify_all();
}

int SyncThread::failure() {
    const std::lock_guard lock(mutex_);
    return failure_;
}

void SyncThread::run() {
    std::unique_lock lock(mutex_);
    while (!is_stopping_) {
        wake_.wait(lock, [this] { return is_asked_ || is_stopping_; });
        if (is_stopping_) {
            return;
        }
        is_asked_ = false;
        lock.unlock();
        const int system_error = calls::sync_file(file_);
        lock.lock();
        failure_ = failure_ != 0 ? failure_ : system_error;
        wake_.wait_for(lock, interval_, [this] { return is_stopping_; });
    }
}

}  // namespace tandem::replay
