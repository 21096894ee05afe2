// SPDX-License-Identifier: MIT
// Compares with the letters themselves, because <cctype> asks the locale.
#include <tandem/tools/text/plain_word.hpp>

#include <algorithm>

namespace tandem::tools {

bool is_letter_or_digit(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9');
}

bool is_plain_word(std::string_view word, std::string_view signs) {
    return !word.empty() && std::all_of(word.begin(), word.end(), [&](char letter) {
        return is_letter_or_digit(letter) || signs.find(letter) != signs.npos;
    });
}

}  // namespace tandem::tools
