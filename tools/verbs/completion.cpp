// SPDX-License-Identifier: MIT
// completion: the script with which a shell completes this program's words.
#include <tandem/tools/program/completion.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {
namespace {

int run_completion(const Arguments& arguments, Context& context) {
    const std::string shell = arguments.text("SHELL");
    const std::string script = shell == "bash"  ? bash_completion(context.program, context.verbs)
                               : shell == "zsh" ? zsh_completion(context.program, context.verbs)
                                                : fish_completion(context.program, context.verbs);
    context.console.say(script);
    context.console.report({{"shell", shell}, {"text", script}});
    return 0;
}

}  // namespace

Verb completion_verb() {
    return {.name = "completion",
            .sentence = "Print what a shell completes words with; source it",
            .example = "completion bash",
            .options = {{.names = {"SHELL"},
                         .sentence = "bash, zsh or fish",
                         .value = OneOf{{"bash", "zsh", "fish"}},
                         .is_required = true}},
            .run = &run_completion};
}

}  // namespace tandem::tools
