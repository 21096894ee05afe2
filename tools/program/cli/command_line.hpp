// SPDX-License-Identifier: MIT
// Turns the words of a command line into a verb and its arguments. Only command_line.cpp knows the
// command line library.
#pragma once

#include <string>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

struct CommandLine {
    std::string game;  // empty: not named
    bool json = false;
    bool quiet = false;
    bool may_take_output = false;  // a word of it may name standard output
    std::string verb;              // as it stands in JSON
    const Verb* chosen = nullptr;  // points into the given verbs; null if no verb was named
    Arguments arguments;           // arguments of that verb
};

// The two verbs that can be called like options too, as --help and --version: every list of verbs
// holds them. `help` takes the name of a verb as VERB.
inline constexpr const char* k_help_verb = "help";
inline constexpr const char* k_version_verb = "version";

// Checks a list of verbs. It is an error (internal) if two verbs have the same name, if an option
// is declared twice or has the name of one of the program's own options, or if a verb has no
// function.
sim::Result<void> check_verbs(const std::vector<Verb>& verbs);

// Takes the arguments after the program's name apart. Every failure is an Error usage in one
// sentence. `verbs` must outlive the result.
sim::Result<CommandLine> parse_command_line(const std::vector<std::string>& arguments,
                                            const std::vector<Verb>& verbs,
                                            const ProgramName& program);

// Finds --json and --quiet as far as they can be seen in arguments that do not parse, so that the
// error is told as asked.
CommandLine peek_output_options(const std::vector<std::string>& arguments,
                                const std::vector<Verb>& verbs);

}  // namespace tandem::tools
