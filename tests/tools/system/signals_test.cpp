// SPDX-License-Identifier: MIT
// Signals become a flag while a guard lives, and the second one ends the program.
#include <tandem/tools/system/signals.hpp>

#include <csignal>

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

namespace tandem::tools {
namespace {

TEST(Signals, BecomeAFlag) {
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        const SignalGuard guard;
        EXPECT_EQ(pending_signal(), 0);
        ::raise(number);
        EXPECT_EQ(pending_signal(), number);
    }
}

TEST(Signals, AreAsBeforeAfterTheGuard) {
    struct sigaction before {};
    struct sigaction after {};
    ::sigaction(SIGTERM, nullptr, &before);
    { const SignalGuard guard; }
    ::sigaction(SIGTERM, nullptr, &after);
    EXPECT_EQ(before.sa_handler, after.sa_handler);
}

TEST(Signals, TheSecondOneEndsTheProgramAtOnce) {
    EXPECT_EXIT(
        {
            const SignalGuard guard;
            ::raise(SIGINT);
            ::raise(SIGTERM);
            ::_exit(0);
        },
        testing::ExitedWithCode(143), "");
}

TEST(Signals, ACtrlCThatAShellHasSwitchedOffCountsAllTheSame) {
    ::signal(SIGINT, SIG_IGN);
    {
        const SignalGuard guard;
        ::raise(SIGINT);
        EXPECT_EQ(pending_signal(), SIGINT);
    }
    ::signal(SIGINT, SIG_DFL);
}

TEST(Signals, NohupIsRespected) {
    ::signal(SIGHUP, SIG_IGN);
    {
        const SignalGuard guard;
        ::raise(SIGHUP);
        EXPECT_EQ(pending_signal(), 0);
    }
    ::signal(SIGHUP, SIG_DFL);
}

TEST(Signals, AClosedPipeAndALimitOnFilesKillNobody) {
    survive_file_limits();
    const SignalGuard guard;
    ::raise(SIGPIPE);
    ::raise(SIGXFSZ);
    EXPECT_EQ(pending_signal(), 0);
}

}  // namespace
}  // namespace tandem::tools
