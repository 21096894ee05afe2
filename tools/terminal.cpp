// SPDX-License-Identifier: MIT
// The adapter of termios. What is needed to restore the terminal stands in static storage, because
// signal handlers and atexit have nothing else.
#include <tandem/tools/terminal.hpp>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace tandem::tools {
namespace {

// Alternate screen, cursor hidden, cleared; and back: colours, cursor and screen as before.
constexpr std::string_view k_enter = "\x1b[?1049h\x1b[?25l\x1b[2J";
constexpr std::string_view k_leave = "\x1b[0m\x1b[?25h\x1b[?1049l";
constexpr std::array<int, 5> k_fatal_signals{SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

termios g_saved;
volatile std::sig_atomic_t g_is_open = 0;

void write_all(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
        if (written > 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR && errno != EAGAIN) {
            return;  // the terminal is gone; there is nobody to tell
        }
    }
}

void on_fatal_signal(int number) {
    restore_terminal_now();
    std::signal(number, SIG_DFL);
    std::raise(number);
}

void install_last_resorts() {
    static const bool k_registered = std::atexit(&restore_terminal_now) == 0;
    static_cast<void>(k_registered);
    for (const int number : k_fatal_signals) {
        struct sigaction current {};
        sigaction(number, nullptr, &current);
        // A sanitizer's or a debugger's handler reports more than a restored terminal is worth.
        if (current.sa_handler == SIG_DFL) {
            std::signal(number, &on_fatal_signal);
        }
    }
}

}  // namespace

bool has_terminal() { return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1; }

bool stderr_is_terminal() { return isatty(STDERR_FILENO) == 1; }

sim::Result<std::unique_ptr<Terminal>> Terminal::open() {
    if (!has_terminal() || tcgetattr(STDIN_FILENO, &g_saved) != 0) {
        return sim::Error{sim::ErrorCode::usage, "",
                          "this needs a terminal on standard input and output, and there is none"};
    }
    install_last_resorts();
    termios raw = g_saved;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    raw.c_iflag &= ~static_cast<tcflag_t>(IXON | ICRNL);
    raw.c_cc[VMIN] = 0;  // a read returns at once with what there is
    raw.c_cc[VTIME] = 0;
    raw.c_cc[VSUSP] = _POSIX_VDISABLE;
    raw.c_cc[VQUIT] = _POSIX_VDISABLE;
    g_is_open = 1;
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw);
    write_all(k_enter);
    return std::unique_ptr<Terminal>(new Terminal());
}

Terminal::~Terminal() { restore_terminal_now(); }

std::string Terminal::read_typed() {
    std::string typed;
    std::array<char, 256> buffer;
    for (;;) {
        const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (got <= 0) {
            return typed;
        }
        typed.append(buffer.data(), static_cast<std::size_t>(got));
    }
}

TerminalSize Terminal::size() const {
    winsize window{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_col == 0 ||
        window.ws_row == 0) {
        return {};
    }
    return {window.ws_col, window.ws_row};
}

void Terminal::write(std::string_view text) { write_all(text); }

void restore_terminal_now() {
    if (g_is_open == 0) {
        return;
    }
    g_is_open = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &g_saved);
    write_all(k_leave);
}

}  // namespace tandem::tools
