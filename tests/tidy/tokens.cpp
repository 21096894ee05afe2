// SPDX-License-Identifier: MIT
// Cuts a file's code into tokens, and knows the keywords.
#include <tests/tidy/tokens.hpp>

#include <algorithm>
#include <cctype>
#include <string>
#include <unordered_set>
#include <utility>

namespace tandem::tidy {
namespace {

bool is_letter(char character) {
    return std::isalpha(static_cast<unsigned char>(character)) != 0 || character == '_';
}

bool is_digit(char character) { return std::isdigit(static_cast<unsigned char>(character)) != 0; }

std::size_t length_of_token(std::string_view text) {
    if (is_letter(text.front()) || is_digit(text.front())) {
        const auto end = std::find_if_not(text.begin(), text.end(), [](char character) {
            return is_letter(character) || is_digit(character) || character == '\'';
        });
        return static_cast<std::size_t>(end - text.begin());
    }
    for (const std::string_view longer : {"...", "::", "->"}) {
        if (text.starts_with(longer))
            return longer.size();
    }
    return 1;
}

void add_tokens(std::string_view line, std::size_t number, Tokens& tokens) {
    bool is_spaced = true;
    for (std::size_t at = 0; at < line.size();) {
        if (line[at] == ' ' || line[at] == '\t') {
            is_spaced = true;
            ++at;
            continue;
        }
        const std::size_t length = length_of_token(line.substr(at));
        tokens.push_back({line.substr(at, length), number, is_spaced});
        is_spaced = false;
        at += length;
    }
}

std::string_view branch_of(std::string_view directive) {
    if (directive.starts_with("if"))
        return "#if";
    if (directive.starts_with("el"))
        return "#else";
    return directive == "endif" ? "#endif" : "";
}

using Words = std::unordered_set<std::string_view>;

Words set_of(std::string_view text) {
    const auto words = words_of(text);
    return {words.begin(), words.end()};
}

}  // namespace

Rows rows_of(const File& file) {
    Rows rows;
    for (std::size_t index = 0; index < file.code.size(); ++index) {
        const std::size_t number = index + 1;
        const std::size_t start = file.code[index].find_first_not_of(" \t");
        if (start == std::string::npos || file.code[index][start] != '#') {
            add_tokens(file.code[index], number, rows.code);
            continue;
        }
        Tokens directive;
        add_tokens(file.code[index], number, directive);
        while (directive.back().text == "\\" && index + 1 < file.code.size()) {
            directive.pop_back();
            ++index;
            add_tokens(file.code[index], index + 1, directive);
        }
        const std::string_view branch = directive.size() > 1 ? branch_of(directive[1].text) : "";
        if (!branch.empty())
            rows.code.push_back({branch, number, true});
        rows.directives.push_back(std::move(directive));
    }
    return rows;
}

bool is_word(const Token& token) { return is_letter(token.text.front()); }

bool is_keyword(std::string_view word) {
    static const Words k_keywords = set_of(
        "alignas alignof and asm auto bool break case catch char char8_t class co_await co_return "
        "co_yield concept const const_cast consteval constexpr constinit continue decltype default "
        "defined delete do double dynamic_cast else enum explicit extern false final float for "
        "friend goto if inline int long mutable namespace new noexcept not nullptr operator or "
        "override private protected public register reinterpret_cast requires return short signed "
        "sizeof static static_assert static_cast struct switch template this thread_local throw "
        "true try typedef typeid typename union unsigned using virtual void volatile wchar_t "
        "while __int128");
    return k_keywords.count(word) != 0;
}

bool ends_a_type(std::string_view keyword) {
    static const Words k_types = set_of(
        "auto bool char char8_t concept double float int long short signed unsigned void wchar_t "
        "__int128");
    return k_types.count(keyword) != 0;
}

bool is_class_key(std::string_view word) {
    return word == "class" || word == "struct" || word == "union" || word == "enum";
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        if (!word.empty())
            words.push_back(word);
        text.remove_prefix(std::min(word.size() + 1, text.size()));
    }
    return words;
}

}  // namespace tandem::tidy
