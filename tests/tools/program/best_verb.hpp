// SPDX-License-Identifier: MIT
// A verb as a game's author might add it, with one of each kind of value.
#pragma once

#include <string>
#include <vector>

#include <tandem/tools/verb.hpp>

namespace tandem::tools {

inline Verb best_verb() {
    return {.name = "best",
            .other_names = {"top"},
            .sentence = "Print who was best: it's a list",
            .example = "best a.tandem --by age",
            .options = {{.names = {"FILE"},
                         .sentence = "Where to look",
                         .value = Path{},
                         .is_required = true},
                        {.names = {"-n", "--number"},
                         .value_name = "N",
                         .sentence = "So many",
                         .default_text = "3",
                         .value = Whole{.least = 1}},
                        {.names = {"--by"},
                         .value_name = "FIELD",
                         .sentence = "What is counted",
                         .value = OneOf{{"age", "size"}}},
                        {.names = {"--of"},
                         .value_name = "NAME[,NAME]",
                         .sentence = "Only these",
                         .value = Text{.words = {"red", "blue"}, .is_list = true},
                         .is_repeated = true},
                        {.names = {"--from"},
                         .value_name = "SOURCE",
                         .sentence = "By whom",
                         .value = Text{.words = {"bot", "script:"}}},
                        {.names = {"--at"},
                         .value_name = "X",
                         .sentence = "How fast",
                         .value = Number{0.5, 2}},
                        {.names = {"--in"},
                         .value_name = "DIR",
                         .sentence = "Folder to write to",
                         .value = Path{Path::Kind::folder}},
                        {.names = {"--all"}, .sentence = "Everybody"},
                        {.names = {"--secret"}, .sentence = "For programs", .is_hidden = true}},
            .run = [](const Arguments& arguments, Context& context) {
                context.console.print("best of " + arguments.text("FILE"));
                return 0;
            }};
}

inline ProgramName program_of_two_games() { return {.name = "tandem", .games = {"duel", "swarm"}}; }

inline bool has(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}

}  // namespace tandem::tools
