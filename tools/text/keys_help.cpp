// SPDX-License-Identifier: MIT
// Takes the lines of keys_help apart.
#include <tandem/tools/text/keys_help.hpp>

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
