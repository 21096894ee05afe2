// SPDX-License-Identifier: MIT
// Elements and entities.
#include <tandem/tools/lab/report/markup.hpp>

#include <array>
#include <charconv>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/output.hpp>

namespace tandem::tools::lab::report {
namespace {

std::string_view entity_of(char letter) {
    switch (letter) {
        case '&':
            return "&amp;";
        case '<':
            return "&lt;";
        case '>':
            return "&gt;";
        case '"':
            return "&quot;";
        case '\'':
            return "&#39;";
        default:
            return {};
    }
}

}  // namespace

std::string escaped_markup(std::string_view text) {
    std::string out;
    for (const char letter : escaped(text)) {
        const std::string_view entity = entity_of(letter);
        out += entity.empty() ? std::string_view(&letter, 1) : entity;
    }
    return out;
}

std::string decimal(double value, int decimals) {
    std::array<char, 400> buffer{};  // the longest double without exponent has 309 digits
    const auto [end, failure] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                              std::chars_format::fixed, decimals);
    TANDEM_ASSERT(failure == std::errc());
    std::string text(buffer.data(), end);
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.ends_with('.')) {
            text.pop_back();
        }
    }
    return text == "-0" ? "0" : text;
}

void Markup::begin(std::string_view name, const Attributes& attributes) {
    out_ += '<';
    out_ += name;
    for (const auto& [key, value] : attributes) {
        out_ += ' ';
        out_ += key;
        out_ += "=\"" + escaped_markup(value) + '"';
    }
}

void Markup::open(std::string_view name, const Attributes& attributes) {
    begin(name, attributes);
    out_ += '>';
    open_.emplace_back(name);
}

void Markup::close() {
    TANDEM_ASSERT(!open_.empty());
    out_ += "</" + open_.back() + '>';
    open_.pop_back();
}

void Markup::leaf(std::string_view name, const Attributes& attributes) {
    begin(name, attributes);
    out_ += "/>";
}

void Markup::element(std::string_view name, std::string_view text, const Attributes& attributes) {
    open(name, attributes);
    this->text(text);
    close();
}

std::string Markup::take() {
    TANDEM_ASSERT(open_.empty());
    return std::exchange(out_, {});
}

}  // namespace tandem::tools::lab::report
