// SPDX-License-Identifier: MIT
// The control sequences are those of ECMA-48 and xterm. After the last column is written terminals
// disagree about the place of the cursor, so the next place is then given in full.
#include <tandem/tools/view/term_picture.hpp>

#include <algorithm>
#include <optional>
#include <span>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::tools {
namespace {

// So many empty cells at a row's end are erased at once.
constexpr std::uint32_t k_worth_erasing = 4;

void append_utf8(std::string& out, char32_t character);
char32_t code_point_of(std::string_view character);
bool is_one_column(char32_t character);

using CellRow = std::span<const TermCell>;

CellRow cells_of_row(const TermPicture& picture, std::uint32_t row);
bool has_known_widths(CellRow row);
std::uint32_t content_end(CellRow row);

// Writes and knows where the cursor stands and in what colours.
class TermPen {
public:
    explicit TermPen(std::uint32_t columns) : columns_(columns) {}

    std::string extract() { return std::move(out_); }

    void clear_screen();
    void go(std::uint32_t column, std::uint32_t row, CellRow shown);
    void write(const TermCell& cell);
    void erase_rest_of_row();

private:
    // Goes over cells that stay. It writes them again if that is as cheap as the jump.
    void go_right(std::uint32_t column, CellRow shown);
    // An empty cell shows no front.
    bool has_front(const TermCell& cell) const {
        return cell.character == U' ' || front_ == cell.front;
    }
    bool has_colors(const TermCell& cell) const { return has_front(cell) && back_ == cell.back; }
    // Sets the colours by SGR: 38 sets the foreground, 48 the background; an empty parameter gives
    // both of the terminal's own back and 39 and 49 one of them.
    void set_colors(const TermCell& cell);
    void append_color(std::uint32_t color, char ground);

    std::uint32_t columns_;
    std::string out_;
    std::optional<std::uint32_t> row_;
    std::optional<std::uint32_t> column_;
    // The colours left by earlier output are unknown: the first cell sets its own.
    std::optional<std::uint32_t> front_;
    std::optional<std::uint32_t> back_;
};

void write_whole_row(TermPen& pen, std::uint32_t row, CellRow now);
void write_changes(TermPen& pen, std::uint32_t row, CellRow before, CellRow now);

}  // namespace

std::uint32_t term_color(Color color) {
    return std::uint32_t{color.red} << 16 | std::uint32_t{color.green} << 8 | color.blue;
}

TermPicture::TermPicture(std::uint32_t columns, std::uint32_t rows)
    : columns_(columns), rows_(rows), cells_(std::size_t{columns} * rows) {}

void TermPicture::set(std::uint32_t column, std::uint32_t row, TermCell cell) {
    TANDEM_ASSERT(column < columns_ && row < rows_);
    cells_[std::size_t{row} * columns_ + column] = cell;
}

void TermPicture::write(std::uint32_t row, std::string_view text) {
    for (std::uint32_t column = 0; row < rows_ && column < columns_; ++column) {
        const std::string_view first = sim::first_characters(text, 1);
        set(column, row, {first.empty() ? U' ' : code_point_of(first)});
        text.remove_prefix(first.size());
    }
}

void TermPicture::remove_colors() {
    for (TermCell& cell : cells_) {
        const bool is_half = cell.character == k_upper_half || cell.character == k_lower_half;
        cell = {is_half && cell.back != TermCell::k_own_color ? k_full_block : cell.character};
    }
}

std::string TermPicture::plain() const {
    std::string out;
    for (std::uint32_t row = 0; row < rows_; ++row) {
        std::string text;
        for (std::uint32_t column = 0; column < columns_; ++column) {
            append_utf8(text, cell(column, row).character);
        }
        text.erase(text.find_last_not_of(' ') + 1);
        out += (row == 0 ? "" : "\n") + text;
    }
    return out;
}

std::string update_text(const TermPicture& before, const TermPicture& now) {
    TermPen pen(now.columns());
    const bool is_new = before.columns() != now.columns() || before.rows() != now.rows();
    if (is_new) {
        pen.clear_screen();
    }
    const std::vector<TermCell> nothing(now.columns());
    for (std::uint32_t row = 0; row < now.rows(); ++row) {
        const CellRow is = cells_of_row(now, row);
        const CellRow was = is_new ? CellRow(nothing) : cells_of_row(before, row);
        if (std::equal(is.begin(), is.end(), was.begin())) {
            continue;
        }
        if (has_known_widths(is) && has_known_widths(was)) {
            write_changes(pen, row, was, is);
        } else {
            write_whole_row(pen, row, is);
        }
    }
    return pen.extract();
}

