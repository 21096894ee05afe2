// SPDX-License-Identifier: MIT
// Just enough of C++'s lexical grammar to tell code from comments and literals.
#include <tests/tidy/source_text.hpp>

#include <cctype>
#include <cstddef>
#include <regex>
#include <sstream>
#include <utility>

namespace tandem::tidy {
namespace {

std::vector<std::string> split_lines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

bool is_word(char character) {
    return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
}

// The end of the literal that starts at `start`, one past its closing quote.
std::size_t end_of_literal(const std::string& text, std::size_t start) {
    if (text[start] == '"' && start > 0 && text[start - 1] == 'R') {
        const std::size_t open = text.find('(', start);
        if (open == std::string::npos)
            return text.size();
        const std::string close = ")" + text.substr(start + 1, open - start - 1) + "\"";
        const std::size_t end = text.find(close, open);
        return end == std::string::npos ? text.size() : end + close.size();
    }
    for (std::size_t at = start + 1; at < text.size(); ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == text[start] || text[at] == '\n') {
            return at + 1;
        }
    }
    return text.size();
}

std::size_t end_of_comment(const std::string& text, std::size_t start) {
    const bool block = text[start + 1] == '*';
    const std::size_t end = block ? text.find("*/", start + 2) : text.find('\n', start);
    if (end == std::string::npos)
        return text.size();
    return block ? end + 2 : end;
}

// Blanks comments, and literals as well where asked, and leaves every line break in its place.
std::string blanked(std::string text, bool literals_too) {
    const auto blank = [&text](std::size_t from, std::size_t to) {
        for (std::size_t at = from; at < to; ++at) {
            if (text[at] != '\n')
                text[at] = ' ';
        }
    };
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at + 1;
        const char next = end < text.size() ? text[end] : '\0';
        if (text[at] == '/' && (next == '/' || next == '*')) {
            end = end_of_comment(text, at);
            blank(at, end);
        } else if (text[at] == '"' || text[at] == '\'') {
            end = end_of_literal(text, at);
            if (literals_too)
                blank(at + 1, end - 1);
        } else if (std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
            while (end < text.size() && (is_word(text[end]) || text[end] == '\''))
                ++end;
        } else if (is_word(
                       text[at])) {  // a word's digits start no number, its R may start a string
            while (end < text.size() && is_word(text[end]))
                ++end;
        }
        at = end;
    }
    return text;
}

}  // namespace

File make_file(std::string path, const std::string& text) {
    return File{std::move(path), split_lines(text), split_lines(blanked(text, false)),
                split_lines(blanked(text, true))};
}

std::vector<Include> includes_of(const File& file) {
    static const std::regex k_include(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    std::vector<Include> includes;
    for (std::size_t index = 0; index < file.uncommented.size(); ++index) {
        // A line of a raw string literal is blank in `code`.
        const std::size_t start = file.code[index].find_first_not_of(" \t");
        if (start == std::string::npos || file.code[index][start] != '#')
            continue;
        std::smatch match;
        if (std::regex_search(file.uncommented[index], match, k_include)) {
            includes.push_back({match[2], index + 1, match[1] == "\""});
        }
    }
    return includes;
}

}  // namespace tandem::tidy
