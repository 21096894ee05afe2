// SPDX-License-Identifier: MIT
// Plays the companion in this process, at the other end of check.
#pragma once

#include <tandem/sim/result.hpp>
#include <tandem/tools/check/messages.hpp>
#include <tandem/tools/registry.hpp>

namespace tandem::tools::check {

// Resets and steps a game as ordered, and compares on the spot.
class Server {
public:
    Server(const RegisteredGame& game, const Conditions& conditions)
        : game_(game), conditions_(conditions), simulation_(game.make()) {}

    Verdict obey(const Order& order);

private:
    sim::Result<void> reset(const Order& order);
    sim::Result<void> step(const Order& order);

    const RegisteredGame& game_;
    Conditions conditions_;
    sim::AnySimulation simulation_;
    bool is_reset_ = false;
};

// Plays as it is told over this socket until the other end is gone: as a companion of check, or for
// explain, by the greeting. Error bad_data for nonsense.
sim::Result<void> serve(const RegisteredGame& game, int socket);

}  // namespace tandem::tools::check