namespace {

// Appends a character as RFC 3629 says.
void append_utf8(std::string& out, char32_t character) {
    const auto value = static_cast<std::uint32_t>(character);
    const auto append = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    const auto append_rest = [&](std::uint32_t shift) { append(0x80U | (value >> shift & 0x3FU)); };
    if (value < 0x80) {
        append(value);
    } else if (value < 0x800) {
        append(0xC0U | value >> 6);
        append_rest(0);
    } else if (value < 0x10000) {
        append(0xE0U | value >> 12);
        append_rest(6);
        append_rest(0);
    } else {
        append(0xF0U | value >> 18);
        append_rest(12);
        append_rest(6);
        append_rest(0);
    }
}

// Returns the code point of a character's UTF-8. Bad UTF-8, or a character that would move the
// cursor, becomes something harmless.
char32_t code_point_of(std::string_view character) {
    const auto lead = static_cast<unsigned char>(character[0]);
    if (lead < 0x80 && character.size() == 1) {
        return lead >= ' ' && lead < 0x7F ? lead : U'?';
    }
    const std::size_t bytes = lead < 0xC0 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (character.size() != bytes) {
        return U'?';
    }
    std::uint32_t value = lead & (0xFFU >> (bytes + 1));
    for (const char byte : character.substr(1)) {
        value = value << 6 | (static_cast<unsigned char>(byte) & 0x3FU);
    }
    return value < 0xA0 ? U'?' : value;
}

// True if every terminal gives the character a single column. Only the terminal knows whether any
// other takes one, two or none.
bool is_one_column(char32_t character) {
    return (character >= U' ' && character < 0x7F) || character == k_upper_half ||
           character == k_lower_half || character == k_full_block;
}

CellRow cells_of_row(const TermPicture& picture, std::uint32_t row) {
    return {&picture.cell(0, row), picture.columns()};
}

bool has_known_widths(CellRow row) {
    return std::all_of(row.begin(), row.end(),
                       [](const TermCell& cell) { return is_one_column(cell.character); });
}

// Returns the column behind which the row is empty.
std::uint32_t content_end(CellRow row) {
    auto end = static_cast<std::uint32_t>(row.size());
    while (end > 0 && row[end - 1] == TermCell{}) {
        --end;
    }
    return end;
}

void TermPen::clear_screen() {
    set_colors({});
    out_ += "\x1b[2J";
}

void TermPen::go(std::uint32_t column, std::uint32_t row, CellRow shown) {
    if (row_ == row && column_ && *column_ <= column) {
        return go_right(column, shown);
    }
    out_ += "\x1b[";
    out_ += row > 0 || column > 0 ? std::to_string(row + 1) : "";
    out_ += column > 0 ? ";" + std::to_string(column + 1) : "";
    out_ += 'H';
    row_ = row;
    column_ = column;
}

void TermPen::write(const TermCell& cell) {
    set_colors(cell);
    append_utf8(out_, cell.character);
    const bool is_sure = column_ && *column_ + 1 < columns_ && is_one_column(cell.character);
    column_ = is_sure ? std::optional(*column_ + 1) : std::nullopt;
}

void TermPen::erase_rest_of_row() {
    set_colors({});
    out_ += "\x1b[K";
}

void TermPen::go_right(std::uint32_t column, CellRow shown) {
    const std::uint32_t gap = column - *column_;
    if (gap == 0) {
        return;
    }
    const std::string jump = gap == 1 ? "\x1b[C" : "\x1b[" + std::to_string(gap) + "C";
    const CellRow between = shown.subspan(*column_, gap);
    const bool is_cheap =
        gap <= jump.size() && std::all_of(between.begin(), between.end(), [&](auto& cell) {
            return cell.character < 0x7F && has_colors(cell);
        });
    if (!is_cheap) {
        out_ += jump;
    }
    for (std::size_t i = 0; is_cheap && i < between.size(); ++i) {
        append_utf8(out_, between[i].character);
    }
    column_ = column;
}

void TermPen::set_colors(const TermCell& cell) {
    if (has_colors(cell)) {
        return;
    }
    const bool shows_front = cell.character != U' ';
    if (cell.back == TermCell::k_own_color &&
        (!shows_front || cell.front == TermCell::k_own_color)) {
        out_ += "\x1b[m";
        front_ = back_ = TermCell::k_own_color;
        return;
    }
    out_ += "\x1b[";
    if (!has_front(cell)) {
        append_color(cell.front, '3');
        front_ = cell.front;
    }
    if (back_ != cell.back) {
        out_ += out_.back() == '[' ? "" : ";";
        append_color(cell.back, '4');
        back_ = cell.back;
    }
    out_ += 'm';
}

void TermPen::append_color(std::uint32_t color, char ground) {
    out_ += ground;
    if (color == TermCell::k_own_color) {
        out_ += '9';
        return;
    }
    out_ += "8;2;" + std::to_string(color >> 16) + ";" + std::to_string(color >> 8 & 0xFFU) + ";" +
            std::to_string(color & 0xFFU);
}

void write_whole_row(TermPen& pen, std::uint32_t row, CellRow now) {
    pen.go(0, row, now);
    // The row is erased before the cell is written: behind the last column this would erase the
    // last letter.
    pen.erase_rest_of_row();
    for (const TermCell& cell : now.first(content_end(now))) {
        pen.write(cell);
    }
}

void write_changes(TermPen& pen, std::uint32_t row, CellRow before, CellRow now) {
    const std::uint32_t end = content_end(now);
    const bool erases = content_end(before) >= end + k_worth_erasing;
    for (std::uint32_t column = 0; column < (erases ? end : now.size()); ++column) {
        if (before[column] != now[column]) {
            pen.go(column, row, now);
            pen.write(now[column]);
        }
    }
    if (erases) {
        pen.go(end, row, now);
        pen.erase_rest_of_row();
    }
}

}  // namespace
}  // namespace tandem::tools
