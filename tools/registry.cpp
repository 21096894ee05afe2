// SPDX-License-Identifier: MIT
// Finds a game by its name, and tells the names of all.
#include <tandem/tools/registry.hpp>

#include <tandem/sim/nearest.hpp>

namespace tandem::tools {

const RegisteredGame* Registry::find(std::string_view name) const {
    for (const RegisteredGame& game : games_) {
        if (game.info->name == name) {
            return &game;
        }
    }
    return nullptr;
}

sim::Result<RegisteredGame> Registry::choose(const std::string& name) const {
    if (name.empty() && games_.size() == 1) {
        return games_.front();
    }
    if (name.empty()) {
        return sim::Error{sim::ErrorCode::usage, "",
                          "which game? say --game NAME before the verb; there is " + names()};
    }
    if (const RegisteredGame* game = find(name)) {
        return *game;
    }
    std::vector<std::string> known;
    for (const RegisteredGame& game : games_) {
        known.push_back(game.info->name);
    }
    return sim::Error{
        sim::ErrorCode::usage, "--game " + name,
        "there is no such game here" + sim::nearest_hint(name, known) + "; there is " + names()};
}

std::string Registry::names() const {
    std::string names;
    for (const RegisteredGame& game : games_) {
        names += (names.empty() ? "" : ", ") + game.info->name;
    }
    return names;
}

}  // namespace tandem::tools
