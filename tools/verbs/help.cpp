// SPDX-License-Identifier: MIT
// The verb help prints the help of the program or of a verb. It can be called as --help too.
#include <utility>

#include <tandem/tools/program/cli/command_line.hpp>
#include <tandem/tools/program/cli/help.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {
namespace {

int run_help(const Arguments& arguments, Context& context) {
    if (!arguments.has("VERB")) {
        return print_help(program_help(context.program, context.verbs), context);
    }
    const std::string word = arguments.text("VERB");
    const Verb* const verb = find_verb(context.verbs, word);
    return verb == nullptr ? context.fail(unknown_verb(word, context.verbs, context.program))
                           : print_help(verb_help(context.program, *verb), context);
}

}  // namespace

Verb help_verb(std::vector<std::string> verbs) {
    return {.name = k_help_verb,
            .sentence = "Explain a verb, as VERB --help does",
            .example = "help record",
            .options = {{.names = {"VERB"},
                         .sentence = "Which one; without it all are listed",
                         .value = Text{.words = std::move(verbs)}}},
            .run = &run_help};
}

}  // namespace tandem::tools
