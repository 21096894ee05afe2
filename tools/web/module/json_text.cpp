// SPDX-License-Identifier: MIT
// Bytes that are not UTF-8 are left to the browser, whose decoder replaces them.
#include <tandem/tools/web/module/json_text.hpp>

#include <array>
#include <cmath>
#include <type_traits>

namespace tandem::tools::web {
namespace {

void write(const JsonValue& value, std::string& out);

void write(const std::string& text, std::string& out) {
    constexpr std::array<char, 17> k_digits{"0123456789abcdef"};
    out += '"';
    for (const char each : text) {
        const auto byte = static_cast<unsigned char>(each);
        if (byte < 0x20) {
            out += "\\u00";
            out += k_digits[byte >> 4U];
            out += k_digits[byte & 15U];
        } else {
            out += each == '"' || each == '\\' ? "\\" : "";
            out += each;
        }
    }
    out += '"';
}

void write(const JsonArray& array, std::string& out) {
    out += '[';
    for (const JsonValue& value : array) {
        out += &value == array.data() ? "" : ",";
        write(value, out);
    }
    out += ']';
}

void write(const JsonObject& object, std::string& out) {
    out += '{';
    for (const auto& [key, value] : object) {
        out += &key == &object.front().first ? "" : ",";
        write(key, out);
        out += ':';
        write(value, out);
    }
    out += '}';
}

void write(const JsonValue& value, std::string& out) {
    std::visit(
        [&](const auto& content) {
            using Content = std::decay_t<decltype(content)>;
            if constexpr (std::is_same_v<Content, std::nullptr_t>) {
                out += "null";
            } else if constexpr (std::is_same_v<Content, bool>) {
                out += content ? "true" : "false";
            } else if constexpr (std::is_same_v<Content, double>) {
                // No fact for the page is a fraction.
                out += std::isfinite(content)
                           ? std::to_string(static_cast<std::int64_t>(std::llround(content)))
                           : "null";
            } else if constexpr (std::is_arithmetic_v<Content>) {
                out += std::to_string(content);
            } else {
                write(content, out);
            }
        },
        value.content);
}

}  // namespace

std::string json_text(const JsonObject& object) {
    std::string out;
    write(object, out);
    return out;
}

std::string json_text(const JsonArray& array) {
    std::string out;
    write(array, out);
    return out;
}

}  // namespace tandem::tools::web
