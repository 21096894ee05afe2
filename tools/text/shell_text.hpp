// SPDX-License-Identifier: MIT
// Writes words for a shell: for completion, and for a command that a person copies.
#pragma once

#include <string>

namespace tandem::tools {

// The text as one word in which a shell evaluates nothing.
std::string shell_quoted(const std::string& text);

// The same, but without quotes if the text needs none.
std::string shell_word(const std::string& text);

}  // namespace tandem::tools
