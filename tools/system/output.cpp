// SPDX-License-Identifier: MIT
// Writes values as JSON, and lines to stdout and stderr.
#include <tandem/tools/system/output.hpp>

#include <algorithm>
#include <ostream>
#include <type_traits>

#include <nlohmann/json.hpp>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/text.hpp>
#include <tandem/tools/exit_code.hpp>
#include <tandem/tools/system/terminal.hpp>

namespace tandem::tools {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const JsonValue& value);

bool is_utf8(const std::string& text) {
    const auto is_ascii = [](char letter) { return static_cast<unsigned char>(letter) < 0x80; };
    if (std::ranges::all_of(text, is_ascii)) {
        return true;
    }
    try {
        static_cast<void>(Json(text).dump());
        return true;
    } catch (const Json::type_error&) {
        return false;
    }
}

std::string hex_text(const std::string& bytes) {
    constexpr const char* k_digits = "0123456789abcdef";
    std::string text;
    for (const char byte : bytes) {
        text += k_digits[static_cast<unsigned char>(byte) >> 4U];
        text += k_digits[static_cast<unsigned char>(byte) & 15U];
    }
    return text;
}

Json to_json(const JsonObject& object) {
    Json json = Json::object();
    for (const auto& [key, value] : object) {
        json[key] = to_json(value);
        // A file's name may be any bytes, and a reader of this has to find the file.
        if (const auto* text = std::get_if<std::string>(&value.content); text && !is_utf8(*text)) {
            json[key + "_hex"] = hex_text(*text);
        }
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

}  // namespace

std::string json_line(const JsonObject& object) {
    return to_json(object).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string unexpected_text(std::string_view what) {
    return "this should not have happened: " + std::string(what) +
           "; it is a fault of the game's own code or of Tandem, please report it with the command "
           "line";
}

sim::Error out_of_memory(std::string_view doing) {
    return {
        sim::ErrorCode::io, std::string(doing),
        "memory ran out; free some, raise the limit on it (ulimit -v), or ask for less at once"};
}

sim::Error output_lost() {
    return {sim::ErrorCode::io, "standard output", "what was to be printed could not be written"};
}

void Console::print(std::string_view line) {
    if (is_output_taken_) {
        print_note(line);
    } else if (!json_) {
        out_ << line << '\n';
    }
}

bool Console::write(std::string_view data) {
    TANDEM_ASSERT(!json_);
    out_.write(data.data(), static_cast<std::streamsize>(data.size()));
    return out_.good();
}

void Console::report(const JsonObject& object) {
    list(object);
    // Flushes, so that a program that reads along sees each object when it is said.
    if (json_) {
        out_.flush();
    }
}

void Console::list(const JsonObject& object) {
    if (!json_) {
        return;
    }
    JsonObject line{{"schema", std::uint64_t{1}}, {"verb", verb_}};
    line.insert(line.end(), object.begin(), object.end());
    out_ << json_line(line) << '\n';
}

void Console::print_note(std::string_view line) {
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

void Console::pass_on(std::string_view out, std::string_view err) {
    out_ << out << std::flush;
    err_ << err << std::flush;
}

bool Console::may_redraw() const { return stderr_can_redraw() && !quiet_ && !json_ && !holds_; }

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
