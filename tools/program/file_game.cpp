// SPDX-License-Identifier: MIT
// A file names its game; this program has it or not.
#include <tandem/tools/program/file_game.hpp>

namespace tandem::tools {

sim::Result<RegisteredGame> game_of(const replay::Replay& file, const std::string& path,
                                    const Context& context) {
    const std::string& name = file.header().game;
    if (!context.game.empty() && context.game != name) {
        return sim::Error{sim::ErrorCode::no_simulation, path,
                          "the file is a recording of " + escaped(name) + ", not of " +
                              escaped(context.game) +
                              " as --game says; leave --game away, a file names its game"};
    }
    if (const RegisteredGame* game = context.registry.find(name)) {
        return *game;
    }
    return sim::Error{sim::ErrorCode::no_simulation, path,
                      "the file is a recording of " + escaped(name) + " version " +
                          std::to_string(file.header().game_version) +
                          ", and no such game is built into this program; there is " +
                          context.registry.names()};
}

JsonArray fields_json(const std::vector<sim::FieldDifference>& fields) {
    JsonArray array;
    for (const sim::FieldDifference& field : fields) {
        array.emplace_back(JsonObject{{"path", field.path},
                                      {"a", field.a},
                                      {"b", field.b},
                                      {"raw_a", field.raw_a},
                                      {"raw_b", field.raw_b},
                                      {"more", field.more}});
    }
    return array;
}

std::string moment_text(std::uint64_t ticks_done) {
    return ticks_done == 0 ? "start" : "tick " + std::to_string(ticks_done - 1);
}

void say_fields(const std::vector<sim::FieldDifference>& fields, const std::string& moment,
                Console& console) {
    for (const sim::FieldDifference& field : fields) {
        console.say("  " + moment + "  " + sim::difference_text(field));
    }
}

}  // namespace tandem::tools
