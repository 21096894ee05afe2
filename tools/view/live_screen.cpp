// SPDX-License-Identifier: MIT
// A change of the picture is written in one piece, so that no terminal shows half of it.
#include <tandem/tools/view/live_screen.hpp>

#include <algorithm>
#include <span>
#include <utility>

#include <tandem/sim/text.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/environment.hpp>
#include <tandem/tools/view/ground.hpp>

namespace tandem::tools {
namespace {

constexpr char k_control_l = 12;
// Lines always leave so many rows: a row of the game, those of its status and the last one.
constexpr std::uint32_t k_rows_beside = 4;

// Breaks a text at words, and a word that is wider than a row at letters. Returns at least one row.
std::vector<std::string> words_in_rows(std::string_view text, std::uint32_t columns) {
    std::vector<std::string> rows;
    do {
        std::string_view row = sim::first_characters(text, columns);
        if (row.size() < text.size()) {
            const std::size_t space = text.substr(0, row.size() + 1).rfind(' ');
            row = space == row.npos || space == 0 ? row : text.substr(0, space);
        }
        rows.emplace_back(row);
        text.remove_prefix(row.size());
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    } while (!text.empty());
    return rows;
}

bool is_too_small(TerminalSize size) {
    return size.columns < k_least_terminal.columns || size.rows < k_least_terminal.rows;
}

TermPicture rows_picture(const std::vector<std::string>& rows, TerminalSize size) {
    TermPicture picture(size.columns, size.rows);
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
        picture.write(row, rows[row]);
    }
    return picture;
}

std::vector<std::string> in_rows(const std::vector<std::string>& lines, std::uint32_t columns) {
    std::vector<std::string> rows;
    for (const std::string& line : lines) {
        for (std::string& row : words_in_rows(line, columns)) {
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

// The picture for a terminal that is too small. It uses the shorter of two texts if the longer one
// does not fit.
TermPicture too_small_picture(TerminalSize size) {
    const auto size_text = [](TerminalSize of) {
        return std::to_string(of.columns) + "x" + std::to_string(of.rows);
    };
    const std::string is = size_text(size);
    const std::string needed = size_text(k_least_terminal);
    std::vector<std::string> rows =
        words_in_rows("this terminal of " + is + " is too small: make it " + needed +
                          " or larger, the session goes on",
                      size.columns);
    if (rows.size() > size.rows) {
        rows = words_in_rows(is + " is too small: need " + needed, size.columns);
    }
    return rows_picture(rows, size);
}

struct DrawnGame {
    TermCanvas canvas;
    sim::Result<void> drawn;
    std::vector<std::string> status;
};

DrawnGame draw_game(const sim::AnySimulation& current, const sim::AnySimulation& previous,
                    sim::Alpha alpha, TerminalSize size, PlayersShown players) {
    TermCanvas canvas(size.columns, size.rows, std::move(players));
    auto drawn = current.draw_copy(canvas, previous, alpha);
    auto status = status_rows(canvas.status_lines(), size.columns);
    return {std::move(canvas), std::move(drawn), std::move(status)};
}

// Draws the game beside its status. If the status needs more rows than `room` has, names are cut if
// that saves some, and `room` grows, to at most `rows_max`. `draw` draws with as much room as it is
// given.
template <class Draw>
DrawnGame draw_in(StatusRoom& room, std::size_t rows_max, const Draw& draw) {
    DrawnGame game = draw(room);
    if (game.status.size() <= room.rows || room.rows >= rows_max) {
        return game;
    }
    StatusRoom best{game.status.size(), room.name_characters};
    for (const std::size_t characters : k_fewer_name_characters) {
        const std::size_t rows = draw(StatusRoom{room.rows, characters}).status.size();
        best = rows < best.rows ? StatusRoom{rows, characters} : best;
    }
    room = {std::min(best.rows, rows_max), best.name_characters};
    return draw(room);
}

}  // namespace

TermPicture page_picture(const std::vector<std::string>& lines, TerminalSize size) {
    if (is_too_small(size)) {
        return too_small_picture(size);
    }
    return rows_picture(in_rows(lines, size.columns), size);
}

TermFrame term_frame(const sim::AnySimulation& current, const sim::AnySimulation& previous,
                     sim::Alpha alpha, TerminalSize size, const std::vector<std::string>& all_lines,
                     const PlayersShown& players, StatusRoom& room, bool shows_whole_lines) {
    if (is_too_small(size)) {
        return {too_small_picture(size), {}, 0, {}};
    }
    // The last lines say most. If there are more than fit, the first ones are left out.
    const std::vector<std::string> all_rows =
        shows_whole_lines ? in_rows(all_lines, size.columns) : all_lines;
    const std::size_t lines_max = shows_whole_lines ? size.rows - k_rows_beside : size.rows / 3;
    const std::size_t left_out = all_rows.size() - std::min(all_rows.size(), lines_max);
    const std::span<const std::string> lines = std::span(all_rows).subspan(left_out);
    // The status never takes more than a quarter, and leaves the game a row.
    const std::size_t status_max =
        std::clamp<std::size_t>(size.rows / 4, 1, size.rows - 2 - lines.size());
    room.rows = std::min(room.rows, status_max);
    const auto draw = [&](const StatusRoom& tried) {
        // The last row stays free: writing its last cell would scroll some terminals.
        const auto rows = static_cast<std::uint32_t>(size.rows - 1 - lines.size() - tried.rows);
        return draw_game(current, previous, alpha, {size.columns, rows},
                         with_short_names(players, tried.name_characters));
    };
    const DrawnGame game = draw_in(room, status_max, draw);
    TermFrame frame;
    frame.drawn = game.drawn;
    frame.picture = TermPicture(size.columns, size.rows);
    std::uint32_t row = game.canvas.rows();
    if (!frame.drawn) {
        // A picture decides nothing, so that a missing one ends nothing either.
        frame.picture.write(0, escaped(frame.drawn.error().text()));
    } else if (!current.info().has_draw) {
        frame.picture.write(0, "this game does not draw (it has no draw member)");
    } else {
        game.canvas.paint(frame.picture, 0);
        frame.game_rows = row;
    }
    frame.status = game.canvas.status_lines();
    // Rows that the status does not need any more stay empty, above it.
    std::vector<std::string> status(room.rows - std::min(game.status.size(), room.rows));
    status.insert(status.end(), game.status.begin(), game.status.end());
    status.resize(room.rows);
    for (const std::string& text : status) {
        frame.picture.write(row++, text);
    }
    for (const std::string& text : lines) {
        frame.picture.write(row++, text);
    }
    return frame;
}

void write_banner(TermFrame& frame, std::string_view text) {
    constexpr std::uint32_t k_rows = 3;
    constexpr std::uint32_t k_beside = 2;  // columns
    const std::uint32_t ink = term_color(k_ground);
    constexpr std::uint32_t k_paper = 0xE0E2E6;
    const std::uint32_t columns = frame.picture.columns();
    if (text.empty() || frame.game_rows < k_rows || columns <= 2 * k_beside) {
        return;
    }
    // The text is cut into cells as rows are, so that a character beyond ASCII is one cell here
    // too.
    TermPicture line(columns - 2 * k_beside, 1);
    line.write(0, text);
    const auto width = std::min<std::uint32_t>(
        line.columns(), static_cast<std::uint32_t>(sim::characters_of(text)));
    const std::uint32_t left = (columns - width) / 2 - k_beside;
    const std::uint32_t top = (frame.game_rows - k_rows) / 2;
    for (std::uint32_t row = 0; row < k_rows; ++row) {
        for (std::uint32_t column = 0; column < width + 2 * k_beside; ++column) {
            const bool is_text = row == 1 && column >= k_beside && column < width + k_beside;
            const char32_t character = is_text ? line.cell(column - k_beside, 0).character : U' ';
            frame.picture.set(left + column, top + row, {character, ink, k_paper});
        }
    }
}

sim::Result<std::unique_ptr<LiveScreen>> LiveScreen::open(Console& console) {
    auto terminal = Terminal::open();
    TANDEM_TRY(terminal);
    console.hold_notes();
    return std::unique_ptr<LiveScreen>(new LiveScreen(console, std::move(*terminal)));
}

LiveScreen::LiveScreen(Console& console, std::unique_ptr<Terminal> terminal)
    : console_(console),
      terminal_(std::move(terminal)),
      has_colors_(!wants_no_color(own_environment())) {}

LiveScreen::~LiveScreen() {
    terminal_.reset();
    console_.release_notes();
}

std::vector<std::uint8_t> LiveScreen::poll(std::chrono::nanoseconds now) {
    now_ = now;
    const std::string typed = terminal_->read_typed();
    // Another program has written over the picture, and we write only changes of it.
    if (typed.find(k_control_l) != typed.npos) {
        shown_ = TermPicture();
    }
    std::vector<std::uint8_t> keys = decoder_.read(typed, now);
    for (const std::uint8_t key : keys) {
        held_.press(key, now);
    }
    return keys;
}

void LiveScreen::draw(const Picture& picture, std::chrono::nanoseconds now) {
    if (due_.is_due(now)) {
        const TerminalSize size = terminal_->size();
        if (size.columns != shown_.columns() || size.rows != shown_.rows()) {
            room_ = {};
        }
        TermFrame frame = term_frame(picture.current, picture.previous, picture.alpha, size,
                                     picture.lines, players_, room_, picture.shows_whole_lines);
        write_banner(frame, banner_of(picture, frame.status));
        show(std::move(frame.picture), now);
    }
}

void LiveScreen::page(const std::vector<std::string>& lines, std::chrono::nanoseconds now) {
    if (due_.is_due(now)) {
        show(page_picture(lines, terminal_->size()), now);
    }
}

void LiveScreen::show(TermPicture picture, std::chrono::nanoseconds now) {
    due_.drawn(now);
    if (!has_colors_) {
        picture.remove_colors();
    }
    // The program may have been stopped meanwhile, and then another one had the screen.
    if (times_entered_ != terminal_->times_entered()) {
        times_entered_ = terminal_->times_entered();
        shown_ = TermPicture();
    }
    // A terminal that is behind shows `shown_` only once the rest of it is sent; until then
    // pictures are left out, so that nobody waits for it.
    if (!terminal_->send_rest()) {
        return;
    }
    if (const std::string update = update_text(shown_, picture); !update.empty()) {
        terminal_->write(update);
    }
    shown_ = std::move(picture);
}

void LiveScreen::wait_for_frame(std::chrono::nanoseconds until) {
    sleep_until(std::min(until, due_.next()));
}

}  // namespace tandem::tools
