// SPDX-License-Identifier: MIT
// The only file that knows the JSON library.
#include <tandem/tools/output.hpp>

#include <array>
#include <cstddef>
#include <ostream>

#include <nlohmann/json.hpp>

#include <tandem/sim/text.hpp>
#include <tandem/tools/exit_code.hpp>

namespace tandem::tools {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const JsonValue& value);

Json to_json(const JsonObject& object) {
    Json json = Json::object();
    for (const auto& [key, value] : object) {
        json[key] = to_json(value);
    }
    return json;
}

Json to_json(const JsonArray& array) {
    Json json = Json::array();
    for (const JsonValue& value : array) {
        json.push_back(to_json(value));
    }
    return json;
}

Json to_json(const JsonValue& value) {
    return std::visit(
        [](const auto& content) {
            using T = std::decay_t<decltype(content)>;
            if constexpr (std::is_same_v<T, JsonArray> || std::is_same_v<T, JsonObject>) {
                return to_json(content);
            } else {
                return Json(content);
            }
        },
        value.content);
}

struct CodePoint {
    std::uint32_t value = 0;
    std::size_t bytes = 0;  // 0: no UTF-8 here
};

// RFC 3629: no overlong forms, no surrogates, at most U+10FFFF.
CodePoint decode_utf8(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80) {
        return {lead, 1};
    }
    const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) {
        return {};
    }
    std::uint32_t value = lead & (0xFFU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0U) != 0x80U) {
            return {};
        }
        value = value << 6 | (next & 0x3FU);
    }
    constexpr std::array<std::uint32_t, 5> k_smallest{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < k_smallest[bytes] || value > 0x10FFFF || surrogate) {
        return {};
    }
    return {value, bytes};
}

// Characters that change what is around them: C0, C1, line separators, bidirectional controls.
bool is_treacherous(std::uint32_t value) {
    return value < 0x20 || (value >= 0x7F && value < 0xA0) || value == 0x200E || value == 0x200F ||
           (value >= 0x2028 && value <= 0x202E) || (value >= 0x2066 && value <= 0x2069) ||
           value == 0xFEFF;
}

}  // namespace

std::string json_line(const JsonObject& object) {
    return to_json(object).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string hash_text(std::uint64_t hash) { return sim::hex64(hash); }

std::string escaped(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const CodePoint point = decode_utf8(text);
        const std::size_t bytes = point.bytes == 0 ? 1 : point.bytes;
        if (point.bytes == 0 || is_treacherous(point.value)) {
            for (const char byte : text.substr(0, bytes)) {
                out += sim::byte_escape(byte);
            }
        } else {
            out += text.substr(0, bytes);
        }
        text.remove_prefix(bytes);
    }
    return out;
}

std::string count_text(std::uint64_t count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string unexpected_text(std::string_view what) {
    return "this should not have happened: " + std::string(what) +
           "; it is a fault of the game's own code or of Tandem, please report it with the command "
           "line";
}

void Console::say(std::string_view line) {
    if (!json_) {
        out_ << line << '\n';
    }
}

void Console::report(const JsonObject& object) {
    if (!json_) {
        return;
    }
    JsonObject line{{"schema", std::uint64_t{1}}, {"verb", verb_}};
    line.insert(line.end(), object.begin(), object.end());
    // Flushed, so that a program that reads along sees each object when it is said.
    out_ << json_line(line) << '\n' << std::flush;
}

void Console::note(std::string_view line) {
    if (!quiet_) {
        write_err(line);
    }
}

void Console::complain(const sim::Error& error) {
    write_err(escaped(name_) + ": " + escaped(error.text()));
}

void Console::error(const sim::Error& error, const JsonObject& facts) {
    complain(error);
    JsonObject object = facts;
    object.emplace_back("error", error.text());
    object.emplace_back("code", name_of(error.code));
    object.emplace_back("exit", static_cast<std::uint32_t>(exit_code_of(error.code)));
    report(object);
}

void Console::hold_notes() { holds_ = true; }

void Console::release_notes() {
    holds_ = false;
    for (const std::string& line : held_) {
        write_err(line);
    }
    held_.clear();
}

bool Console::flush() {
    out_.flush();
    return out_.good();
}

void Console::write_err(std::string_view line) {
    if (holds_) {
        held_.emplace_back(line);
    } else {
        err_ << line << '\n' << std::flush;
    }
}

}  // namespace tandem::tools
