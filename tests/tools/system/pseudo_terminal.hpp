// SPDX-License-Identifier: MIT
// A pseudo-terminal for tests of what speaks to a terminal. What is written to it stays in the
// kernel until it is read here.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace tandem::test {

// Standard input and output are a pseudo-terminal while one lives.
class PseudoTerminal {
public:
    // How a program leaves it.
    static constexpr std::string_view k_left = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l";

    PseudoTerminal() : master_(::posix_openpt(O_RDWR | O_NOCTTY)) {
        if (master_ < 0 || ::grantpt(master_) != 0 || ::unlockpt(master_) != 0) {
            return;
        }
        const int slave = ::open(::ptsname(master_), O_RDWR | O_NOCTTY);
        if (slave < 0) {
            return;
        }
        const winsize size{30, 100, 0, 0};
        ::ioctl(slave, TIOCSWINSZ, &size);
        old_in_ = ::dup(STDIN_FILENO);
        old_out_ = ::dup(STDOUT_FILENO);
        ::dup2(slave, STDIN_FILENO);
        ::dup2(slave, STDOUT_FILENO);
        ::close(slave);
        works_ = true;
    }
    ~PseudoTerminal() {
        if (works_) {
            ::dup2(old_in_, STDIN_FILENO);
            ::dup2(old_out_, STDOUT_FILENO);
            ::close(old_in_);
            ::close(old_out_);
        }
        ::close(master_);
    }
    PseudoTerminal(const PseudoTerminal&) = delete;
    PseudoTerminal& operator=(const PseudoTerminal&) = delete;

    bool works() const { return works_; }
    void type(const std::string& text) const {
        EXPECT_EQ(::write(master_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }
    // What was written to it and has arrived, a buffer's worth of it.
    std::string written() const {
        char buffer[4096];
        pollfd waiting{master_, POLLIN, 0};
        const ssize_t got =
            ::poll(&waiting, 1, k_moment_ms) > 0 ? ::read(master_, buffer, sizeof buffer) : 0;
        return std::string(buffer, got > 0 ? static_cast<std::size_t>(got) : 0);
    }
    // What was written to it, up to `last`, which takes its time on its way through the kernel.
    std::string written_until(std::string_view last) const {
        std::string text;
        char buffer[4096];
        pollfd waiting{master_, POLLIN, 0};
        while (!text.ends_with(last) && ::poll(&waiting, 1, k_patience_ms) > 0) {
            const ssize_t got = ::read(master_, buffer, sizeof buffer);
            if (got <= 0) {
                break;
            }
            text.append(buffer, static_cast<std::size_t>(got));
        }
        return text;
    }
    // Until something that was typed has arrived on the program's side.
    static bool has_input() {
        pollfd waiting{STDIN_FILENO, POLLIN, 0};
        return ::poll(&waiting, 1, k_patience_ms) > 0;
    }
    static termios settings() {
        termios now{};
        ::tcgetattr(STDIN_FILENO, &now);
        return now;
    }

private:
    static constexpr int k_patience_ms = 30'000;  // ends a hang, judges no speed
    static constexpr int k_moment_ms = 10;

    int master_;
    int old_in_ = -1;
    int old_out_ = -1;
    bool works_ = false;
};

// Skips where none can be had.
class OnAPseudoTerminal : public testing::Test {
protected:
    void SetUp() override {
        if (!pseudo.works()) {
            GTEST_SKIP() << "no pseudo-terminal can be had here";
        }
    }

    const PseudoTerminal pseudo;
};

}  // namespace tandem::test
