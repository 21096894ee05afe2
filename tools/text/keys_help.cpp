// SPDX-License-Identifier: MIT
// Takes the lines of keys_help apart.
#include <tandem/tools/text/keys_help.hpp>

#include <sstream>

#include <tandem/tools/text/escaped.hpp>

namespace tandem::tools {

std::vector<std::string> keys_help_lines(const sim::GameInfo& game, bool has_pointer) {
    std::vector<std::string> lines;
    std::istringstream text(game.keys_help);
    for (std::string line; std::getline(text, line);) {
        if (has_pointer || !line.starts_with("mouse:")) {
            lines.push_back(escaped(line));
        }
    }
    return lines;
}

}  // namespace tandem::tools
