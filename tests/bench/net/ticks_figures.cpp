// SPDX-License-Identifier: MIT
// Late ticks at a delay that is given, and how soon a desync is told.
#include <algorithm>
#include <cmath>
#include <ratio>

#include <tandem/sim/math/random.hpp>
#include <tests/bench/net/match_world.hpp>
#include <tests/bench/net/sheet.hpp>

namespace tandem::bench {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr double k_tick_ms = 1'000.0 / 60;

// A way, and the least delay that lets an input be there in time, not on a tick's edge.
struct Way {
    int ms;
    std::uint32_t delay_ticks;
};

double part_of(std::vector<double>& values, double part) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

struct Alarms {
    std::vector<double> first;
    std::vector<double> last;
    int untold = 0;
};

void add_alarm(Alarms& alarms, std::uint64_t seed, int way_ms, std::uint32_t loss_ppm) {
    Random random(seed, 11);
    const std::uint64_t tick = 300 + random.below(std::uint64_t{300});
    const std::uint32_t at = random.below(2U);
    MatchOptions options;
    options.seed = seed;
    options.line.delay = milliseconds(way_ms);
    options.line.loss_ppm = loss_ppm;
    options.plant = {at, sim::Plant{sim::Tick{tick}, "sums[0]"}};
    SimulatedMatch match(options);
    match.watch(tick);
    match.play_until(milliseconds(tick * 1'000 / 60 + 3'000));
    const auto played = match.side(at).played_at;
    const auto one = match.side(0).told_at;
    const auto other = match.side(1).told_at;
    if (!played || !one || !other) {
        ++alarms.untold;
        return;
    }
    const auto ticks_to = [&](net::Time told) {
        return std::chrono::duration<double, std::milli>(told - *played).count() / k_tick_ms;
    };
    alarms.first.push_back(ticks_to(std::min(*one, *other)));
    alarms.last.push_back(ticks_to(std::max(*one, *other)));
}

}  // namespace

void measure_late_ticks(const Sheet& sheet) {
    double least = 1e9;
    double most = 0;
    double late_sum = 0;
    double limit_sum = 0;
    double ticks_sum = 0;
    std::uint64_t seed = 0;  // another one for each point
    for (const Way& way : {Way{20, 2}, Way{40, 3}, Way{70, 5}, Way{95, 6}}) {
        for (const std::uint32_t percent : {1U, 5U, 10U, 25U}) {
            for (std::uint32_t margin = 0; margin <= 3; ++margin) {
                const double share = std::pow(percent / 100.0, margin + 1);
                // Enough for 1,000 late ticks, both sides together, within bounds.
                const double wanted_s = std::ceil(1'000 / share / 120);
                if (wanted_s > 30'000) {
                    continue;
                }
                const auto length_s = sheet.length_s(
                    std::max<std::uint64_t>(static_cast<std::uint64_t>(wanted_s), 120));
                MatchOptions options;
                options.seed = ++seed;
                options.line.delay = milliseconds(way.ms);
                options.line.loss_ppm = percent * 10'000;
                options.delay_ticks = way.delay_ticks + margin;
                SimulatedMatch match(options);
                match.play_until(seconds(5));
                const auto counted = [&] {
                    return match.side(0).late_ticks + match.side(1).late_ticks;
                };
                const auto due = [&] {
                    return match.side(0).counted_ticks + match.side(1).counted_ticks;
                };
                const std::uint64_t late_before = counted();
                const std::uint64_t due_before = due();
                match.play_until(seconds(5 + length_s));
                const auto late = static_cast<double>(counted() - late_before);
                const auto ticks = static_cast<double>(due() - due_before);
                const double ratio = late / (ticks * share);
                sheet.point(text_of("%d ms, %u %%, delay %u, m %u: %.0f late of %.0f, ratio %.3f",
                                    way.ms, percent, *options.delay_ticks, margin, late, ticks,
                                    ratio));
                least = std::min(least, ratio);
                most = std::max(most, ratio);
                late_sum += late;
                limit_sum += ticks * share;
                ticks_sum += ticks;
            }
        }
    }
    sheet.add({"late ticks / p^(m+1), a given delay, p 1 to 25 %", "0.93 to 1.05", "1.10",
               text_of("%.2f to %.2f, %.3f in all (%.1f M ticks)", least, most,
                       late_sum / limit_sum, ticks_sum / 1e6),
               "1 to " + std::to_string(seed), most <= 1.10});
}

void measure_alarms(const Sheet& sheet) {
    constexpr std::uint64_t k_matches = 400;
    const std::uint64_t matches = sheet.is_smoke() ? 3 : k_matches * sheet.seeds();
    struct Told {
        int way_ms;
        const char* before;
    };
    for (const Told& way : {Told{20, "2.7, 5.2"}, Told{40, "5.8, 10.0"}, Told{100, "13.0, 25.0"}}) {
        const int way_ms = way.way_ms;
        Alarms alarms;
        for (std::uint64_t seed = 1; seed <= matches; ++seed) {
            add_alarm(alarms, seed, way_ms, 50'000);
        }
        const double round_trip = 2 * way_ms / k_tick_ms;
        const double first = alarms.first.empty() ? 1e9 : part_of(alarms.first, 0.99);
        const double last = alarms.last.empty() ? 1e9 : part_of(alarms.last, 0.99);
        if (!alarms.first.empty() && !alarms.last.empty()) {
            sheet.point(text_of("%d ms: first median %.1f, most %.1f; last median %.1f, most %.1f",
                                way_ms, part_of(alarms.first, 0.5), part_of(alarms.first, 1),
                                part_of(alarms.last, 0.5), part_of(alarms.last, 1)));
        }
        sheet.add(
            {text_of("desync told, p99 in ticks, 5 %% loss, %d ms: first side, last side", way_ms),
             way.before, text_of("%.1f, %.1f", round_trip + 2, round_trip + 4),
             text_of("%.1f, %.1f%s", first, last,
                     alarms.untold > 0 ? text_of(", %d untold", alarms.untold).c_str() : ""),
             "1 to " + std::to_string(matches),
             alarms.untold == 0 && first <= round_trip + 2 && last <= round_trip + 4});
    }
}

}  // namespace tandem::bench
