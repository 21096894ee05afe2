// SPDX-License-Identifier: MIT
// Sessions chosen to reach all of what a simulation can do: fights in every arena, orders of every
// kind, real people's tics, players who leave and return.
#include <tests/golden/scenarios.hpp>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tests/golden/math_sweep.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {

namespace {

using games::ArenaKind;
using games::Duel;
using games::Swarm;

using MakeSetup = std::function<Setup(const sim::GameInfo&)>;

MakeSetup plain(std::uint32_t slots, std::uint64_t seed) {
    return [=](const sim::GameInfo& game) { return make_setup(game, slots, seed); };
}

template <class Options>
MakeSetup with_options(std::uint32_t slots, std::uint64_t seed, const Options& options) {
    return [=](const sim::GameInfo& game) {
        Setup setup = make_setup(game, slots, seed);
        setup.set_options(options);
        return setup;
    };
}

sim::Bytes record_of_tics(const DoomTic* first, std::uint32_t players) {
    std::vector<sim::Bytes> inputs(players);
    for (std::uint32_t player = 0; player < players; ++player) {
        for (const std::uint8_t byte : first[player]) {
            inputs[player].push_back(std::byte{byte});
        }
    }
    return sim::make_record((std::uint64_t{1} << players) - 1, inputs);
}

// Every player its own stream.
RecordSource generated_tics(std::uint32_t players, std::size_t ticks) {
    std::vector<DoomTic> tics(players * ticks);
    for (std::uint32_t player = 0; player < players; ++player) {
        const std::vector<DoomTic> stream = generate_tics(player + 1, ticks);
        for (std::size_t tick = 0; tick < ticks; ++tick) {
            tics[tick * players + player] = stream[tick];
        }
    }
    return [=](const sim::AnySimulation&, std::uint64_t tick) {
        return record_of_tics(&tics[static_cast<std::size_t>(tick) * players], players);
    };
}

// The demo's first `players` players.
RecordSource demo_tics(const std::string& name, std::uint32_t players) {
    const DoomDemo demo = *read_doom_demo(name).demo;
    return [=](const sim::AnySimulation&, std::uint64_t tick) {
        return record_of_tics(&demo.tics[static_cast<std::size_t>(tick) * demo.players], players);
    };
}

// Somebody comes or goes every few seconds; now and then nobody is there.
std::uint64_t coming_and_going(std::uint64_t tick) { return Random(tick / 43, 7).next64(); }

constexpr const char* k_demo = "freedm_demo1.lmp";

// Every public function of the fixed-point core.
Scenario math_sweep(std::string_view name, MathGroup group) {
    return {name, sim::erase<MathSweep>, with_options(1, 9, MathSweep::Options{group}),
            [] { return bots(); }};
}

std::vector<Scenario> make_scenarios() {
    const auto all_bots = [] { return bots(); };
    return {
        {"counter_bots_4", sim::erase<Counter>, plain(4, 11), all_bots},
        {"duel_bots_2", sim::erase<Duel>, plain(2, 1), all_bots},
        {"duel_bots_8_pillars", sim::erase<Duel>,
         with_options(8, 2, Duel::Options{0, ArenaKind::pillars}), all_bots},
        {"duel_generated_tics_4_rooms", sim::erase<Duel>,
         with_options(4, 3, Duel::Options{0, ArenaKind::rooms}),
         [] { return generated_tics(4, 5000); }},
        // As `tandem record --inputs lmp:freedm_demo1.lmp --players 2` does it.
        {"duel_freedm_demo1_first_two", sim::erase<Duel>, plain(2, 1),
         [] { return demo_tics(k_demo, 2); }, k_demo},
        {"duel_freedm_demo1_all_four", sim::erase<Duel>, plain(4, 1),
         [] { return demo_tics(k_demo, 4); }, k_demo},
        {"swarm_bots_4", sim::erase<Swarm>, plain(4, 5), all_bots},
        {"swarm_bots_2_20000_units", sim::erase<Swarm>, with_options(2, 6, Swarm::Options{20'000}),
         all_bots},
        {"relay_players_leave_and_return", sim::erase<Relay>, plain(6, 7),
         [] { return bots(coming_and_going); }},
        math_sweep("math_sweep_fixed", MathGroup::fixed),
        math_sweep("math_sweep_compact", MathGroup::compact),
        math_sweep("math_sweep_vectors", MathGroup::vectors),
        math_sweep("math_sweep_angles", MathGroup::angles),
        math_sweep("math_sweep_random", MathGroup::random),
        math_sweep("math_sweep_batches", MathGroup::batches),
        math_sweep("math_sweep_fixed_batches", MathGroup::fixed_batches),
        math_sweep("math_sweep_random_choices", MathGroup::random_choices),
        math_sweep("math_sweep_comparisons", MathGroup::comparisons),
    };
}

}  // namespace

const std::vector<Scenario>& scenarios() {
    static const std::vector<Scenario> k_scenarios = make_scenarios();
    return k_scenarios;
}

}  // namespace tandem::test
