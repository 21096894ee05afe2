// SPDX-License-Identifier: MIT
// A sync on a thread of its own tells what went wrong, and never holds up who asks.
#include <cerrno>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include <tandem/replay/files/sync_thread.hpp>
#include <tandem/replay/files/system_calls.hpp>
#include <tandem/replay/files/system_file.hpp>
#include <tests/replay/file_fixture.hpp>

namespace tandem::test {
namespace {

using replay::calls::Opening;
using SyncThreads = FileTest;

TEST_F(SyncThreads, SyncAFileAndEndAtOnce) {
    const replay::OpenFile file = replay::open_file(path_, Opening::new_file);
    ASSERT_TRUE(file.is_open());
    replay::SyncThread thread(file.get(), std::chrono::hours(1));
    for (int i = 0; i < 100; ++i) {
        thread.ask();
    }
    EXPECT_EQ(thread.failure(), 0);
}  // and it does not wait for the hour

TEST_F(SyncThreads, TellWhatWentWrong) {
    constexpr int k_no_file = -1;
    replay::SyncThread thread(k_no_file, std::chrono::nanoseconds(1));
    while (thread.failure() == 0) {
        thread.ask();
        std::this_thread::yield();
    }
    EXPECT_EQ(thread.failure(), EBADF);
}

}  // namespace
}  // namespace tandem::test
