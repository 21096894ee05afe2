// SPDX-License-Identifier: MIT
// Hashing, saving and restoring 100,000 units of 32 bytes against the bytes themselves, and what a
// steady tick of the bundled games allocates.
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <xxhash.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/game/state_hasher.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tests/bench/figures.hpp>
#include <tests/tools/games/allocation_count.hpp>

namespace tandem::bench {

namespace {

constexpr std::size_t k_units = 100'000;
constexpr double k_tick_ns = 1e9 / 60;

struct Unit {
    Fixed x;
    Fixed y;
    Fixed16 velocity_x;
    Fixed16 velocity_y;
    std::uint32_t target = 0;
    std::uint16_t health = 0;
    std::uint16_t team = 0;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(x), CEREAL_NVP(y), CEREAL_NVP(velocity_x), CEREAL_NVP(velocity_y));
        ar(CEREAL_NVP(target), CEREAL_NVP(health), CEREAL_NVP(team));
    }
};
static_assert(sizeof(Unit) == 32);

// A game that is nothing but state.
struct Herd {
    static constexpr std::string_view name = "herd";
    static constexpr TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 1;

    struct Input {
        std::uint8_t nothing = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(nothing));
        }
    };

    void reset(const Setup& setup) {
        Random random(setup.seed);
        units.assign(k_units, Unit{});
        for (Unit& unit : units) {
            unit.x = random.between(Fixed(0), Fixed(1000));
            unit.y = random.between(Fixed(0), Fixed(1000));
            unit.target = random.next32();
        }
    }
    void step(Inputs<Input>) {}
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(units));
    }

    std::vector<Unit> units;
};

template <class Game>
sim::AnySimulation started(std::uint32_t slots, const sim::Bytes& options) {
    sim::AnySimulation simulation = sim::erase<Game>();
    Setup setup;
    setup.slots = slots;
    setup.options = options;
    static_cast<void>(simulation.reset(setup));
    return simulation;
}

// A state's own cost: hash, save and restore, and the same bytes hashed flat and copied.
template <class Game>
void add_state_of(Contest& contest, const std::string& name, std::uint32_t slots,
                  const sim::Bytes& options) {
    const auto simulation = std::make_shared<sim::AnySimulation>(started<Game>(slots, options));
    const auto state = std::make_shared<sim::Bytes>(simulation->save());
    const auto game = std::make_shared<Game>();
    Setup setup;
    setup.slots = slots;
    setup.options = options;
    game->reset(setup);
    contest.add(name + "/hash", 1, [=, hasher = std::make_shared<sim::StateHasher<Game>>()] {
        benchmark::DoNotOptimize(hasher->hash(*game));
    });
    contest.add(name + "/flat hash", 1,
                [=] { benchmark::DoNotOptimize(XXH3_64bits(state->data(), state->size())); });
    contest.add(name + "/save", 1, [=, out = std::make_shared<sim::Bytes>()] {
        benchmark::DoNotOptimize(simulation->save(*out));
    });
    contest.add(name + "/restore", 1,
                [=] { benchmark::DoNotOptimize(simulation->restore(*state)); });
    contest.add(name + "/copy", 1, [=, out = std::make_shared<sim::Bytes>(state->size())] {
        std::memcpy(out->data(), state->data(), state->size());
        benchmark::DoNotOptimize(out->data());
    });
}

// Allocations of a game's own step once its vectors have grown, with bots playing.
template <class Game>
std::uint64_t allocations_of(Game game, std::uint32_t slots) {
    constexpr int k_ticks = 400;
    std::vector<typename Game::Input> inputs(slots);
    Phases silent;
    std::uint64_t allocations = 0;
    for (int tick = 0; tick < k_ticks; ++tick) {
        for (std::uint32_t slot = 0; slot < slots; ++slot) {
            Random random(static_cast<std::uint64_t>(tick), slot);
            inputs[slot] = game.bot_input(Slot{slot}, random);
        }
        const std::uint64_t before = test::allocation_count();
        game.step(Inputs<typename Game::Input>(inputs, ~std::uint64_t{0}), silent);
        if (tick >= k_ticks / 4) {
            allocations += test::allocation_count() - before;
        }
    }
    return allocations;
}

}  // namespace

void add_state(Contest& contest) {
    add_state_of<Herd>(contest, "herd", 1, {});
    add_state_of<games::Swarm>(
        contest, "swarm", 4,
        sim::canonical_bytes(games::Swarm::Options{static_cast<std::uint32_t>(k_units)}));
}

void report_state(const Contest& contest) {
    for (const std::string name : {"herd", "swarm"}) {
        const std::string what = name == "herd" ? "100,000 x 32 B: " : "swarm's state: ";
        print_figure(what + "hash / XXH3-64 flat",
                     contest.ratio(name + "/hash", name + "/flat hash"), 1.15);
        print_figure(what + "save / memcpy", contest.ratio(name + "/save", name + "/copy"), 1.5);
        print_figure(what + "restore / memcpy", contest.ratio(name + "/restore", name + "/copy"),
                     2);
        print_figure(
            what + "save and hash, % of a 60 Hz tick",
            100 * (contest.nanoseconds(name + "/save") + contest.nanoseconds(name + "/hash")) /
                k_tick_ns,
            3);
    }
}

void report_allocations() {
    Setup setup;
    setup.slots = 4;
    setup.presence = ~std::uint64_t{0};
    setup.set_options(games::Duel::Options{});
    games::Duel duel;
    duel.reset(setup);
    print_figure("duel: allocations in 300 steady ticks",
                 static_cast<double>(allocations_of(std::move(duel), 4)), 0);
    setup.set_options(games::Swarm::Options{});
    games::Swarm swarm;
    swarm.reset(setup);
    print_figure("swarm: allocations in 300 steady ticks",
                 static_cast<double>(allocations_of(std::move(swarm), 4)), 0);
}

}  // namespace tandem::bench
