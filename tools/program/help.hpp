// SPDX-License-Identifier: MIT
// What the program says of itself and of its verbs, for somebody in front of a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// Of the program, without a verb. `can_play`: whether its first game takes keys. No text here has
// the end of its last line.
std::string what_to_do_next(const ProgramName& program, bool can_play);
// Of the program: its options, its verbs and the exit codes.
std::string program_help(const ProgramName& program, const std::vector<Verb>& verbs);
// Of one verb: its options and those that every verb has, and an example.
std::string verb_help(const ProgramName& program, const Verb& verb);

// Prints such a text, in JSON as `text`; gives the exit code.
int say_help(const std::string& text, Context& context);

// That there is no such verb, and which one was probably meant.
sim::Error unknown_verb(std::string_view word, const std::vector<Verb>& verbs,
                        const ProgramName& program);

// The pieces that the manual page and the tables of CLI.md have as well.

// All words by which the verb can be called: "play, replay, watch".
std::string names_text(const Verb& verb, const std::string& between);
// "diff [OPTIONS] A B".
std::string usage_of(const Verb& verb);
// "FILE", "[SECTION]", "FILE-or-DIR...".
std::string argument_text(const Option& argument);
// "-o,--output FILE".
std::string spelling_of(const Option& option);
// Its sentence, and what holds without it in brackets.
std::string meaning_of(const Option& option);
// What exit codes mean.
std::string exit_codes_text();

}  // namespace tandem::tools
