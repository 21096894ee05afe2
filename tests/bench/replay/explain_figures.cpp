// SPDX-License-Identifier: MIT
// How long it takes to ask every tick of an hour, and to find what last changed a field.
#include <algorithm>
#include <string>
#include <vector>

#include <tandem/replay/explain/find_states.hpp>
#include <tandem/replay/explain/last_change.hpp>
#include <tandem/replay/play/rerun.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tests/bench/replay/hours.hpp>
#include <tests/bench/replay/measures.hpp>
#include <tests/bench/replay/page.hpp>
#include <tests/bench/text_of.hpp>

namespace tandem::bench {
namespace {

constexpr std::uint64_t k_minute_ticks = k_duel_hour_ticks / 60;
constexpr double k_why_goal_ms = 200;

std::string hour_of_duel(const Page& page, const std::string& name) {
    const std::string path = page.folder().path(name);
    auto duel = sim::erase<games::Duel>();
    record_bots(path, duel.clone(), bots_of(duel.info()), page.ticks(k_duel_hour_ticks));
    return path;
}

}  // namespace

void measure_find(const Page& page) {
    const std::string path = hour_of_duel(page, "found_in");
    const auto duel = sim::erase<games::Duel>();
    for (const std::string text :
         {"fighters[1].health == 0", "projectiles.size > 3 and not changed(fighters[0].weapon)",
          "fighters[*].position.x < 0.5 or input[0].forward > 49"}) {
        std::vector<double> ms;
        std::vector<double> verify_ms;
        std::uint64_t found = 0;
        for (std::uint64_t i = 0; i < page.times(9); ++i) {
            const Stopwatch watch;
            const auto replay = sound(replay::Replay::open(path));
            const auto expression =
                sound(replay::Expression::parse(text, replay::scope_of(replay)));
            const auto report = sound(replay::find_states(
                replay, duel.clone(), expression, {replay.first_tick(), replay.end_tick(), nullptr},
                [](const auto&) { return true; }));
            ms.push_back(watch.ms());
            found = report.states_found;
            // Beside it what every question costs at least: one run that compares every tick.
            const Stopwatch run;
            auto retraced = sound(replay::retrace_from_keyframe(replay, duel.clone(), 0));
            while (retraced.ticks_done() < replay.end_tick()) {
                sound(replay::retrace_step(retraced));
            }
            verify_ms.push_back(run.ms());
        }
        page.add(
            "find in an hour of duel, ms: " + text, "-", "1,000",
            text_of("%.0f (most %.0f; a run alone %.0f; held at %llu states)", median(ms),
                    quantile(ms, 1), median(verify_ms), static_cast<unsigned long long>(found)),
            median(ms) <= 1'000);
    }
}

void measure_why(const Page& page) {
    const std::string path = hour_of_duel(page, "asked_why");
    const auto duel = sim::erase<games::Duel>();
    const auto replay = sound(replay::Replay::open(path));
    Random random(1);
    std::vector<double> late_ms;
    std::vector<double> early_ms;
    double most_of_run = 0;
    for (std::uint64_t i = 0; i < page.times(2'000); ++i) {
        const std::uint64_t at =
            1 + random.below(static_cast<std::uint32_t>(replay.end_tick() - 1));
        auto there = sound(replay::retrace(replay, duel.clone(), at));
        const sim::Bytes state = there.simulation().save();
        const auto leaves = sim::list_leaves(replay.header().state_schema.root(), state);
        const std::string field =
            leaves[random.below(static_cast<std::uint32_t>(leaves.size()))].path;
        const Stopwatch watch;
        const auto opened = sound(replay::Replay::open(path));
        auto search = sound(replay::ChangeSearch::create(opened, duel, field, at));
        const auto change = sound(search.next());
        const double ms = watch.ms();
        const bool is_late = change && at - change->tick.number <= k_minute_ticks;
        (is_late ? late_ms : early_ms).push_back(ms);
        most_of_run = std::max(
            most_of_run, static_cast<double>(search.ticks_simulated()) / static_cast<double>(at));
    }
    if (!late_ms.empty()) {
        page.add("why in an hour of duel, changed within the last minute, opening included, p99 ms",
                 "-", "200",
                 text_of("%.1f (p50 %.1f, most %.1f, %d questions)", quantile(late_ms, 0.99),
                         median(late_ms), quantile(late_ms, 1), static_cast<int>(late_ms.size())),
                 quantile(late_ms, 0.99) <= k_why_goal_ms);
    }
    if (!early_ms.empty()) {
        page.add("the same, changed earlier or never, ms",
                 text_of("p50 %.0f, most %.0f, %d questions", median(early_ms),
                         quantile(early_ms, 1), static_cast<int>(early_ms.size())));
    }
    page.add("the same, ticks simulated / ticks before the question, most of all",
             text_of("%.2f", most_of_run));
}

}  // namespace tandem::bench
