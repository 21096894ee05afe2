// SPDX-License-Identifier: MIT
// A terminal is put into raw mode and back, tried on a pseudo-terminal.
#include <tandem/tools/system/terminal.hpp>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <tandem/tools/system/output.hpp>
#include <tests/tools/system/pseudo_terminal.hpp>

namespace tandem::tools {
namespace {

using test::PseudoTerminal;
using TerminalOnAPseudoTerminal = test::OnAPseudoTerminal;
constexpr std::string_view k_leave = PseudoTerminal::k_left;

TEST_F(TerminalOnAPseudoTerminal, IsRawWhileOpenAndAsBeforeAfterwards) {
    const termios before = PseudoTerminal::settings();
    {
        auto terminal = Terminal::open();
        ASSERT_TRUE(terminal);
        const termios raw = PseudoTerminal::settings();
        EXPECT_EQ(raw.c_lflag & ICANON, 0U);
        EXPECT_EQ(raw.c_lflag & ECHO, 0U);
        EXPECT_NE(raw.c_lflag & ISIG, 0U);  // Ctrl-C keeps its meaning
        EXPECT_EQ((*terminal)->size().columns, 100U);
        EXPECT_EQ((*terminal)->size().rows, 30U);
        EXPECT_EQ((*terminal)->read_typed(), "");
        pseudo.type("w\x1b[A");
        std::string typed;
        while (typed.size() < 4 && PseudoTerminal::has_input()) {
            typed += (*terminal)->read_typed();
        }
        EXPECT_EQ(typed, "w\x1b[A");
        (*terminal)->write("picture");
    }
    const termios after = PseudoTerminal::settings();
    EXPECT_EQ(after.c_lflag, before.c_lflag);
    EXPECT_EQ(after.c_iflag, before.c_iflag);
    EXPECT_EQ(std::memcmp(after.c_cc, before.c_cc, sizeof before.c_cc), 0);
    const std::string written = pseudo.written_until(k_leave);
    EXPECT_TRUE(written.starts_with("\x1b[?1049h\x1b[?25l")) << written;
    EXPECT_TRUE(written.ends_with("picture" + std::string(k_leave))) << written;
}

// As much as a pseudo-terminal takes, and more.
std::string more_than_is_taken() { return std::string(1 << 20, 'x'); }

TEST_F(TerminalOnAPseudoTerminal, ThatNobodyReadsKeepsNobodyWaitingAndLosesNothing) {
    auto terminal = Terminal::open();
    ASSERT_TRUE(terminal);
    const std::string text = more_than_is_taken() + "end";
    (*terminal)->write(text);
    EXPECT_FALSE((*terminal)->send_rest());
    std::string written;
    while (!(*terminal)->send_rest()) {
        written += pseudo.written();
    }
    written += pseudo.written_until("end");
    EXPECT_TRUE(written.ends_with(text)) << written.size();
    // What the shell shares does not become one that never waits.
    EXPECT_EQ(::fcntl(STDOUT_FILENO, F_GETFL) & O_NONBLOCK, 0);
}

TEST_F(TerminalOnAPseudoTerminal, ThatNobodyReadsIsLeftAllTheSame) {
    {
        auto terminal = Terminal::open();
        ASSERT_TRUE(terminal);
        (*terminal)->write(more_than_is_taken());
    }
    EXPECT_TRUE(pseudo.written_until(k_leave).ends_with(k_leave));
}

TEST_F(TerminalOnAPseudoTerminal, AScreenClearedMeanwhileGetsNothingThatWasMeantForTheOldOne) {
    auto terminal = Terminal::open();
    ASSERT_TRUE(terminal);
    (*terminal)->write(more_than_is_taken());
    EXPECT_FALSE((*terminal)->send_rest());
    ::raise(SIGCONT);
    while (!(*terminal)->send_rest()) {
        pseudo.written();
    }
    (*terminal)->write("new");
    const std::string written = pseudo.written_until("new");
    EXPECT_TRUE(written.ends_with("\x1b[?7l\x1b[2Jnew")) << written.size();
}

TEST_F(TerminalOnAPseudoTerminal, KeysThatNobodyReadDoNotGoToTheShell) {
    {
        auto terminal = Terminal::open();
        ASSERT_TRUE(terminal);
        pseudo.type("wwwd\n");
        ASSERT_TRUE(PseudoTerminal::has_input());
    }
    int waiting = -1;
    ASSERT_EQ(::ioctl(STDIN_FILENO, FIONREAD, &waiting), 0);
    EXPECT_EQ(waiting, 0);
}

TEST_F(TerminalOnAPseudoTerminal, IsRestoredByAFatalSignal) {
    const termios before = PseudoTerminal::settings();
    EXPECT_EXIT(
        {
            ::signal(SIGABRT, SIG_DFL);
            auto terminal = Terminal::open();
            std::abort();
        },
        testing::KilledBySignal(SIGABRT), "");
    EXPECT_EQ(PseudoTerminal::settings().c_lflag, before.c_lflag);
    EXPECT_TRUE(pseudo.written_until(k_leave).ends_with(k_leave));
}

TEST_F(TerminalOnAPseudoTerminal, IsRestoredByExit) {
    const termios before = PseudoTerminal::settings();
    EXPECT_EXIT(
        {
            static auto terminal = Terminal::open();
            std::exit(3);
        },
        testing::ExitedWithCode(3), "");
    EXPECT_EQ(PseudoTerminal::settings().c_lflag, before.c_lflag);
}

// Standard error is standard output's file, and TERM has a value or none, while one lives.
class StderrAsStdout {
public:
    explicit StderrAsStdout(const char* type) : old_(::dup(STDERR_FILENO)) {
        const char* const before = std::getenv("TERM");
        before_ = before == nullptr ? "" : before;
        type == nullptr ? ::unsetenv("TERM") : ::setenv("TERM", type, 1);
        ::dup2(STDOUT_FILENO, STDERR_FILENO);
    }
    ~StderrAsStdout() {
        ::dup2(old_, STDERR_FILENO);
        ::close(old_);
        ::setenv("TERM", before_.c_str(), 1);
    }
    StderrAsStdout(const StderrAsStdout&) = delete;
    StderrAsStdout& operator=(const StderrAsStdout&) = delete;

private:
    int old_;
    std::string before_;
};

TEST_F(TerminalOnAPseudoTerminal, HasNoLineDrawnAnewWhereEscapesWouldBeText) {
    const auto redraws = [](const char* type) {
        const StderrAsStdout redirected(type);
        return stderr_can_redraw();
    };
    EXPECT_TRUE(redraws("xterm"));
    EXPECT_FALSE(redraws("dumb"));
    EXPECT_FALSE(redraws(""));
    EXPECT_FALSE(redraws(nullptr));
}

TEST_F(TerminalOnAPseudoTerminal, ShowsALineAboveThePictureAndTheNextPictureAsAWhole) {
    EXPECT_FALSE(write_over_screen("nobody draws"));
    auto terminal = Terminal::open();
    ASSERT_TRUE(terminal);
    const std::uint32_t before = (*terminal)->times_entered();
    EXPECT_TRUE(write_over_screen("still in the step"));
    EXPECT_NE((*terminal)->times_entered(), before);
    terminal->reset();
    const std::string written = pseudo.written_until(k_leave);
    EXPECT_NE(written.find(" still in the step "), std::string::npos) << written;
}

TEST_F(TerminalOnAPseudoTerminal, IsNotDrawnOnWhereEscapesWouldBeText) {
    const auto reason = [](const char* type) {
        const StderrAsStdout redirected(type);
        return why_no_screen();
    };
    EXPECT_EQ(reason("xterm"), "");
    EXPECT_EQ(reason("dumb"), "TERM is dumb, a terminal on which nothing can be drawn");
    EXPECT_EQ(reason(""), reason(nullptr));
    EXPECT_EQ(reason(nullptr), "TERM is not set, so nothing is known to be drawn on this terminal");
}

TEST_F(TerminalOnAPseudoTerminal, AConsoleDrawsALineAnewWhereNobodyElseSpeaksOrAsksForSilence) {
    const StderrAsStdout redirected("xterm");
    std::ostringstream text;
    Console console(text, text, "tandem");
    EXPECT_TRUE(console.may_redraw());
    console.hold_notes();
    EXPECT_FALSE(console.may_redraw());
    console.release_notes();
    EXPECT_TRUE(console.may_redraw());
    console.set_quiet(true);
    EXPECT_FALSE(console.may_redraw());
    console.set_quiet(false);
    console.set_json(true);
    EXPECT_FALSE(console.may_redraw());
}

TEST(Terminal, KnowsWhetherAPipesReaderHasLeft) {
    int ends[2] = {-1, -1};
    ASSERT_EQ(::pipe(ends), 0);
    const int old = ::dup(STDOUT_FILENO);
    ::dup2(ends[1], STDOUT_FILENO);
    {
        const StderrAsStdout redirected("xterm");
        EXPECT_FALSE(stderr_can_redraw());
    }
    const bool had_left = stdout_reader_has_left();
    ::close(ends[0]);
    const bool has_left = stdout_reader_has_left();
    // As it is where the caller had closed it.
    const int unwritable = ::open("/dev/null", O_RDONLY);
    ::dup2(unwritable, STDOUT_FILENO);
    const bool was_never_there = stdout_reader_has_left();
    ::dup2(old, STDOUT_FILENO);
    ::close(unwritable);
    ::close(old);
    ::close(ends[1]);
    EXPECT_FALSE(had_left);
    EXPECT_TRUE(has_left);
    EXPECT_TRUE(was_never_there);
}

TEST(Terminal, CannotBeOpenedWhereThereIsNone) {
    const int old = ::dup(STDIN_FILENO);
    const int null = ::open("/dev/null", O_RDONLY);
    ::dup2(null, STDIN_FILENO);
    EXPECT_FALSE(has_terminal());
    const auto terminal = Terminal::open();
    ::dup2(old, STDIN_FILENO);
    ::close(old);
    ::close(null);
    ASSERT_FALSE(terminal);
    EXPECT_EQ(terminal.error().code, sim::ErrorCode::usage);
}

}  // namespace
}  // namespace tandem::tools
