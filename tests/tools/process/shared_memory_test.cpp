// SPDX-License-Identifier: MIT
// Memory holds what a copy of the process wrote also when that has died.
#include <tandem/tools/process/shared_memory.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

namespace tandem::test {
namespace {

TEST(SharedValue, IsKnownOfACopyThatDied) {
    struct Numbers {
        std::atomic<int> number{7};
    };
    const tools::SharedValue<Numbers> shared;
    ASSERT_NE(shared.get(), nullptr);
    EXPECT_EQ(shared->number, 7);
    const pid_t copy = fork();
    ASSERT_GE(copy, 0);
    if (copy == 0) {
        shared->number = 8;
        std::raise(SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(waitpid(copy, &status, 0), copy);
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(shared->number, 8);
}

TEST(SharedMemory, ThatTheSystemDoesNotGiveIsNull) {
    EXPECT_EQ(tools::SharedMemory(0).get(), nullptr);
}

}  // namespace
}  // namespace tandem::test
