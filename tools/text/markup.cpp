// SPDX-License-Identifier: MIT
// Writes elements and entities.
#include <tandem/tools/text/markup.hpp>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/text/escaped.hpp>

namespace tandem::tools {
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

std::string Markup::extract() {
    TANDEM_ASSERT(open_.empty());
    return std::exchange(out_, {});
}

}  // namespace tandem::tools
