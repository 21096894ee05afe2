// SPDX-License-Identifier: MIT
// Words for a shell: for completion, and for a command that a person copies.
#pragma once

#include <string>

namespace tandem::tools {

// A text as one word that a shell evaluates nothing of.
std::string shell_quoted(const std::string& text);

// The same, without quotes where it needs none.
std::string shell_word(const std::string& text);

}  // namespace tandem::tools
