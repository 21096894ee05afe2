// SPDX-License-Identifier: MIT
// What the three scripts have in common.
#include <tandem/tools/program/completion.hpp>

#include <algorithm>
#include <iterator>
#include <string_view>

#include <tandem/tools/text/plain_word.hpp>
#include <tandem/tools/text/words_text.hpp>

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
        letter = is_letter_or_digit(letter) ? letter : '_';
    }
    return name;
}

std::vector<std::string> plain_words(const std::vector<std::string>& words) {
    constexpr std::string_view k_plain_signs = "_-.:/+";
    std::vector<std::string> plain;
    std::copy_if(words.begin(), words.end(), std::back_inserter(plain),
                 [&](const std::string& word) { return is_plain_word(word, k_plain_signs); });
    return plain;
}

std::string spaced(const std::vector<std::string>& words) { return words_text(words, " "); }

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

std::string filled(const std::string& script,
                   const std::vector<std::pair<std::string, std::string>>& values) {
    std::string text;
    for (std::size_t at = 0; at < script.size();) {
        const auto found = std::find_if(values.begin(), values.end(), [&](const auto& value) {
            return script.compare(at, value.first.size() + 2, "@" + value.first + "@") == 0;
        });
        text += found == values.end() ? script.substr(at, 1) : found->second;
        at += found == values.end() ? 1 : found->first.size() + 2;
    }
    return text;
}

bool leads_to_files(const Text& value) {
    return std::any_of(value.words.begin(), value.words.end(),
                       [](const std::string& word) { return word.ends_with(':'); });
}

}  // namespace tandem::tools
