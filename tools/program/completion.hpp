// SPDX-License-Identifier: MIT
// What a shell needs to complete this program's words: verbs, options, their values, files and the
// names of games, as a script made of the verbs' values.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <tandem/tools/verb.hpp>

namespace tandem::tools {

std::string bash_completion(const ProgramName& program, const std::vector<Verb>& verbs);
std::string zsh_completion(const ProgramName& program, const std::vector<Verb>& verbs);
std::string fish_completion(const ProgramName& program, const std::vector<Verb>& verbs);

// The pieces that all three have.

// "_my_game": a shell function of this program.
std::string shell_function(const ProgramName& program);
// Those of the words that no shell reads as anything else: not "$(rm x)". Shells evaluate what they
// offer, also within quotes.
std::vector<std::string> plain_words(const std::vector<std::string>& words);
// "a b c".
std::string spaced(const std::vector<std::string>& words);
// Options and arguments that a person may be shown.
std::vector<Option> shown_options(const std::vector<Option>& options);
std::vector<Option> shown_arguments(const std::vector<Option>& options);
// The names of those options that take a value.
std::vector<std::string> names_with_value(const std::vector<Option>& options);
// A script with `value` wherever it says @NAME@, for each of these names. A mark within a value
// stays.
std::string filled(const std::string& script,
                   const std::vector<std::pair<std::string, std::string>>& values);
// Whether a file's name follows one of the words, which then ends with ':'.
bool leads_to_files(const Text& value);

}  // namespace tandem::tools
