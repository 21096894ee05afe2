// SPDX-License-Identifier: MIT
// Looking into the tables of a section, for its tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <tandem/tools/lab/table.hpp>

namespace tandem::tools::lab {

// The table of that name; an empty one and a failure where there is none.
inline Table table_of(const std::vector<Table>& tables, const std::string& name) {
    const auto found = std::find_if(tables.begin(), tables.end(),
                                    [&](const Table& table) { return table.name == name; });
    if (found == tables.end()) {
        ADD_FAILURE() << "no table " << name;
        return {};
    }
    return *found;
}

// The cell under `key` in the only row whose first cells read `first`; nothing and a failure where
// there is not exactly one.
inline Cell found_cell(const Table& table, const std::vector<std::string>& first,
                       const std::string& key) {
    const auto column = std::find_if(table.columns.begin(), table.columns.end(),
                                     [&](const Column& entry) { return entry.key == key; });
    const auto begins = [&](const std::vector<Cell>& row) {
        return std::equal(
            first.begin(), first.end(), row.begin(),
            [](const std::string& text, const Cell& cell) { return cell_text(cell) == text; });
    };
    if (column == table.columns.end() ||
        std::count_if(table.rows.begin(), table.rows.end(), begins) != 1) {
        ADD_FAILURE() << "not exactly one row " << first.front() << " in " << table.name
                      << ", or no column " << key;
        return {};
    }
    const auto row = std::find_if(table.rows.begin(), table.rows.end(), begins);
    return row->at(static_cast<std::size_t>(column - table.columns.begin()));
}

// As text shows it.
inline std::string cell_of(const Table& table, const std::vector<std::string>& first,
                           const std::string& key) {
    return cell_text(found_cell(table, first, key));
}

// The first title that stands above two columns of the table; empty where none does.
inline std::string repeated_title(const Table& table) {
    for (const Column& column : table.columns) {
        if (std::count_if(table.columns.begin(), table.columns.end(),
                          [&](const Column& other) { return other.title == column.title; }) != 1) {
            return column.title;
        }
    }
    return "";
}

// The first of the lines that is too long for text; empty where none is.
inline std::string too_long_a_line(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
        const auto is_counted = [](char byte) { return (byte & '\xc0') != '\x80'; };
        if (std::count_if(line.begin(), line.end(), is_counted) >
            static_cast<std::ptrdiff_t>(k_text_columns_max)) {
            return line;
        }
    }
    return "";
}

}  // namespace tandem::tools::lab
