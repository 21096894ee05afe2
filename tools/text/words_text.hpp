// SPDX-License-Identifier: MIT
// Several words as one text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tandem::tools {

// "a, b, c" where the separator is ", "; empty where there are no words. Empty ones at the
// beginning leave nothing behind.
std::string words_text(const std::vector<std::string>& words, std::string_view separator);

}  // namespace tandem::tools
