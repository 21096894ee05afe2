// SPDX-License-Identifier: MIT
// The verb info prints the facts that a file says about itself. It needs no game.
#include <tandem/tools/program/evidence/bundle.hpp>
#include <tandem/tools/program/evidence/file_facts.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {
namespace {

void print_info(const replay::Replay& file, const std::string& path, Console& console) {
    for (const auto& [name, value] : file_lines(file, path)) {
        console.print(name + std::string(name.size() < 12 ? 12 - name.size() : 1, ' ') + value);
    }
}

Result<int> run_info(const Arguments& arguments, Context& context) {
    const auto path = own_recording(arguments.text("FILE"));
    TANDEM_TRY(path);
    const auto file = open_replay(*path, context);
    TANDEM_TRY(file);
    print_info(*file, *path, context.console);
    const JsonObject facts = file_facts(*file, *path);
    if (file->flaw()) {
        return context.fail(*file->flaw(), facts);
    }
    context.console.report(facts);
    return 0;
}

}  // namespace

Verb info_verb() {
    return {
        .name = "info",
        .sentence = "Say what a file holds; needs no game",
        .example = "info a.tandem",
        .options = {{.names = {"FILE"},
                     .sentence = "File to read, or a bundle: its own recording",
                     .value = Path{Path::Kind::either},
                     .is_required = true}},
        .run = &reported<&run_info>,
    };
}

}  // namespace tandem::tools
