// SPDX-License-Identifier: MIT
// Finds the words of a preprocessed source, and the place of each.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::object_check {

struct Token {
    enum class Kind { word, text, sign };  // text: a string or character literal, without quotes

    Kind kind = Kind::sign;
    std::string_view text;
    std::size_t file = 0;  // index into TokenizedSource::files
    std::size_t line = 0;

    bool is(std::string_view other) const { return kind != Kind::text && text == other; }
};

struct TokenizedSource {
    std::vector<std::string> files;
    std::vector<Token> tokens;  // without those of the system's headers
};

// Reads the output of -E, with its line markers; the tokens look into `text`.
TokenizedSource tokens_of(std::string_view text);

}  // namespace tandem::object_check
