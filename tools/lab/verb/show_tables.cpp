// SPDX-License-Identifier: MIT
// Tables are shown one after the other.
#include <tandem/tools/lab/verb/show_tables.hpp>

namespace tandem::tools {

void show_tables(const std::string& section, const std::vector<lab::Table>& tables, bool csv,
                 Console& console) {
    bool is_first = true;
    for (const lab::Table& table : tables) {
        if (!is_first) {
            console.print("");
        }
        is_first = false;
        for (const std::string& line : csv ? csv_lines(table) : text_lines(table)) {
            console.print(line);
        }
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            console.list(json_row(section, table, row));
        }
    }
}

}  // namespace tandem::tools
