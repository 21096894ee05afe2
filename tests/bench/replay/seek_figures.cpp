// SPDX-License-Identifier: MIT
// How long it takes to come to any tick, and to where two hours part.
#include <tandem/replay/compare/diff.hpp>
#include <tandem/replay/files/file_input.hpp>
#include <tandem/replay/play/player.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tests/bench/replay/hours.hpp>
#include <tests/bench/replay/measures.hpp>
#include <tests/bench/replay/page.hpp>
#include <tests/bench/text_of.hpp>

namespace tandem::bench {
namespace {

std::uint64_t any_tick(Random& random, const replay::Replay& replay) {
    return random.below(static_cast<std::uint32_t>(replay.ticks() + 1));
}

// Many seeks of one player.
void measure_duel(const Page& page) {
    const std::string path = page.folder().path("seeks_in_duel");
    auto duel = sim::erase<games::Duel>();
    const Setup setup = bots_of(duel.info());
    record_bots(path, duel.clone(), setup, page.ticks(k_duel_hour_ticks));
    const auto replay = sound(replay::Replay::open(path));
    Random random(1);
    std::vector<double> ms;
    auto player = sound(replay::Player::create(replay, duel.clone()));
    for (std::uint64_t i = 0; i < page.times(4'000); ++i) {
        const std::uint64_t target = any_tick(random, replay);
        const Stopwatch watch;
        sound(player.seek(target));
        ms.push_back(watch.ms());
    }
    std::vector<double> first_ms;
    for (std::uint64_t i = 0; i < page.times(500); ++i) {
        auto fresh = sound(replay::Player::create(replay, duel.clone()));
        const std::uint64_t target = any_tick(random, replay);
        const Stopwatch watch;
        sound(fresh.seek(target));
        first_ms.push_back(watch.ms());
    }
    constexpr double k_tick_ms = 1e3 / 60;
    const double p99 = quantile(ms, 0.99);
    page.add("seek in the hour of duel, p99 / a tick's time", "0.11 (1.8 ms)", "1",
             text_of("%.3f (p50 %.3f ms, p99 %.2f ms, most %.2f ms; the first of a player p99 "
                     "%.2f ms)",
                     p99 / k_tick_ms, median(ms), p99, quantile(ms, 1), quantile(first_ms, 0.99)),
             p99 < k_tick_ms && quantile(first_ms, 0.99) < k_tick_ms);
}

// Each the first of a player, from opening the file on.
void measure_swarm(const Page& page) {
    const std::string path = page.folder().path("seeks_in_swarm");
    auto swarm = sim::erase<games::Swarm>();
    const Setup setup = bots_of(swarm.info());
    record_bots(path, swarm.clone(), setup, page.ticks(k_swarm_hour_ticks),
                {.keyframe_bytes_per_second = 4'096});
    Random random(1);
    std::vector<double> ms;
    std::size_t keyframes = 0;
    for (std::uint64_t i = 0; i < page.times(200); ++i) {
        const Stopwatch watch;
        const auto replay = sound(replay::Replay::open(path, {.depth = replay::OpenDepth::index}));
        auto player = sound(replay::Player::create(replay, swarm.clone()));
        sound(player.seek(any_tick(random, replay)));
        ms.push_back(watch.ms());
        keyframes = replay.states().size();
    }
    const double p99 = quantile(ms, 0.99);
    page.add("open and first seek in an hour of swarm, 4,000 units, keyframes of 4 kB/s, p99 in ms",
             "4,900", "400",
             text_of("%.0f (p50 %.0f, most %.0f; %d keyframes)", p99, median(ms), quantile(ms, 1),
                     static_cast<int>(keyframes)),
             p99 <= 400);
}

}  // namespace

void measure_seeks(const Page& page) {
    measure_duel(page);
    measure_swarm(page);
}

void measure_diff(const Page& page) {
    const std::uint64_t ticks = page.ticks(k_duel_hour_ticks);
    const std::uint64_t parts_at = ticks - ticks / 20;
    const std::string paths[] = {page.folder().path("one"), page.folder().path("other")};
    auto duel = sim::erase<games::Duel>();
    const Setup setup = bots_of(duel.info());
    record_bots(paths[0], duel.clone(), setup, ticks);
    // From there on one player walks elsewhere.
    record_bots(paths[1], duel.clone(), setup, ticks, {}, [&](std::uint64_t tick, auto& record) {
        if (tick >= parts_at) {
            record[record.size() - 4] ^= std::byte{16};
        }
    });
    for (const bool has_game : {false, true}) {
        std::vector<double> ms;
        std::uint64_t reads = 0;
        bool is_exact = true;
        for (std::uint64_t i = 0; i < page.times(101); ++i) {
            const Stopwatch watch;
            std::vector<std::shared_ptr<CountingSource>> sources;
            std::vector<replay::Replay> files;
            for (const std::string& path : paths) {
                sources.push_back(
                    std::make_shared<CountingSource>(sound(replay::open_source(path)).source));
                files.push_back(sound(
                    replay::Replay::parse(sources.back(), {.depth = replay::OpenDepth::index})));
            }
            const auto report = sound(replay::diff(
                files[0], files[1],
                has_game ? [] { return sim::erase<games::Duel>(); } : replay::SimulationFactory()));
            ms.push_back(watch.ms());
            reads = sources[0]->reads() + sources[1]->reads();
            is_exact = is_exact && report.verdict == replay::DiffVerdict::inputs &&
                       report.tick == sim::Tick{parts_at};
        }
        page.add(std::string("diff of two hours of duel that part late, ms; reads; ") +
                     (has_game ? "with the game, which is simulated" : "without the game"),
                 "71; all", "10; 60",
                 text_of("%.2f (p99 %.2f); %llu%s", median(ms), quantile(ms, 0.99),
                         static_cast<unsigned long long>(reads), is_exact ? "" : "; NOT the tick"),
                 is_exact && median(ms) <= 10 && reads <= 60);
    }
}

}  // namespace tandem::bench
