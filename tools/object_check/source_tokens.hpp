// SPDX-License-Identifier: MIT
// The words of a preprocessed source, and where each stands.
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
    std::size_t file = 0;  // index into Source::files
    std::size_t line = 0;

    bool is(std::string_view other) const { return kind != Kind::text && text == other; }
};

struct Source {
    std::vector<std::string> files;
    std::vector<Token> tokens;  // but for those of the system's headers
};

// Of the output of -E, with its line markers; the tokens look into `text`.
Source tokens_of(std::string_view text);

}  // namespace tandem::object_check
