// SPDX-License-Identifier: MIT
// What simulating a recording again costs: on two processors beside one, and beside a bare loop.
#include <sstream>
#include <thread>

#include <tandem/replay/play/player.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tandem/tools/verbs/list.hpp>
#include <tandem/tools/verify/pool.hpp>
#include <tests/bench/replay/hours.hpp>
#include <tests/bench/replay/measures.hpp>
#include <tests/bench/replay/page.hpp>
#include <tests/bench/text_of.hpp>

namespace tandem::bench {
namespace {

// The game's steps alone: of its state almost nothing is hashed.
struct BareSwarm : games::Swarm {
    std::uint32_t nothing = 0;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(nothing));
    }
    void restored() const {}
};

// As the verb does it, in ms.
double verify_ms(const std::string& path, std::uint32_t jobs) {
    const tools::Registry registry(
        {{&sim::GameModel<games::Duel>::game_info(), &sim::erase<games::Duel>},
         {&sim::GameModel<games::Swarm>::game_info(), &sim::erase<games::Swarm>}});
    const auto verbs = tools::all_verbs();
    std::ostringstream out;
    tools::Console console(out, out, "figures");
    const Stopwatch watch;
    const auto result =
        tools::verify_files({path}, {.jobs = jobs, .checks = {}}, {registry, verbs, console});
    const double ms = watch.ms();
    if (result.error || !result.outcomes[0].is_same()) {
        std::fprintf(stderr, "%s does not verify\n", path.c_str());
        std::exit(1);
    }
    return ms;
}

// Two of them at once, in ms.
double verify_both_ms(const std::string& path) {
    const Stopwatch watch;
    std::thread other([&] { verify_ms(path, 1); });
    verify_ms(path, 1);
    other.join();
    return watch.ms();
}

void measure_file(const Page& page, const std::string& what, const std::string& path,
                  std::uint64_t times) {
    std::vector<double> one_ms;
    std::vector<double> ratios;
    std::vector<double> apart;
    for (std::uint64_t i = 0; i < times; ++i) {
        const double before_ms = verify_ms(path, 1);
        const double two_ms = verify_ms(path, 2);
        const double both_ms = verify_both_ms(path);
        const double after_ms = verify_ms(path, 1);
        one_ms.push_back((before_ms + after_ms) / 2);
        ratios.push_back(one_ms.back() / two_ms);
        apart.push_back(2 * one_ms.back() / both_ms);
    }
    page.add(
        "verify on two processors / one, inside one file: " + what, "1.0", "1.9",
        text_of("%.2f (%.2f to %.2f; two runs at once %.2f; one takes %.0f ms)", median(ratios),
                quantile(ratios, 0), quantile(ratios, 1), median(apart), median(one_ms)),
        median(ratios) >= 1.9);
}

}  // namespace

void measure_verify(const Page& page) {
    const std::string duel_path = page.folder().path("verify_duel");
    auto duel = sim::erase<games::Duel>();
    const Setup duel_setup = bots_of(duel.info());
    record_bots(duel_path, std::move(duel), duel_setup, page.ticks(k_duel_hour_ticks));
    measure_file(page, "the hour of duel", duel_path, page.times(31));
    const std::string swarm_path = page.folder().path("verify_swarm");
    auto swarm = sim::erase<games::Swarm>();
    const Setup swarm_setup = bots_of(swarm.info());
    record_bots(swarm_path, std::move(swarm), swarm_setup, page.ticks(k_swarm_hour_ticks));
    measure_file(page, "the hour of swarm", swarm_path, page.times(5));
}

void measure_playback(const Page& page) {
    const std::string path = page.folder().path("playback");
    auto swarm = sim::erase<games::Swarm>();
    const Setup setup = bots_of(swarm.info());
    const std::uint64_t stretch = page.ticks(600);
    record_bots(path, swarm.clone(), setup, stretch * page.times(25));
    const auto replay = sound(replay::Replay::open(path));
    std::vector<sim::Bytes> records;
    replay::Cursor cursor(replay);
    for (std::uint64_t tick = 0; tick < replay.ticks(); ++tick) {
        const auto record = sound(cursor.record(sim::Tick{tick}));
        records.emplace_back(record.begin(), record.end());
    }
    auto player = sound(replay::Player::create(replay, std::move(swarm)));
    auto bare = sim::erase<BareSwarm>();
    sound(bare.reset(setup));
    // Both go through the same ticks, a stretch each in turn.
    std::vector<double> ratios;
    for (std::uint64_t tick = 0; tick < records.size(); tick += stretch) {
        const auto play = [&] {
            const Stopwatch watch;
            for (std::uint64_t i = 0; i < stretch; ++i) {
                sound(player.step());
            }
            return watch.ms();
        };
        const auto loop = [&] {
            const Stopwatch watch;
            for (std::uint64_t i = 0; i < stretch; ++i) {
                sound(bare.step(records[tick + i]));
            }
            return watch.ms();
        };
        const bool is_bare_first = tick / stretch % 2 == 0;
        const double first_ms = is_bare_first ? loop() : play();
        const double second_ms = is_bare_first ? play() : loop();
        ratios.push_back(is_bare_first ? second_ms / first_ms : first_ms / second_ms);
    }
    const bool is_same = !player.diverged_at();
    page.add("playback of swarm with a hash each tick / bare loop", "1.06 to 1.11", "1.05",
             text_of("%.3f (half of the stretches %.3f to %.3f)%s", median(ratios),
                     quantile(ratios, 0.25), quantile(ratios, 0.75), is_same ? "" : " DIVERGED"),
             is_same && median(ratios) <= 1.05);
}

}  // namespace tandem::bench
