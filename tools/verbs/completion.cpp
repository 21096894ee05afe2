// SPDX-License-Identifier: MIT
// The verb completion prints the script with which a shell asks this program how a word goes on,
// and answers it.
#include <tandem/tools/program/cli/completion.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {
namespace {

int run_completion(const Arguments& arguments, Context& context);

}  // namespace

Verb completion_verb() {
    return {.name = "completion",
            .sentence = "Print what a shell completes words with; source it",
            .example = "completion bash",
            .options = {{.names = {"SHELL"},
                         .sentence = "bash, zsh or fish",
                         .value = OneOf{{"bash", "zsh", "fish"}},
                         .is_required = true},
                        {.names = {"WORD"},
                         .sentence = "The words of a command line, the last one begun",
                         .value = Text{},
                         .is_repeated = true,
                         .is_hidden = true}},
            .run = &run_completion};
}

namespace {

int run_completion(const Arguments& arguments, Context& context) {
    const std::string name = arguments.text("SHELL");
    const Shell shell = name == "bash" ? Shell::bash : name == "zsh" ? Shell::zsh : Shell::fish;
    const std::string text =
        arguments.has("WORD")
            ? completion_lines(shell, context.program, context.verbs, arguments.texts("WORD"))
            : completion_script(shell, context.program.name);
    context.console.print(text);
    context.console.report({{"shell", name}, {"text", text}});
    return 0;
}

}  // namespace

}  // namespace tandem::tools
