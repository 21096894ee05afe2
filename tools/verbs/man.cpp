// SPDX-License-Identifier: MIT
// The verb man prints the manual page of this program, which an installation puts into a file.
#include <tandem/tools/program/cli/manual_page.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {
namespace {

int run_man(const Arguments&, Context& context) {
    const std::string page = manual_page(context.program, context.verbs);
    context.console.print(page);
    context.console.report({{"text", page}});
    return 0;
}

}  // namespace

Verb man_verb() {
    return {.name = "man",
            .sentence = "Print the manual page, for man -l -",
            .example = "man",
            .run = &run_man};
}

}  // namespace tandem::tools
