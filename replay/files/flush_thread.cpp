// SPDX-License-Identifier: MIT
// Sleeps until the time that it was given last, and looks again whenever it is given an
// earlier one.
#include <tandem/replay/files/flush_thread.hpp>

#include <utility>

namespace tandem::replay {

FlushThread::FlushThread(std::mutex& mutex, Clock clock, std::function<void()> flush)
    : mutex_(mutex),
      clock_(std::move(clock)),
      flush_(std::move(flush)),
      thread_([this] { run(); }) {}

FlushThread::~FlushThread() {
    {
        const std::lock_guard lock(mutex_);
        is_stopping_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

void FlushThread::due(std::optional<std::chrono::nanoseconds> time) {
    // A later time, as after each block, needs no waking: the thread sees it when it wakes.
    const bool is_sooner = time && (!due_ || *time < *due_);
    due_ = time;
    if (is_sooner) {
        wake_.notify_all();
    }
}

void FlushThread::run() {
    std::unique_lock lock(mutex_);
    while (!is_stopping_) {
        if (!due_) {
            wake_.wait(lock);
            continue;
        }
        const std::chrono::nanoseconds now = clock_();
        if (now < *due_) {
            wake_.wait_for(lock, *due_ - now);
            continue;
        }
        due_.reset();
        flush_();
    }
}

}  // namespace tandem::replay
