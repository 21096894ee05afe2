// SPDX-License-Identifier: MIT
// A tick of swarm against the same tick in double, and how its cost grows with the number of units.
#include <cstdio>
#include <memory>
#include <vector>

#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup_options.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tests/bench/figures.hpp>
#include <tests/bench/swarm_double.hpp>

namespace tandem::bench {

namespace {

using games::Swarm;

constexpr std::uint32_t k_players = 4;
constexpr std::uint32_t k_many = 100'000;
constexpr std::uint32_t k_few = 1'000;
constexpr int k_ticks = 20;  // in one measurement

void step(Swarm& swarm, const std::vector<Swarm::Input>& inputs) {
    Phases silent;
    swarm.step(Inputs<Swarm::Input>(inputs, ~std::uint64_t{0}), silent);
}

Swarm start(std::uint32_t units) {
    Setup setup;
    setup.seed = 1;
    setup.slots = k_players;
    setup.set_options(Swarm::Options{units});
    Swarm swarm;
    swarm.reset(setup);
    return swarm;
}

// All flocks on the way, side by side, as dense as they start: the same picture for every number of
// units.
Swarm marching(std::uint32_t units) {
    Swarm swarm = start(units);
    std::vector<Swarm::Input> inputs(k_players);
    for (std::uint32_t slot = 0; slot < k_players; ++slot) {
        const CompactVec2 at = swarm.flocks[slot * Swarm::k_flocks_per_player].position;
        static_cast<void>(
            inputs[slot].orders.push({games::OrderKind::move_to, 0, {at.x + 8, at.y + 3}}));
    }
    for (int tick = 0; tick < 25; ++tick) {
        step(swarm, inputs);
    }
    return swarm;
}

// Bots have fought, split, scattered and gathered for ten seconds.
Swarm fighting(std::uint32_t units) {
    Swarm swarm = start(units);
    std::vector<Swarm::Input> inputs(k_players);
    for (int tick = 0; tick < 300; ++tick) {
        for (std::uint32_t slot = 0; slot < k_players; ++slot) {
            Random random(swarm.ticks, slot);
            inputs[slot] = swarm.bot_input(Slot{slot}, random);
        }
        step(swarm, inputs);
    }
    return swarm;
}

}  // namespace

void add_swarm(Contest& contest) {
    const auto add = [&](const std::string& name, const Swarm& scene, bool with_double) {
        const auto first = std::make_shared<Swarm>(scene);
        const auto work = std::make_shared<Swarm>(scene);
        const double operations = static_cast<double>(scene.units.size()) * k_ticks;
        contest.add(
            name + "/fixed", operations, [=] { *work = *first; },
            [=, idle = std::vector<Swarm::Input>(k_players)] {
                for (int tick = 0; tick < k_ticks; ++tick) {
                    step(*work, idle);
                }
            });
        if (!with_double) {
            return;
        }
        const auto first_double = std::make_shared<SwarmDouble>(scene);
        const auto work_double = std::make_shared<SwarmDouble>(scene);
        contest.add(
            name + "/double", operations, [=] { *work_double = *first_double; },
            [=] {
                for (int tick = 0; tick < k_ticks; ++tick) {
                    work_double->step();
                }
            });
        // Both must have done the same, or the comparison is of nothing.
        Swarm fixed = scene;
        SwarmDouble floating(scene);
        const std::vector<Swarm::Input> idle(k_players);
        for (int tick = 0; tick < k_ticks; ++tick) {
            step(fixed, idle);
            floating.step();
        }
        std::printf("%s: after %d ticks a unit is %.4f away from where double has it\n",
                    name.c_str(), k_ticks, floating.distance_to(fixed));
    };
    const std::uint32_t many = contest.is_smoke() ? 5 * k_few : k_many;
    add("march", marching(many), true);
    add("fight", fighting(many), true);
    add("few", marching(k_few), false);
}

void report_swarm(const Contest& contest) {
    const auto milliseconds = [&](const std::string& name) {
        return contest.nanoseconds(name) * k_many / 1e6;
    };
    print_figure("swarm, 100,000 units on the march / double",
                 contest.ratio("march/fixed", "march/double"), 0.8);
    print_figure("swarm, 100,000 units of bots / double",
                 contest.ratio("fight/fixed", "fight/double"), 0.8);
    print_figure("swarm, cost of a unit at 100,000 / at 1,000",
                 contest.ratio("march/fixed", "few/fixed"), 1.3);
    std::printf(
        "  a tick of 100,000: march %.2f ms (double %.2f), bots %.2f ms (double %.2f); "
        "spread of the middle half %.0f %%, %.0f %%\n",
        milliseconds("march/fixed"), milliseconds("march/double"), milliseconds("fight/fixed"),
        milliseconds("fight/double"), 100 * contest.spread("march/fixed"),
        100 * contest.spread("march/double"));
}

}  // namespace tandem::bench
