// SPDX-License-Identifier: MIT
// A table of the lab: it is made once, and shown as text, as JSON or as CSV.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <tandem/tools/system/output.hpp>

namespace tandem::tools::lab {

// A measured or computed quantity. Text rounds it to `decimals` and leaves out zeros at the end;
// JSON and CSV keep the whole value.
struct Amount {
    double value = 0;
    int decimals = 0;
};

// Returns a number with so many decimals at most, without zeros at the end: the same text on every
// machine.
std::string decimal(double value, int decimals);

// A double whose every bit matters: text has 17 digits, which tell neighbours apart.
struct ExactDouble {
    double value = 0;
};

// An error, which may be of any size: text has its sign and so many significant digits.
struct SmallDifference {
    double value = 0;
    int digits = 4;
};

// A cell is nothing ("-" in text, null in JSON), a text, a count, yes or no, or a quantity.
using Cell = std::variant<std::monostate, std::string, std::int64_t, bool, Amount, ExactDouble,
                          SmallDifference>;

// Returns a count of things as a cell.
Cell counted(std::uint64_t count);

// True if the cell is a count or a quantity.
bool is_number(const Cell& cell);

struct Column {
    std::string key;    // in JSON and CSV
    std::string title;  // in text
    // A table that is too wide for a terminal is shown in blocks below each other.
    std::uint32_t block = 0;
    // A part of the request, alike in every row: JSON and CSV repeat it, elsewhere the title says
    // it.
    bool is_setting = false;
};

// Returns a column of that kind.
Column setting(std::string key);

struct Table {
    std::string name;   // a word, which stands in every JSON object as "table"
    std::string title;  // a line
    std::vector<Column> columns = {};
    std::vector<std::vector<Cell>> rows = {};  // each with one cell per column
    std::vector<std::string> notes = {};       // below, in text only
    std::size_t row_names = 0;                 // so many leading columns stand in every block
    // Sentences rather than figures: in text each row becomes a paragraph, the leading columns in
    // its first line and each other column in lines of its own.
    bool in_paragraphs = false;
};

// Returns nothing for a text that is empty.
Cell text_or_nothing(std::string_view text);

// No line of text is longer; in a longer table the widest cells and titles go on below.
inline constexpr std::size_t k_text_columns_max = 140;

// Returns a cell as text shows it.
std::string cell_text(const Cell& cell);

// Returns title, aligned columns (numbers to the right) and notes, each line without its end.
std::vector<std::string> text_lines(const Table& table);

// Returns a section as its golden file has it: each table's lines, an empty one between two tables.
std::vector<std::string> text_lines(const std::vector<Table>& tables);

// Returns a row as an object: "section" and "table" first, then the columns' keys.
JsonObject json_row(const std::string& section, const Table& table, std::size_t row);

// Returns the lines of RFC 4180: the keys, then one line a row, without their ends. The table's
// name comes first, since a section has several.
std::vector<std::string> csv_lines(const Table& table);

}  // namespace tandem::tools::lab
