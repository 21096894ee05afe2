// SPDX-License-Identifier: MIT
// Joins several words into one text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tandem::tools {

// The words as "a, b, c" if the separator is ", "; empty if there are no words. Empty ones at the
// beginning leave nothing behind.
std::string words_text(const std::vector<std::string>& words, std::string_view separator);

}  // namespace tandem::tools
