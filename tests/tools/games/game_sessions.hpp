// SPDX-License-Identifier: MIT
// The bundled games in their own types, for tests that look at their members.
#pragma once

#include <functional>
#include <vector>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>

namespace tandem::test {

using Tics = std::vector<games::Duel::Input>;
using Orders = std::vector<games::Swarm::Input>;

games::Duel start_duel(std::uint32_t slots, std::uint64_t seed = 1,
                       games::Duel::Options options = {},
                       std::uint64_t presence = ~std::uint64_t{0});
void step(games::Duel& duel, const Tics& tics, std::uint64_t presence = ~std::uint64_t{0});
Tics bot_tics(const games::Duel& duel);

// Plays bots in the game for `ticks` ticks, beside a second one that takes over the first one's
// state before every tick. From the middle on only those of `presence` are there.
void expect_restoring_changes_nothing(const std::function<sim::AnySimulation()>& make,
                                      const tandem::Setup& setup, std::uint64_t ticks,
                                      std::uint64_t presence);

games::Swarm start_swarm(std::uint32_t slots, std::uint32_t units, std::uint64_t seed = 1);
void step(games::Swarm& swarm, const Orders& orders);
// One tick in which the first player orders this and nobody else anything.
void give(games::Swarm& swarm, games::Order order);
Orders bot_orders(const games::Swarm& swarm);

}  // namespace tandem::test
