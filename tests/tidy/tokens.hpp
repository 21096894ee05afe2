// SPDX-License-Identifier: MIT
// The words and signs of a source file: as much of C++'s grammar as the include check needs.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <tests/tidy/source_text.hpp>

namespace tandem::tidy {

struct Token {
    std::string_view text;   // points into the file
    std::size_t line = 0;    // from 1
    bool is_spaced = false;  // white space or the beginning of the line stands before it
};

using Tokens = std::vector<Token>;

// What is no comment, no literal and no directive, with "#if", "#else" and "#endif" in their
// places; each directive is a row of its own.
struct Rows {
    Tokens code;
    std::vector<Tokens> directives;
};

Rows rows_of(const File& file);

bool is_word(const Token& token);
bool is_keyword(std::string_view word);
// A keyword that a declared name may follow, such as `auto`.
bool ends_a_type(std::string_view keyword);
// What begins a class or an enumeration.
bool is_class_key(std::string_view word);

// What stands between spaces.
std::vector<std::string_view> words_of(std::string_view text);

// Tokens by their index, with ";" before the first and after the last.
class TokenRow {
public:
    explicit TokenRow(const Tokens& tokens) : tokens_(tokens) {}

    std::size_t size() const { return tokens_.size(); }
    const Token& operator[](std::size_t index) const { return tokens_[index]; }
    std::string_view text(std::size_t index) const {
        return index < tokens_.size() ? tokens_[index].text : std::string_view(";");
    }
    std::string_view before(std::size_t index) const {
        return index > 0 ? text(index - 1) : std::string_view(";");
    }
    // A word that is no keyword.
    bool is_name(std::size_t index) const {
        return index < tokens_.size() && is_word(tokens_[index]) && !is_keyword(text(index));
    }

private:
    const Tokens& tokens_;
};

}  // namespace tandem::tidy
