// SPDX-License-Identifier: MIT
// Recognises words that mean the same to every shell, without quotes.
#pragma once

#include <string_view>

namespace tandem::tools {

// True if this is an ASCII letter or digit, in every locale.
bool is_letter_or_digit(char letter);
// True if a word has only letters, digits and these signs, and at least one of them.
bool is_plain_word(std::string_view word, std::string_view signs);

}  // namespace tandem::tools
