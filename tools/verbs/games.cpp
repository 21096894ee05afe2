// SPDX-License-Identifier: MIT
// The verb games lists the games this program was built with.
#include <tandem/tools/inputs/value_text.hpp>
#include <tandem/tools/text/keys_help.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {
namespace {

int run_games(const Arguments&, Context& context) {
    for (const RegisteredGame& game : context.registry.games()) {
        const sim::GameInfo& info = *game.info;
        std::string rate = std::to_string(info.tick_rate.ticks);
        if (info.tick_rate.seconds != 1) {
            rate += "/" + std::to_string(info.tick_rate.seconds);
        }
        context.console.print(info.name + "  version " + std::to_string(info.version) + ", 1 to " +
                              std::to_string(info.players_max) + " players, " + rate +
                              " ticks a second" + (info.has_bot ? ", bots" : "") +
                              (info.has_keys ? ", keys" : ""));
        const std::string options = options_text(info.options_schema, info.default_options);
        if (!options.empty()) {
            context.console.print("    --option " + options);
        }
        const std::string keys_options = options_text(info.options_schema, info.keys_options);
        if (keys_options != options) {
            context.console.print("    with keys: --option " + keys_options);
        }
        for (const std::string& line : keys_help_lines(info, true)) {
            context.console.print("    " + line);
        }
        context.console.list({{"game", info.name},
                              {"version", info.version},
                              {"players_max", info.players_max},
                              {"tick_rate", rate},
                              {"state_schema", hash_text(info.state_schema.hash().value)},
                              {"input_schema", hash_text(info.input_schema.hash().value)},
                              {"options", options},
                              {"has_bot", info.has_bot},
                              {"has_keys", info.has_keys},
                              {"keys_help", info.keys_help},
                              {"keys_options", keys_options},
                              {"has_draw", info.has_draw}});
    }
    return 0;
}

}  // namespace

Verb games_verb() {
    return {.name = "games",
            .sentence = "List the games, with their options and keys",
            .example = "games",
            .run = &run_games};
}

}  // namespace tandem::tools
