// SPDX-License-Identifier: MIT
// The three forms of a table. Text of numbers never depends on a locale.
#include <tandem/tools/lab/table.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <string_view>
#include <system_error>

#include <tandem/sim/assert.hpp>

namespace tandem::tools::lab {
namespace {

std::string printed(double value, std::chars_format format, int precision) {
    std::array<char, 400> text{};  // the longest double without exponent has 309 digits
    const auto [end, failed] =
        std::to_chars(text.data(), text.data() + text.size(), value, format, precision);
    TANDEM_ASSERT(failed == std::errc{});
    return {text.data(), end};
}

std::string number_text(const Number& number) {
    std::string text = printed(number.value, std::chars_format::fixed, number.decimals);
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.ends_with('.')) {
            text.pop_back();
        }
    }
    return text == "-0" ? "0" : text;
}

bool is_number(const Cell& cell) {
    return std::holds_alternative<std::int64_t>(cell) || std::holds_alternative<Number>(cell) ||
           std::holds_alternative<ExactDouble>(cell);
}

std::size_t columns_of(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;  // not a UTF-8 continuation
    }));
}

std::string padded(const std::string& text, std::size_t width, bool to_the_right) {
    const std::string blanks(width - std::min(width, columns_of(text)), ' ');
    return to_the_right ? blanks + text : text + blanks;
}

// One column as it stands in text, its title first, all of one width.
std::vector<std::string> column_text(const Table& table, std::size_t column) {
    std::vector<std::string> texts{table.columns[column].title};
    bool numeric = true;
    for (const auto& row : table.rows) {
        TANDEM_ASSERT(row.size() == table.columns.size());
        texts.push_back(cell_text(row[column]));
        numeric = numeric &&
                  (is_number(row[column]) || std::holds_alternative<std::monostate>(row[column]));
    }
    std::size_t width = 0;
    for (const std::string& text : texts) {
        width = std::max(width, columns_of(text));
    }
    for (std::string& text : texts) {
        text = padded(text, width, numeric);
    }
    return texts;
}

std::string joined(const std::vector<std::string>& cells) {
    std::string line;
    for (const std::string& cell : cells) {
        line += (line.empty() ? "" : "  ") + cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

void add_block(const Table& table, std::uint32_t block, std::vector<std::string>& lines) {
    std::vector<std::vector<std::string>> columns;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (i < table.row_names || table.columns[i].block == block) {
            columns.push_back(column_text(table, i));
        }
    }
    for (std::size_t line = 0; line <= table.rows.size(); ++line) {
        std::vector<std::string> cells;
        for (const auto& column : columns) {
            cells.push_back(column[line]);
        }
        lines.push_back(joined(cells));
    }
}

constexpr std::size_t k_line_columns = 100;

// Words of `text` in lines of at most so many columns, those after the first indented like it.
void add_wrapped(const std::string& head, const std::string& text,
                 std::vector<std::string>& lines) {
    const std::string indent(columns_of(head), ' ');
    std::string line = head;
    bool has_word = false;
    std::istringstream words(text);
    for (std::string word; words >> word; has_word = true) {
        if (has_word && columns_of(line) + 1 + columns_of(word) > k_line_columns) {
            lines.push_back(line);
            line = indent;
            has_word = false;
        }
        line += (has_word ? " " : "") + word;
    }
    lines.push_back(line);
}

// What follows it in a leading column, but for the last one, which is a sentence, would run into
// the next column: it stands in a line of its own.
constexpr std::string_view k_reason = ": ";

void add_paragraph(const Table& table, std::size_t row, std::vector<std::string>& lines) {
    constexpr std::size_t k_indent = 4;
    std::size_t widest = 0;
    for (std::size_t i = table.row_names; i < table.columns.size(); ++i) {
        widest = std::max(widest, columns_of(table.columns[i].title));
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
    if (columns_of(heading) <= k_line_columns) {
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
        if (text.empty() || std::holds_alternative<std::monostate>(table.rows[row][i])) {
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
        JsonValue operator()(const Number& number) const { return number.value; }
        JsonValue operator()(const ExactDouble& number) const { return number.value; }
    };
    return std::visit(Visitor{}, cell);
}

std::string csv_of(const Cell& cell) {
    std::string text = cell_text(cell);
    if (std::holds_alternative<std::monostate>(cell)) {
        return "";
    }
    if (const auto* number = std::get_if<Number>(&cell)) {
        text = cell_text(ExactDouble{number->value});
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

Cell text_or_nothing(std::string_view text) {
    return text.empty() ? Cell() : Cell(std::string(text));
}

std::string cell_text(const Cell& cell) {
    struct Visitor {
        std::string operator()(std::monostate) const { return "-"; }
        std::string operator()(const std::string& text) const { return text; }
        std::string operator()(std::int64_t count) const { return std::to_string(count); }
        std::string operator()(bool yes) const { return yes ? "yes" : "no"; }
        std::string operator()(const Number& number) const { return number_text(number); }
        std::string operator()(const ExactDouble& number) const {
            return printed(number.value, std::chars_format::general, 17);
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
    std::vector<std::string> keys;
    for (const Column& column : table.columns) {
        keys.push_back(csv_of(column.key));
    }
    std::vector<std::string> lines{csv_line(keys)};
    for (const auto& row : table.rows) {
        std::vector<std::string> cells;
        for (const Cell& cell : row) {
            cells.push_back(csv_of(cell));
        }
        lines.push_back(csv_line(cells));
    }
    return lines;
}

}  // namespace tandem::tools::lab
