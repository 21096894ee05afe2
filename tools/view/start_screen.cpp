// SPDX-License-Identifier: MIT
// It makes only lines: the surface decides how they stand.
#include <tandem/tools/view/start_screen.hpp>

namespace tandem::tools {

std::vector<std::string> waiting_page(const std::string& title,
                                      const std::vector<std::string>& news,
                                      const std::vector<std::string>& keys_help) {
    std::vector<std::string> lines{title, ""};
    lines.insert(lines.end(), news.begin(), news.end());
    if (!keys_help.empty()) {
        lines.insert(lines.end(), {"", "Your keys:"});
        for (const std::string& line : keys_help) {
            lines.push_back("  " + line);
        }
    }
    lines.insert(lines.end(), {"", "q ends it"});
    return lines;
}

std::vector<std::string> countdown_lines(const std::vector<std::string>& keys_help,
                                         const std::string& number) {
    std::vector<std::string> lines = keys_help;
    lines.push_back("it begins in " + number + "   q ends it");
    return lines;
}

}  // namespace tandem::tools
