// SPDX-License-Identifier: MIT
// Writes the help about the program and its verbs, for a person in front of a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// The help of the program, without a verb. `can_play` says that its first game takes keys. No text
// here has the end of its last line.
std::string what_to_do_next(const ProgramName& program, const std::vector<Verb>& verbs,
                            bool can_play);
// The help of the program: its options, its verbs and the exit codes.
std::string program_help(const ProgramName& program, const std::vector<Verb>& verbs);
// The help of a verb: its options and those that every verb has, and an example.
std::string verb_help(const ProgramName& program, const Verb& verb);

// Prints such a text, in JSON as `text`; returns the exit code.
int print_help(const std::string& text, Context& context);

// The error that there is no such verb, with the one that was probably meant. If a developer's
// program has the verb, it says so.
sim::Error unknown_verb(std::string_view word, const std::vector<Verb>& verbs,
                        const ProgramName& program);

// These are pieces that the manual page and the tables of CLI.md have as well.

// All words by which the verb can be called: "play, replay, watch".
std::string names_text(const Verb& verb, const std::string& between);
// The usage: "diff [OPTIONS] A B".
std::string usage_of(const Verb& verb);
// The argument: "FILE", "[SECTION]", "FILE-or-DIR...".
std::string argument_text(const Option& argument);
// The option: "-o,--output FILE".
std::string spelling_of(const Option& option);
// The option's sentence, and its default in brackets.
std::string meaning_of(const Option& option);
// The meanings of the exit codes.
std::string exit_codes_text();

}  // namespace tandem::tools
