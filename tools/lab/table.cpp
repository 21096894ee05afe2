// SPDX-License-Identifier: MIT
// The three forms of a table. Text of numbers never depends on a locale.
#include <tandem/tools/lab/table.hpp>

#include <algorithm>
#include <locale>
#include <sstream>
#include <string_view>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::tools::lab {
namespace {

// By a stream, since not every library has std::to_chars for doubles (Emscripten's has none).
enum class Notation : unsigned char { fixed, scientific, shorter };

std::string printed(double value, Notation notation, int precision);
std::string difference_text(const SmallDifference& difference);
std::string padded(const std::string& text, std::size_t width, bool to_the_right);
std::vector<std::string> folded(const std::string& text, std::size_t width);
std::size_t widest_of(const std::vector<std::string>& texts);

// A column as it stands in text.
struct TextColumn {
    std::vector<std::string> cells;  // the title first
    bool numeric = true;
    std::size_t width = 0;
    std::size_t width_below = 0;  // without folding anything but the title
    std::size_t width_min = 0;    // the longest word's
};

TextColumn text_column(const Table& table, std::size_t column);

constexpr std::string_view k_column_gap = "  ";

std::size_t line_width(const std::vector<TextColumn>& columns);
void narrow(std::vector<TextColumn>& columns, std::size_t TextColumn::*least);
void make_fit(std::vector<TextColumn>& columns);
std::string joined(const std::vector<std::string>& cells);
void add_row(const std::vector<TextColumn>& columns, std::size_t row,
             std::vector<std::string>& lines);
void add_block(const Table& table, std::uint32_t block, std::vector<std::string>& lines);

constexpr std::size_t k_line_columns = 100;

void add_wrapped(const std::string& head, const std::string& text, std::vector<std::string>& lines);

// A text behind it in a leading column would run into the next column, so it stands in a line of
// its own; the last leading column, which is a sentence, is the exception.
constexpr std::string_view k_reason = ": ";

void add_paragraph(const Table& table, std::size_t row, std::vector<std::string>& lines);
JsonValue json_of(const Cell& cell);
std::string csv_of(const Cell& cell);
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace

std::string decimal(double value, int decimals) {
    std::string text = printed(value, Notation::fixed, decimals);
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.ends_with('.')) {
            text.pop_back();
        }
    }
    return text == "-0" ? "0" : text;
}

Cell counted(std::uint64_t count) { return static_cast<std::int64_t>(count); }

bool is_number(const Cell& cell) {
    return std::holds_alternative<std::int64_t>(cell) || std::holds_alternative<Amount>(cell) ||
           std::holds_alternative<ExactDouble>(cell) ||
           std::holds_alternative<SmallDifference>(cell);
}

Column setting(std::string key) {
    Column column{key, std::move(key)};
    column.is_setting = true;
    return column;
}

Cell text_or_nothing(std::string_view text) {
    return text.empty() ? Cell() : Cell(std::string(text));
}

std::string cell_text(const Cell& cell) {
    struct Visitor {
        std::string operator()(std::monostate) const { return "-"; }
        std::string operator()(const std::string& text) const { return text; }
        std::string operator()(std::int64_t count) const { return std::to_string(count); }
        std::string operator()(bool yes) const { return yes ? "yes" : "no"; }
        std::string operator()(const Amount& number) const {
            return decimal(number.value, number.decimals);
        }
        std::string operator()(const ExactDouble& number) const {
            return printed(number.value, Notation::shorter, 17);
        }
        std::string operator()(const SmallDifference& difference) const {
            return difference_text(difference);
        }
    };
    return std::visit(Visitor{}, cell);
}

std::vector<std::string> text_lines(const Table& table) {
    std::vector<std::string> lines;
    if (!table.title.empty()) {
        lines.push_back(table.title);
    }
    if (table.in_paragraphs) {
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            add_paragraph(table, row, lines);
        }
        lines.insert(lines.end(), table.notes.begin(), table.notes.end());
        return lines;
    }
    std::uint32_t blocks = 1;
    for (const Column& column : table.columns) {
        blocks = std::max(blocks, column.block + 1);
    }
    for (std::uint32_t block = 0; block < blocks; ++block) {
        if (block != 0) {
            lines.emplace_back();
        }
        add_block(table, block, lines);
    }
    lines.insert(lines.end(), table.notes.begin(), table.notes.end());
    return lines;
}

std::vector<std::string> text_lines(const std::vector<Table>& tables) {
    std::vector<std::string> lines;
    for (const Table& table : tables) {
        if (!lines.empty()) {
            lines.emplace_back();
        }
        const std::vector<std::string> more = text_lines(table);
        lines.insert(lines.end(), more.begin(), more.end());
    }
    return lines;
}

