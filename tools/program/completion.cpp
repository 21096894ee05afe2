// SPDX-License-Identifier: MIT
// What the three scripts have in common.
#include <tandem/tools/program/completion.hpp>

#include <algorithm>
#include <iterator>

namespace tandem::tools {
namespace {

std::vector<Option> shown(const std::vector<Option>& options, bool are_arguments) {
    std::vector<Option> some;
    std::copy_if(options.begin(), options.end(), std::back_inserter(some),
                 [&](const Option& option) {
                     return option.is_argument() == are_arguments && !option.is_hidden;
                 });
    return some;
}

}  // namespace

std::string shell_function(const ProgramName& program) {
    std::string name = "_" + program.name;
    for (char& letter : name) {
        const bool is_plain = (letter >= 'a' && letter <= 'z') ||
                              (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
        letter = is_plain ? letter : '_';
    }
    return name;
}

std::string shell_quoted(const std::string& text) {
    std::string quoted = "'";
    for (const char letter : text) {
        quoted += letter == '\'' ? "'\\''" : std::string(1, letter);
    }
    return quoted + "'";
}

std::string spaced(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

std::vector<Option> shown_options(const std::vector<Option>& options) {
    return shown(options, false);
}

std::vector<Option> shown_arguments(const std::vector<Option>& options) {
    return shown(options, true);
}

std::vector<std::string> names_with_value(const std::vector<Option>& options) {
    std::vector<std::string> names;
    for (const Option& option : shown_options(options)) {
        if (!std::holds_alternative<Flag>(option.value)) {
            names.insert(names.end(), option.names.begin(), option.names.end());
        }
    }
    return names;
}

std::string filled(std::string script,
                   const std::vector<std::pair<std::string, std::string>>& values) {
    for (const auto& [name, value] : values) {
        const std::string mark = "@" + name + "@";
        for (std::size_t at = script.find(mark); at != std::string::npos;
             at = script.find(mark, at + value.size())) {
            script.replace(at, mark.size(), value);
        }
    }
    return script;
}

bool leads_to_files(const Text& value) {
    return std::any_of(value.words.begin(), value.words.end(),
                       [](const std::string& word) { return word.ends_with(':'); });
}

}  // namespace tandem::tools
