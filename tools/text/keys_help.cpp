// SPDX-License-Identifier: MIT
// Lines of a text.
#include <tandem/tools/view/players_shown.hpp>

#include <sstream>

#include <tandem/tools/text/escaped.hpp>

namespace tandem::tools {

std::vector<std::string> keys_help_lines(const sim::GameInfo& game) {
    std::vector<std::string> lines;
    std::istringstream text(game.keys_help);
    for (std::string line; std::getline(text, line);) {
        lines.push_back(escaped(line));
    }
    return lines;
}

}  // namespace tandem::tools