JsonObject json_row(const std::string& section, const Table& table, std::size_t row) {
    JsonObject object{{"section", section}, {"table", table.name}};
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        object.emplace_back(table.columns[i].key, json_of(table.rows[row][i]));
    }
    return object;
}

std::vector<std::string> csv_lines(const Table& table) {
    std::vector<std::string> keys{"table"};
    for (const Column& column : table.columns) {
        keys.push_back(csv_of(column.key));
    }
    std::vector<std::string> lines{csv_line(keys)};
    for (const auto& row : table.rows) {
        std::vector<std::string> cells{csv_of(table.name)};
        for (const Cell& cell : row) {
            cells.push_back(csv_of(cell));
        }
        lines.push_back(csv_line(cells));
    }
    return lines;
}

namespace {

std::string printed(double value, Notation notation, int precision) {
    std::ostringstream out;
    out.imbue(std::locale::classic());
    if (notation != Notation::shorter) {
        out.setf(notation == Notation::fixed ? std::ios::fixed : std::ios::scientific,
                 std::ios::floatfield);
    }
    out.precision(precision);
    out << value;
    return out.str();
}

std::string difference_text(const SmallDifference& difference) {
    if (difference.value == 0) {
        return "0";
    }
    const std::string digits =
        printed(difference.value, Notation::scientific, difference.digits - 1);
    return difference.value < 0 ? digits : "+" + digits;
}

std::string padded(const std::string& text, std::size_t width, bool to_the_right) {
    const std::string blanks(width - std::min(width, sim::characters_of(text)), ' ');
    return to_the_right ? blanks + text : text + blanks;
}

// Words of `text` in lines of at most `width` columns; a longer word has a line of its own.
std::vector<std::string> folded(const std::string& text, std::size_t width) {
    std::vector<std::string> lines{""};
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (!lines.back().empty() &&
            sim::characters_of(lines.back()) + 1 + sim::characters_of(word) > width) {
            lines.emplace_back();
        }
        lines.back() += (lines.back().empty() ? "" : " ") + word;
    }
    return lines;
}

std::size_t widest_of(const std::vector<std::string>& texts) {
    std::size_t widest = 0;
    for (const std::string& text : texts) {
        widest = std::max(widest, sim::characters_of(text));
    }
    return widest;
}

TextColumn text_column(const Table& table, std::size_t column) {
    TextColumn text{.cells = {table.columns[column].title}};
    for (const auto& row : table.rows) {
        TANDEM_ASSERT(row.size() == table.columns.size());
        text.cells.push_back(cell_text(row[column]));
        text.numeric = text.numeric && (is_number(row[column]) ||
                                        std::holds_alternative<std::monostate>(row[column]));
    }
    text.width = widest_of(text.cells);
    for (const std::string& cell : text.cells) {
        text.width_min = std::max(text.width_min, widest_of(folded(cell, 0)));
    }
    const std::vector<std::string> below(text.cells.begin() + 1, text.cells.end());
    text.width_below = std::max(text.width_min, widest_of(below));
    return text;
}

std::size_t line_width(const std::vector<TextColumn>& columns) {
    std::size_t width = 0;
    for (const TextColumn& column : columns) {
        width += (width == 0 ? 0 : k_column_gap.size()) + column.width;
    }
    return width;
}

// Narrows whichever column is the widest until a line fits, none below what `least` says.
void narrow(std::vector<TextColumn>& columns, std::size_t TextColumn::*least) {
    while (line_width(columns) > k_text_columns_max) {
        TextColumn* widest = nullptr;
        for (TextColumn& column : columns) {
            if (column.width > column.*least &&
                (widest == nullptr || column.width > widest->width)) {
                widest = &column;
            }
        }
        if (widest == nullptr) {
            return;
        }
        --widest->width;
    }
}

// Titles first, which cost one line and not one in every row.
void make_fit(std::vector<TextColumn>& columns) {
    narrow(columns, &TextColumn::width_below);
    narrow(columns, &TextColumn::width_min);
    for (TextColumn& column : columns) {
        std::size_t width = 0;
        for (const std::string& cell : column.cells) {
            const std::size_t whole = sim::characters_of(cell);
            width = std::max(width,
                             whole <= column.width ? whole : widest_of(folded(cell, column.width)));
        }
        column.width = width;
    }
}

