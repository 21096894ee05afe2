// SPDX-License-Identifier: MIT
// Waits for the disk on a thread of its own, so that a session never does. It is part of the file
// adapter; nothing of a session runs on it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace tandem::replay {

class SyncThread {
public:
    // Syncs this open file, which must stay open as long as the thread lives, at most once in
    // `interval`. It fails (std::system_error) if the system gives no thread.
    SyncThread(int file, std::chrono::nanoseconds interval);
    SyncThread(const SyncThread&) = delete;
    SyncThread& operator=(const SyncThread&) = delete;
    // Waits for a sync that has begun, and begins no other.
    ~SyncThread();

    // Says that there are new bytes to sync. It returns at once.
    void ask();
    // The errno of the first sync that failed, or 0.
    int failure();

private:
    void run();

    int file_;
    std::chrono::nanoseconds interval_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool is_asked_ = false;
    bool is_stopping_ = false;
    int failure_ = 0;
    std::thread thread_;  // the last member: it uses the others
};

}  // namespace tandem::replay
