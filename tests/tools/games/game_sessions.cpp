// SPDX-License-Identifier: MIT
// Starting and stepping the bundled games without erasing their types.
#include <tests/tools/games/game_sessions.hpp>

namespace tandem::test {

using games::Duel;
using games::Swarm;

Duel start_duel(std::uint32_t slots, std::uint64_t seed, Duel::Options options,
                std::uint64_t presence) {
    tandem::Setup setup;
    setup.slots = slots;
    setup.seed = seed;
    setup.presence = presence;
    setup.set_options(options);
    Duel duel;
    duel.reset(setup);
    return duel;
}

void step(Duel& duel, const Tics& tics, std::uint64_t presence) {
    Phases silent;
    duel.step(Inputs<Duel::Input>(tics, presence), silent);
}

Tics bot_tics(const Duel& duel) {
    Tics tics(duel.slots);
    for (std::uint32_t slot = 0; slot < duel.slots; ++slot) {
        Random random(duel.ticks, slot);
        tics[slot] = duel.bot_input(Slot{slot}, random);
    }
    return tics;
}

Swarm start_swarm(std::uint32_t slots, std::uint32_t units, std::uint64_t seed) {
    tandem::Setup setup;
    setup.slots = slots;
    setup.seed = seed;
    setup.set_options(Swarm::Options{units});
    Swarm swarm;
    swarm.reset(setup);
    return swarm;
}

void step(Swarm& swarm, const Orders& orders) {
    Phases silent;
    swarm.step(Inputs<Swarm::Input>(orders, ~std::uint64_t{0}), silent);
}

Orders bot_orders(const Swarm& swarm) {
    Orders orders(swarm.slots());
    for (std::uint32_t slot = 0; slot < swarm.slots(); ++slot) {
        Random random(swarm.ticks, slot);
        orders[slot] = swarm.bot_input(Slot{slot}, random);
    }
    return orders;
}

}  // namespace tandem::test
