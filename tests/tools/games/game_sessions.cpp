// SPDX-License-Identifier: MIT
// Starting and stepping the bundled games without erasing their types.
#include <tests/tools/games/game_sessions.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/game/setup_options.hpp>
#include <tests/support/session.hpp>

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

void expect_restoring_changes_nothing(const std::function<sim::AnySimulation()>& make,
                                      const tandem::Setup& setup, std::uint64_t ticks,
                                      std::uint64_t presence) {
    sim::AnySimulation straight = make();
    sim::AnySimulation restored = make();
    ASSERT_TRUE(straight.reset(setup));
    ASSERT_TRUE(restored.reset(setup));
    sim::Bytes state;
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        ASSERT_TRUE(straight.save(state));
        ASSERT_TRUE(restored.restore(state)) << "tick " << tick;
        const sim::Bytes record =
            bot_record(straight, tick, tick >= ticks / 2 ? presence : ~std::uint64_t{0});
        ASSERT_TRUE(straight.step(record));
        ASSERT_TRUE(restored.step(record));
        ASSERT_EQ(straight.state_hash(), restored.state_hash()) << "tick " << tick;
    }
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

void give(Swarm& swarm, games::Order order) {
    Orders orders(swarm.slots());
    ASSERT_TRUE(orders[0].orders.push(order));
    step(swarm, orders);
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
