// SPDX-License-Identifier: MIT
// A flush comes when its time has come, never earlier, and never after the end.
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>

#include <gtest/gtest.h>

#include <tandem/replay/files/flush_thread.hpp>

namespace tandem::test {
namespace {

using std::chrono::nanoseconds;

class FlushThreads : public testing::Test {
protected:
    // Under the mutex, as a recorder does it.
    void set(nanoseconds now, replay::FlushThread& thread, std::optional<nanoseconds> due) {
        const std::lock_guard lock(mutex_);
        now_ = now;
        thread.due(due);
    }
    int flushes() {
        const std::lock_guard lock(mutex_);
        return flushes_;
    }
    replay::FlushThread::Clock clock() {
        return [this] { return now_; };
    }
    std::function<void()> flush() {
        return [this] { ++flushes_; };
    }

    std::mutex mutex_;
    nanoseconds now_{0};
    int flushes_ = 0;
};

TEST_F(FlushThreads, FlushOnceForEachTimeThatHasCome) {
    replay::FlushThread thread(mutex_, clock(), flush());
    for (int i = 1; i <= 20; ++i) {
        set(std::chrono::seconds(i), thread, std::chrono::seconds(i));
        while (flushes() < i) {
            std::this_thread::yield();
        }
    }
    EXPECT_EQ(flushes(), 20);
}

TEST_F(FlushThreads, FlushNothingBeforeItsTimeOrAfterItWasTakenBack) {
    {
        replay::FlushThread thread(mutex_, clock(), flush());
        set(std::chrono::seconds(0), thread, std::chrono::hours(1));
        set(std::chrono::seconds(1), thread, std::nullopt);
    }  // and it does not wait for the hour
    EXPECT_EQ(flushes_, 0);
}

}  // namespace
}  // namespace tandem::test
