// SPDX-License-Identifier: MIT
// Reads the cells of a lab table by what names them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <tandem/tools/lab/table.hpp>

namespace tandem::tools::lab {

// The cell under `key` of the first row whose first cells have these texts; "no such cell" where
// there is none.
inline Cell found_cell(const Table& table, const std::vector<std::string>& names,
                       const std::string& key) {
    for (const std::vector<Cell>& row : table.rows) {
        bool is_it = true;
        for (std::size_t i = 0; i < names.size(); ++i) {
            is_it = is_it && cell_text(row[i]) == names[i];
        }
        for (std::size_t i = 0; is_it && i < table.columns.size(); ++i) {
            if (table.columns[i].key == key) {
                return row[i];
            }
        }
    }
    return std::string("no such cell");
}

// As text shows it.
inline std::string text_in(const Table& table, const std::vector<std::string>& names,
                           const std::string& key) {
    return cell_text(found_cell(table, names, key));
}

}  // namespace tandem::tools::lab
