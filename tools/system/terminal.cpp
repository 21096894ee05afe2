// SPDX-License-Identifier: MIT
// Drives the terminal by termios. The data to restore the terminal stands in static storage,
// because signal handlers and atexit have nothing else.
#include <tandem/tools/system/terminal.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <tandem/tools/system/own_output.hpp>

namespace tandem::tools {
namespace {

// Enters the alternate screen, with the cursor hidden, cleared; and goes back: colours, cursor and
// screen as before. Long lines do not wrap: a wide character would make a row longer than it was
// reckoned.
constexpr std::string_view k_enter = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J";
constexpr std::string_view k_leave = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l";
constexpr std::array<int, 6> k_fatal_signals{SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGQUIT};

termios g_saved;
termios g_raw;
volatile std::sig_atomic_t g_is_open = 0;
volatile std::sig_atomic_t g_times_entered = 0;

// The terminal that is written to: a description of its own, which never waits, or -1. The shell
// has standard output's description too, so its flags are left alone.
volatile std::sig_atomic_t g_screen = -1;
// This is set if k_enter was not taken as a whole.
volatile std::sig_atomic_t g_owes_enter = 0;

int screen();
std::string_view offer_to_terminal(std::string_view text);
std::string_view write_patiently(std::string_view text);

constexpr std::string_view k_dumb = "dumb";

std::string_view terminal_type();
void enter_now();
void leave_now();
int open_screen();
void on_stop(int number);
void on_continue(int);
void on_fatal_signal(int number);
void install_last_resorts();

}  // namespace

bool has_terminal() { return isatty(STDIN_FILENO) == 1 && isatty(own_output()) == 1; }

std::string why_no_screen() {
    if (!has_terminal()) {
        return "standard input or output is no terminal";
    }
    const std::string_view type = terminal_type();
    return type.empty()     ? "TERM is not set, so nothing is known to be drawn on this terminal"
           : type == k_dumb ? "TERM is dumb, a terminal on which nothing can be drawn"
                            : "";
}

bool stderr_can_redraw() {
    const std::string_view type = terminal_type();
    return isatty(STDERR_FILENO) == 1 && !type.empty() && type != k_dumb;
}

bool stdout_reader_has_left() {
    pollfd output{own_output(), POLLOUT, 0};
    const bool is_gone =
        ::poll(&output, 1, 0) > 0 && (output.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
    return is_gone || (::fcntl(own_output(), F_GETFL) & O_ACCMODE) == O_RDONLY;
}

sim::Result<std::unique_ptr<Terminal>> Terminal::open() {
    if (!has_terminal() || tcgetattr(STDIN_FILENO, &g_saved) != 0) {
        return sim::Error{sim::ErrorCode::usage, "",
                          "this needs a terminal on standard input and output, and there is none"};
    }
    install_last_resorts();
    g_raw = g_saved;
    g_raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    g_raw.c_iflag &= ~static_cast<tcflag_t>(IXON | ICRNL);
    g_raw.c_cc[VMIN] = 0;  // a read returns at once with the keys that are there
    g_raw.c_cc[VTIME] = 0;
    g_raw.c_cc[VSUSP] = _POSIX_VDISABLE;
    g_raw.c_cc[VQUIT] = _POSIX_VDISABLE;
    g_screen = open_screen();
    g_is_open = 1;
    tcflush(STDIN_FILENO, TCIFLUSH);
    enter_now();
    return std::unique_ptr<Terminal>(new Terminal());
}

Terminal::~Terminal() {
    restore_terminal_now();
    if (const int own = g_screen; own >= 0) {
        g_screen = -1;
        ::close(own);
    }
}

std::string Terminal::read_typed() {
    std::string typed;
    std::array<char, 256> buffer;
    for (;;) {
        const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (got <= 0) {
            // To a read, a terminal without keys and a terminal that is gone look alike.
            pollfd terminal{STDIN_FILENO, POLLIN, 0};
            is_gone_ = ::poll(&terminal, 1, 0) > 0 &&
                       (terminal.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
            return typed;
        }
        typed.append(buffer.data(), static_cast<std::size_t>(got));
    }
}

TerminalSize terminal_size(int descriptor) {
    winsize window{};
    TerminalSize size;
    if (ioctl(descriptor, TIOCGWINSZ, &window) != 0) {
        return size;
    }
    size.columns = window.ws_col == 0 ? size.columns : window.ws_col;
    size.rows = window.ws_row == 0 ? size.rows : window.ws_row;
    return size;
}

TerminalSize Terminal::size() const { return terminal_size(own_output()); }

std::uint32_t Terminal::times_entered() const {
    return static_cast<std::uint32_t>(g_times_entered);
}

void Terminal::write(std::string_view text) {
    send_rest();
    unsent_ += text;
    send_rest();
}

bool Terminal::send_rest() {
    // Text for a screen that was left and entered anew meanwhile is of no use.
    if (times_sent_ != times_entered()) {
        times_sent_ = times_entered();
        unsent_ = g_owes_enter != 0 ? k_enter : std::string_view();
        g_owes_enter = 0;
    }
    unsent_.erase(0, unsent_.size() - offer_to_terminal(unsent_).size());
    return unsent_.empty();
}

bool write_over_screen(std::string_view line) {
    if (g_is_open == 0) {
        return false;
    }
    // The sequences leave cursor and colours as they are.
    for (const std::string_view part : {std::string_view("\x1b"
                                                         "7\x1b[1;1H\x1b[0;7m "),
                                        line,
                                        std::string_view(" \x1b[0m\x1b"
                                                         "8")}) {
        write_patiently(part);
    }
    // The next picture is drawn as a whole.
    g_times_entered = g_times_entered + 1;
    return true;
}

void restore_terminal_now() {
    if (g_is_open == 0) {
        return;
    }
    g_is_open = 0;
    leave_now();
}

namespace {

// The descriptor of the screen. It is async-signal-safe, as all functions that follow.
int screen() { return g_screen >= 0 ? static_cast<int>(g_screen) : own_output(); }

// Writes as much as the terminal takes without waiting and returns the rest. It returns nothing if
// the terminal is gone, as there is nobody to tell. If there is only standard output a piece may
// have to wait, but for no longer than until a signal comes.
std::string_view offer_to_terminal(std::string_view text) {
    constexpr std::size_t k_piece = 256;
    while (!text.empty()) {
        pollfd output{screen(), POLLOUT, 0};
        if (g_screen < 0 && ::poll(&output, 1, 0) <= 0) {
            return text;
        }
        const std::size_t size = g_screen < 0 ? std::min(text.size(), k_piece) : text.size();
        const ssize_t written = ::write(screen(), text.data(), size);
        if (written < 0) {
            return errno == EINTR || errno == EAGAIN ? text : std::string_view();
        }
        if (written == 0) {
            return text;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return text;
}

// Writes the text. A terminal that has stopped reading gets this long to take the last words.
// Returns the rest.
std::string_view write_patiently(std::string_view text) {
    constexpr int k_tries = 20;
    constexpr int k_try_ms = 10;
    text = offer_to_terminal(text);
    for (int i = 0; i < k_tries && !text.empty(); ++i) {
        pollfd output{screen(), POLLOUT, 0};
        ::poll(&output, 1, k_try_ms);
        text = offer_to_terminal(text);
    }
    return text;
}

std::string_view terminal_type() {
    const char* const type = std::getenv("TERM");
    return type == nullptr ? "" : type;
}

void enter_now() {
    tcsetattr(STDIN_FILENO, TCSANOW, &g_raw);
    g_owes_enter = write_patiently(k_enter).empty() ? 0 : 1;
    g_times_entered = g_times_entered + 1;
}

void leave_now() {
    // Keys that nobody read were meant for the game, and the shell would take them for commands.
    tcflush(STDIN_FILENO, TCIFLUSH);
    tcsetattr(STDIN_FILENO, TCSANOW, &g_saved);
    if (!offer_to_terminal(k_leave).empty()) {
        // Pictures that nobody took stand before the text.
        tcflush(screen(), TCOFLUSH);
        write_patiently(k_leave);
    }
}

// Opens the terminal by its name. Returns -1 if it has no name here or is another user's.
int open_screen() {
    std::array<char, 256> name;
    if (::ttyname_r(own_output(), name.data(), name.size()) != 0) {
        return -1;
    }
    return ::open(name.data(), O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
}

// Stops the program as the signal asks for, with the terminal as the shell expects it.
void on_stop(int number) {
    const int system_error = errno;
    if (g_is_open != 0) {
        leave_now();
    }
    struct sigaction own {};
    struct sigaction stop {};
    stop.sa_handler = SIG_DFL;
    sigemptyset(&stop.sa_mask);
    sigaction(number, &stop, &own);
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, number);
    ::raise(number);
    sigprocmask(SIG_UNBLOCK, &blocked, nullptr);  // stops here, until SIGCONT
    sigaction(number, &own, nullptr);
    // A program without a shell to continue it is not stopped and hears of no SIGCONT.
    if (g_is_open != 0) {
        enter_now();
    }
    errno = system_error;
}

// Enters the screen again, also after SIGSTOP, which nobody hears of.
void on_continue(int) {
    const int system_error = errno;
    if (g_is_open != 0) {
        enter_now();
    }
    errno = system_error;
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
    struct sigaction current {};
    sigaction(SIGTSTP, nullptr, &current);
    // A shell without job control lets it be ignored.
    if (current.sa_handler == SIG_DFL) {
        struct sigaction action {};
        sigemptyset(&action.sa_mask);
        action.sa_flags = SA_RESTART;
        action.sa_handler = &on_stop;
        sigaction(SIGTSTP, &action, nullptr);
        action.sa_handler = &on_continue;
        sigaction(SIGCONT, &action, nullptr);
    }
}

}  // namespace
}  // namespace tandem::tools
