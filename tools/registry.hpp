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
    const sim::GameInfo* info = nullptr;     // lives as long as the program
    sim::AnySimulation (*make)() = nullptr;  // a simulation that was not yet reset
};

class Registry {
public:
    // In the order in which they are told.
    explicit Registry(std::vector<RegisteredGame> games) : games_(std::move(games)) {}

    // All of them.
    const std::vector<RegisteredGame>& games() const { return games_; }
    // Null where no game has this name.
    const RegisteredGame* find(std::string_view name) const;
    // The game for a verb that starts something: the one named, or the only one there is. Error
    // usage.
    sim::Result<RegisteredGame> choose(const std::string& name) const;
    // "duel, swarm".
    std::string names() const;

private:
    std::vector<RegisteredGame> games_;
};

}  // namespace tandem::tools
