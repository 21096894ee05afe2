// SPDX-License-Identifier: MIT
// The verb version says which build this is. It can be called as --version too.
#include <tandem/tools/program/cli/command_line.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {
namespace {

int run_version(const Arguments&, Context& context) {
    context.console.print(build_text());
    context.console.report({{"version", version_text()}, {"build", build_text()}});
    return 0;
}

}  // namespace

Verb version_verb() {
    return {.name = k_version_verb,
            .sentence = "Print version and build, as --version does",
            .example = k_version_verb,
            .run = &run_version};
}

}  // namespace tandem::tools