std::string joined(const std::vector<std::string>& cells) {
    std::string line;
    for (const std::string& cell : cells) {
        line += std::string(line.empty() ? "" : k_column_gap) + cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

// The row of that number, 0 for the titles, which stand close to what is below them.
void add_row(const std::vector<TextColumn>& columns, std::size_t row,
             std::vector<std::string>& lines) {
    std::vector<std::vector<std::string>> cells;
    std::size_t height = 1;
    for (const TextColumn& column : columns) {
        const std::string& text = column.cells[row];
        cells.push_back(sim::characters_of(text) > column.width ? folded(text, column.width)
                                                                : std::vector{text});
        height = std::max(height, cells.back().size());
    }
    for (std::size_t line = 0; line < height; ++line) {
        std::vector<std::string> parts;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const std::size_t above = row == 0 ? height - cells[i].size() : 0;
            const bool has_part = above <= line && line - above < cells[i].size();
            parts.push_back(padded(has_part ? cells[i][line - above] : "", columns[i].width,
                                   columns[i].numeric));
        }
        lines.push_back(joined(parts));
    }
}

void add_block(const Table& table, std::uint32_t block, std::vector<std::string>& lines) {
    std::vector<TextColumn> columns;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const Column& column = table.columns[i];
        if (!column.is_setting && (i < table.row_names || column.block == block)) {
            columns.push_back(text_column(table, i));
        }
    }
    make_fit(columns);
    for (std::size_t row = 0; row <= table.rows.size(); ++row) {
        add_row(columns, row, lines);
    }
}

// Words of `text` in lines of at most so many columns, those after the first indented like it.
void add_wrapped(const std::string& head, const std::string& text,
                 std::vector<std::string>& lines) {
    const std::size_t indent = sim::characters_of(head);
    std::string begin = head;
    for (const std::string& line :
         folded(text, k_line_columns - std::min(indent, k_line_columns))) {
        lines.push_back(begin + line);
        begin = std::string(indent, ' ');
    }
}

void add_paragraph(const Table& table, std::size_t row, std::vector<std::string>& lines) {
    constexpr std::size_t k_indent = 4;
    std::size_t widest = 0;
    for (std::size_t i = table.row_names; i < table.columns.size(); ++i) {
        const Column& column = table.columns[i];
        widest = std::max(widest, column.is_setting ? 0 : sim::characters_of(column.title));
    }
    const auto add_titled = [&](const std::string& title, const std::string& text) {
        add_wrapped(padded("", k_indent, false) + padded(title, widest, false) + "  ", text, lines);
    };
    std::vector<std::string> names;
    std::string reasons;
    for (std::size_t i = 0; i < table.row_names; ++i) {
        names.push_back(cell_text(table.rows[row][i]));
        const std::size_t colon = names.back().find(k_reason);
        if (i + 1 < table.row_names && colon != std::string::npos) {
            reasons += names.back().substr(colon + k_reason.size());
            names.back().resize(colon);
        }
    }
    const std::string heading = joined(names);
    if (sim::characters_of(heading) <= k_line_columns) {
        lines.push_back(heading);
    } else {
        const std::string sentence = names.back();
        names.pop_back();
        add_wrapped(names.empty() ? "" : joined(names) + "  ", sentence, lines);
    }
    if (!reasons.empty()) {
        add_titled("why", reasons);
    }
    for (std::size_t i = table.row_names; i < table.columns.size(); ++i) {
        const std::string text = cell_text(table.rows[row][i]);
        if (table.columns[i].is_setting || text.empty() ||
            std::holds_alternative<std::monostate>(table.rows[row][i])) {
            continue;
        }
        add_titled(table.columns[i].title, text);
    }
}

JsonValue json_of(const Cell& cell) {
    struct Visitor {
        JsonValue operator()(std::monostate) const { return {}; }
        JsonValue operator()(const std::string& text) const { return text; }
        JsonValue operator()(std::int64_t count) const { return count; }
        JsonValue operator()(bool yes) const { return yes; }
        JsonValue operator()(const Amount& number) const { return number.value; }
        JsonValue operator()(const ExactDouble& number) const { return number.value; }
        JsonValue operator()(const SmallDifference& difference) const { return difference.value; }
    };
    return std::visit(Visitor{}, cell);
}

std::string csv_of(const Cell& cell) {
    std::string text = cell_text(cell);
    if (std::holds_alternative<std::monostate>(cell)) {
        return "";
    }
    if (const auto* number = std::get_if<Amount>(&cell)) {
        text = cell_text(ExactDouble{number->value});
    } else if (const auto* difference = std::get_if<SmallDifference>(&cell)) {
        text = cell_text(ExactDouble{difference->value});
    }
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char letter : text) {
        quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
    }
    return quoted + '"';
}

std::string csv_line(const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        line += (i == 0 ? "" : ",") + cells[i];
    }
    return line;
}

}  // namespace
}  // namespace tandem::tools::lab
