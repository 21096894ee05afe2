// SPDX-License-Identifier: MIT
// Finds the source for the text SOURCE of the command line.
#include <tandem/tools/inputs/source.hpp>

#include <filesystem>

#include <tandem/tools/system/terminal.hpp>

namespace tandem::tools {

std::string source_forms() {
    return "keys, bot, random, script:FILE.csv, lmp:FILE.lmp, lmp:FILE.wad#DEMO1 or replay:FILE";
}

std::vector<std::string> source_words() {
    return {"keys", "bot", "random", "script:", "lmp:", "replay:"};
}

bool is_keys_source(const std::string& text) { return text == "keys"; }

std::string source_file(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) {
        return "";
    }
    const std::string path = text.substr(colon + 1);
    return text.starts_with("lmp:") ? split_lump_path(path).file : path;
}

LumpPath split_lump_path(const std::string& path) {
    const std::size_t hash = path.rfind('#');
    std::error_code ignored;
    if (hash == std::string::npos || std::filesystem::exists(path, ignored)) {
        return {path, ""};
    }
    return {path.substr(0, hash), path.substr(hash + 1)};
}

std::string no_bot_text(const sim::GameInfo& game) {
    return "the game " + game.name +
           " has no bot (no bot_input), so every player without another source stands idle";
}

std::unique_ptr<Source> make_default_source(const SourceContext& context) {
    if (!context.mixes_in_random) {
        return make_bot_source();
    }
    return context.game.has_bot ? make_mixed_source() : make_random_source();
}

sim::Result<std::unique_ptr<Source>> open_source(const std::string& text,
                                                 const SourceContext& context) {
    if (is_keys_source(text)) {
        if (!context.game.has_keys) {
            return sim::Error{sim::ErrorCode::usage, "--inputs keys",
                              "the game " + context.game.name +
                                  " takes no keys (it has no input_from_keys); use bot or a file"};
        }
        if (context.held_keys == nullptr) {
            const std::string why = why_no_screen();
            return sim::Error{sim::ErrorCode::usage, "--inputs keys",
                              "this source is a person in front of a picture, and " +
                                  (why.empty() ? "there is none with --view none" : why) +
                                  "; use bot or a file"};
        }
        return make_keys_source(context.held_keys);
    }
    if (text == "bot") {
        return make_bot_source();
    }
    if (text == "random") {
        return make_random_source();
    }
    const std::size_t colon = text.find(':');
    const std::string kind = text.substr(0, colon);
    const std::string path = colon == std::string::npos ? "" : text.substr(colon + 1);
    if (!path.empty() && kind == "script") {
        return open_script_source(path, context.game);
    }
    if (kind == "lmp" && !split_lump_path(path).file.empty()) {
        return open_lmp_source(path, context.game);
    }
    if (!path.empty() && kind == "replay") {
        return open_replay_source(path, context.game, context.first_tick);
    }
    return sim::Error{sim::ErrorCode::usage, "--inputs " + text,
                      "this is no input source; expected " + source_forms()};
}

}  // namespace tandem::tools
