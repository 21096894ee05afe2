// SPDX-License-Identifier: MIT
// Tells takes: a line each for people, and one object of all of them.
#include <tandem/tools/program/session/takes.hpp>

#include <cstdint>
#include <string>

#include <tandem/replay/recording/contents.hpp>
#include <tandem/tools/program/evidence/faults.hpp>
#include <tandem/tools/program/evidence/session_end.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools {
namespace {

std::string text_of_take(const Take& take, const RegisteredGame& game, std::uint32_t players) {
    std::string text =
        "recorded " + count_text(take.ticks, "tick") + " of " + game.info->name + " with " +
        count_text(players, "player") + " into " + escaped(take.path) +
        (take.is_lost ? ", which is lost" : " (" + count_text(take.bytes, "byte") + ")") +
        (take.is_whole ? ", chain " + hash_text(take.chain.value) : "") + "; " +
        replay::end_reason_text(take.reason);
    if (take.parent) {
        text += "; it continues " + escaped(take.parent_file) + " after " +
                count_text(take.parent->fork_tick, "tick");
    }
    return text;
}

}  // namespace

void Takes::print() const {
    for (const Take& take : takes_) {
        context_.console.print(text_of_take(take, game_, setup_.slots));
        report_faults(take.faults, context_.console);
    }
}

JsonArray Takes::earlier() const {
    JsonArray earlier;
    for (const Take& take : takes_) {
        if (&take != &takes_.back()) {
            earlier.emplace_back(JsonObject{{"file", take.path},
                                            {"first_tick", take.first_tick},
                                            {"ticks", take.ticks},
                                            {"chain", hash_text(take.chain.value)}});
        }
    }
    return earlier;
}

JsonObject Takes::facts() const {
    const Take& last = takes_.back();
    const auto& parent = last.parent;
    return {{"game", game_.info->name},
            {"ticks", last.ticks},
            {"players", setup_.slots},
            // The last ticks stepped may not be in the file, and the chain would promise that they
            // are.
            {"chain", last.is_whole ? JsonValue(hash_text(last.chain.value)) : JsonValue()},
            {"file", last.is_lost ? JsonValue() : JsonValue(last.path)},
            {"bytes", last.bytes},
            {"end", end_name(last.reason)},
            {"faults", faults_json(last.faults)},
            {"first_tick", last.first_tick},
            {"parent_file", parent ? JsonValue(last.parent_file) : JsonValue()},
            {"parent_chain", parent ? JsonValue(hash_text(parent->chain.value)) : JsonValue()},
            {"fork_tick", parent ? JsonValue(parent->fork_tick) : JsonValue()},
            {"earlier_takes", earlier()}};
}

}  // namespace tandem::tools
