// SPDX-License-Identifier: MIT
// Writes a block of inputs when it is due although the session is silent: in a step that takes
// long, or in a stall. It is part of the recorder; nothing of a session runs on it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace tandem::replay {

class FlushThread {
public:
    using Clock = std::function<std::chrono::nanoseconds()>;

    // Calls `flush`, with `mutex` held, when `clock` has reached the time that due() was given
    // last. Both are called on the thread. It fails (std::system_error) if the system gives no
    // thread.
    FlushThread(std::mutex& mutex, Clock clock, std::function<void()> flush);
    FlushThread(const FlushThread&) = delete;
    FlushThread& operator=(const FlushThread&) = delete;
    // Waits for a flush that has begun. The mutex must not be held.
    ~FlushThread();

    // Says when the next flush is due; nothing means that none is. The mutex must be held.
    void due(std::optional<std::chrono::nanoseconds> time);

private:
    void run();

    std::mutex& mutex_;
    Clock clock_;
    std::function<void()> flush_;
    std::condition_variable wake_;
    std::optional<std::chrono::nanoseconds> due_;
    bool is_stopping_ = false;
    std::thread thread_;  // the last member: it uses the others
};

}  // namespace tandem::replay
