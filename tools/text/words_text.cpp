// SPDX-License-Identifier: MIT
// Joins words. Empty words at the beginning leave no separator behind.
#include <tandem/tools/text/words_text.hpp>

namespace tandem::tools {

std::string words_text(const std::vector<std::string>& words, std::string_view separator) {
    std::string text;
    for (const std::string& word : words) {
        text += text.empty() ? std::string_view() : separator;
        text += word;
    }
    return text;
}

}  // namespace tandem::tools
