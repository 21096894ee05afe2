// SPDX-License-Identifier: MIT
// Rows are filled from the last one up.
#include <tandem/tools/view/status_rows.hpp>

#include <algorithm>

#include <tandem/sim/text.hpp>
#include <tandem/tools/text/cut_text.hpp>

namespace tandem::tools {

std::vector<std::string> status_rows(const std::vector<std::string>& parts, std::size_t columns) {
    const std::string gap(3, ' ');
    std::vector<std::string> rows;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        const bool fits =
            !rows.empty() &&
            sim::characters_of(*part) + gap.size() + sim::characters_of(rows.back()) <= columns;
        if (fits) {
            rows.back() = *part + gap + rows.back();
        } else {
            rows.push_back(*part);
        }
    }
    std::reverse(rows.begin(), rows.end());
    return rows.empty() ? std::vector<std::string>(1) : rows;
}

PlayersShown with_short_names(PlayersShown players, std::size_t characters) {
    for (auto& [slot, name] : players.names) {
        name = cut_text(name, characters, ".");
    }
    return players;
}

}  // namespace tandem::tools
