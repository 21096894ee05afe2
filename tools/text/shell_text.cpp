// SPDX-License-Identifier: MIT
// Quotes as POSIX says: within single quotes every character is itself but the quote.
#include <tandem/tools/text/shell_text.hpp>

#include <tandem/tools/text/plain_word.hpp>

namespace tandem::tools {

std::string shell_quoted(const std::string& text) {
    std::string quoted = "'";
    for (const char letter : text) {
        quoted += letter == '\'' ? "'\\''" : std::string(1, letter);
    }
    return quoted + "'";
}

std::string shell_word(const std::string& text) {
    return is_plain_word(text, "_-+./:=@%") ? text : shell_quoted(text);
}

}  // namespace tandem::tools
