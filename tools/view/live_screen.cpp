// SPDX-License-Identifier: MIT
// The whole frame is written in one piece, so that no terminal shows half of it.
#include <tandem/tools/view/live_screen.hpp>

#include <algorithm>
#include <span>

#include <tandem/sim/text.hpp>
#include <tandem/tools/system/clock.hpp>

namespace tandem::tools {
namespace {

constexpr std::chrono::nanoseconds k_frame = std::chrono::milliseconds(33);
constexpr std::chrono::nanoseconds k_look_for_keys = std::chrono::milliseconds(16);
constexpr std::string_view k_home = "\x1b[H";
constexpr std::string_view k_erase_rest_of_line = "\x1b[K";
constexpr std::string_view k_erase_rest_of_screen = "\x1b[J";
constexpr std::string_view k_clear = "\x1b[2J";

std::string fitted(const std::string& line, std::uint32_t columns) {
    return std::string(sim::first_characters(line, columns));
}

// As many parts in a row as fit, so that none is cut in its middle; at least one row.
std::vector<std::string> packed(const std::vector<std::string>& parts, std::uint32_t columns) {
    constexpr std::string_view k_gap = "   ";
    std::vector<std::string> rows(1);
    for (const std::string& part : parts) {
        if (rows.back().empty()) {
            rows.back() = part;
        } else if (sim::characters_of(rows.back()) + k_gap.size() + sim::characters_of(part) <=
                   columns) {
            rows.back() += std::string(k_gap) + part;
        } else {
            rows.push_back(part);
        }
    }
    return rows;
}

}  // namespace

std::string frame_text(const sim::AnySimulation& current, const sim::AnySimulation& previous,
                       sim::Alpha alpha, TerminalSize size,
                       const std::vector<std::string>& all_lines, const PlayersShown& players) {
    // The last lines say most. Of more than fit into a quarter, the first ones are left out.
    const std::size_t lines_max = std::max(size.rows / 4, 2U);
    const std::size_t left_out = all_lines.size() - std::min(all_lines.size(), lines_max);
    const std::span<const std::string> lines = std::span(all_lines).subspan(left_out);
    // How many rows the status takes is known only once it is drawn; a second time it is then drawn
    // into the rest. It never takes more than a quarter.
    const std::size_t status_rows_max = std::max(size.rows / 4, 1U);
    std::vector<std::string> status{""};
    sim::Result<void> drawn;
    bool draws = false;
    std::string picture;
    for (std::size_t drawn_rows = 0; drawn_rows < status.size();) {
        drawn_rows = status.size();
        // The last row stays free: writing its last cell would scroll some terminals.
        const std::size_t reserved = lines.size() + drawn_rows + 1;
        const auto rows =
            static_cast<std::uint32_t>(size.rows > reserved ? size.rows - reserved : 1);
        TermCanvas canvas(std::max(size.columns, 1U), rows, players);
        drawn = current.draw(canvas, previous, alpha);
        draws = drawn && current.info().has_draw;
        picture = draws ? canvas.ansi() : "";
        status = packed(canvas.status_lines(), size.columns);
        status.resize(std::clamp(status.size(), drawn_rows, std::max(drawn_rows, status_rows_max)));
    }
    std::string text(k_home);
    if (draws) {
        text += picture;
    } else {
        // A picture decides nothing, so that a missing one ends nothing either.
        text += fitted(drawn ? "this game does not draw (it has no draw member)"
                             : escaped(drawn.error().text()),
                       size.columns);
        text += k_erase_rest_of_line;
    }
    const auto add = [&](const std::string& line) {
        text += "\r\n" + fitted(line, size.columns);
        text += k_erase_rest_of_line;
    };
    for (const std::string& row : status) {
        add(row);
    }
    for (const std::string& line : lines) {
        add(line);
    }
    text += k_erase_rest_of_screen;
    return text;
}

std::string page_text(const std::vector<std::string>& lines, TerminalSize size) {
    // The last row stays free: writing its last cell would scroll some terminals.
    const std::size_t rows = std::min<std::size_t>(lines.size(), std::max(size.rows, 2U) - 1);
    std::string text(k_home);
    for (std::size_t row = 0; row < rows; ++row) {
        text += (row > 0 ? "\r\n" : "") + fitted(lines[row], size.columns);
        text += k_erase_rest_of_line;
    }
    text += k_erase_rest_of_screen;
    return text;
}

sim::Result<std::unique_ptr<LiveScreen>> LiveScreen::open(Console& console) {
    auto terminal = Terminal::open();
    if (!terminal) {
        return terminal.error();
    }
    console.hold_notes();
    return std::unique_ptr<LiveScreen>(new LiveScreen(console, std::move(*terminal)));
}

LiveScreen::~LiveScreen() {
    terminal_.reset();
    console_.release_notes();
}

std::vector<std::uint8_t> LiveScreen::poll(std::chrono::nanoseconds now) {
    now_ = now;
    std::vector<std::uint8_t> keys = decode_keys(terminal_->read_typed());
    for (const std::uint8_t key : keys) {
        held_.press(key, now);
    }
    return keys;
}

void LiveScreen::draw(const Picture& picture, std::chrono::nanoseconds now) {
    if (!is_due(now)) {
        return;
    }
    const TerminalSize size = terminal_->size();
    std::string frame;
    if (size.columns != size_.columns || size.rows != size_.rows) {
        frame += k_clear;
        size_ = size;
    }
    frame +=
        frame_text(picture.current, picture.previous, picture.alpha, size, picture.lines, players_);
    terminal_->write(frame);
}

void LiveScreen::page(const std::vector<std::string>& lines, std::chrono::nanoseconds now) {
    if (is_due(now)) {
        terminal_->write(page_text(lines, terminal_->size()));
    }
}

bool LiveScreen::is_due(std::chrono::nanoseconds now) {
    if (has_drawn_ && now - drawn_ < k_frame) {
        return false;
    }
    drawn_ = now;
    has_drawn_ = true;
    return true;
}

// Keys are looked for more often than pictures are drawn.
void LiveScreen::wait_for_frame(std::chrono::nanoseconds until) {
    sleep_until(std::min(until, steady_now() + k_look_for_keys));
}

}  // namespace tandem::tools
