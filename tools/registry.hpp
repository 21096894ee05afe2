// SPDX-License-Identifier: MIT
// The games a program was built with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

// A game that a program has.
struct RegisteredGame {
    const sim::GameInfo* info = nullptr;     // exists as long as the program
    sim::AnySimulation (*make)() = nullptr;  // makes a simulation, not yet reset
};

class Registry {
public:
    // Games in the order in which they are listed.
    explicit Registry(std::vector<RegisteredGame> games) : games_(std::move(games)) {}

    // All games.
    const std::vector<RegisteredGame>& games() const { return games_; }
    // The game with this name, or null.
    const RegisteredGame* find(std::string_view name) const;
    // The game for a verb that starts something: the one with this name, or the only one if no name
    // is given. Otherwise an error (usage).
    sim::Result<RegisteredGame> choose(const std::string& name) const;
    // The names of all games: "duel, swarm".
    std::string names() const;

private:
    std::vector<RegisteredGame> games_;
};

}  // namespace tandem::tools
