// SPDX-License-Identifier: MIT
// The terminal as an instrument: keys as they are pressed, a full screen to draw on, and everything
// as it was before on every way out.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <tandem/sim/result.hpp>

namespace tandem::tools {

// True if standard input and output both are a terminal, which a session with a person needs.
bool has_terminal();
// The reason why nothing can be drawn there: there is no terminal, or TERM is dumb, empty or not
// set, so that escape sequences would stand there as text. Empty if drawing is possible.
std::string why_no_screen();
// True if a line on standard error may be drawn anew. Verbs ask Console::may_redraw.
bool stderr_can_redraw();
// True if the reader of standard output, a pipe's other end, has left, or there never was one: it
// cannot be written to.
bool stdout_reader_has_left();

struct TerminalSize {
    std::uint32_t columns = 80;
    std::uint32_t rows = 24;
};

// The size of the terminal behind a descriptor; the usual one if there is none.
TerminalSize terminal_size(int descriptor);

// Holds raw mode and the alternate screen from construction to destruction. Ctrl-C keeps its
// meaning; Ctrl-Z and Ctrl-\ are off, because neither should end a match by a slip of the finger.
// Fatal signals and std::exit restore the terminal as well, and so does SIGTSTP until the program
// goes on. There is one at a time.
class Terminal {
public:
    // Opens it. Error usage if there is no terminal.
    static sim::Result<std::unique_ptr<Terminal>> open();
    ~Terminal();
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    // The bytes typed since the last call; never waits.
    std::string read_typed();
    // True if the terminal has hung up, so that nobody can type any more.
    bool is_gone() const { return is_gone_; }
    TerminalSize size() const;
    // The number of times that this program cleared the screen for a Terminal: once more if it was
    // stopped and went on.
    std::uint32_t times_entered() const;
    // Writes, and never waits: text that the terminal does not take, because it is held up or
    // behind a slow line, is kept.
    void write(std::string_view text);
    // Offers the kept text, and drops it if the screen was cleared meanwhile. Returns whether the
    // terminal has taken everything.
    bool send_rest();

private:
    Terminal() = default;

    bool is_gone_ = false;
    std::string unsent_;
    std::uint32_t times_sent_ = 0;  // times_entered() for the text in unsent_
};

// Shows this line above the picture of a Terminal, for a thread that sees the one which draws stand
// still; the next picture covers it. Returns whether there is a Terminal open. Async-signal-safe.
bool write_over_screen(std::string_view line);

// Puts the terminal back if a Terminal is open. Async-signal-safe.
void restore_terminal_now();

}  // namespace tandem::tools
