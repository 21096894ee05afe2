// SPDX-License-Identifier: MIT
// Whether a match keeps its speed behind a full queue, in a crowd, and with clocks that differ.
#include <algorithm>

#include <tests/bench/net/played.hpp>
#include <tests/bench/net/sheet.hpp>

namespace tandem::bench {
namespace {

using tools::netsim::Scenario;
using tools::netsim::SideOutcome;

// Of what a session sends over a line without a limit.
constexpr double k_line_part = 0.87;
// A queue fills, and delays follow it, before what is measured.
constexpr std::size_t k_filled_s = 30;
constexpr std::size_t k_met_s = 10;

void measure_queue(const Sheet& sheet, double rate, std::uint64_t queue_bytes) {
    Scenario scenario = scenario_of(2, k_way_us, sheet.length_s(120) + k_filled_s, 1);
    scenario.line.rate_bytes_per_s = static_cast<std::uint64_t>(rate);
    scenario.line.queue_bytes = queue_bytes;
    const Played played = play_scenario(scenario, false);
    const double speed = played.speed(k_filled_s);
    for (std::size_t side = 0; side < 2; ++side) {
        sheet.point("delays " + played.delays_text(side, 0, 60) +
                    (played.is_sound() ? "" : " " + played.outcome.why));
    }
    sheet.add({text_of("speed behind a full queue of %.1f s (a line of 0.87 of what is sent)",
                       static_cast<double>(queue_bytes) / rate),
               "0.99", "0.99", text_of("%.4f", speed), "1 (no luck in it)",
               played.is_sound() && speed >= 0.99});
}

void measure_crowd(const Sheet& sheet, std::uint64_t jitter_ms) {
    double least = 2;
    bool is_sound = true;
    for (std::uint64_t seed = 1; seed <= sheet.seeds(); ++seed) {
        Scenario scenario = scenario_of(8, k_way_us, sheet.length_s(120), seed);
        scenario.line.jitter_us = jitter_ms * 1'000;
        const Played played = play_scenario(scenario, false);
        least = std::min(least, played.speed(k_met_s));
        is_sound = is_sound && played.is_sound();
        sheet.point(text_of("seed %d: speed %.4f", static_cast<int>(seed), played.speed(k_met_s)) +
                    (played.is_sound() ? "" : " " + played.outcome.why));
    }
    sheet.add(
        {text_of("speed of 8 players with %d ms of jitter, 40 ms", static_cast<int>(jitter_ms)),
         "-", "0.999", text_of("%.4f", least), sheet.seeds_text(), is_sound && least >= 0.999});
}

void measure_clocks(const Sheet& sheet) {
    std::uint64_t late = 0;
    bool is_sound = true;
    for (const std::int64_t drift_ppm : {-1'000, 1'000}) {
        Scenario scenario = scenario_of(2, k_way_us, sheet.length_s(600), 1);
        scenario.machines = {{drift_ppm, 0}, {0, 0}};
        const Played played = play_scenario(scenario, false);
        is_sound = is_sound && played.is_sound();
        for (const SideOutcome& side : played.outcome.sides) {
            late += side.facts.late_ticks - side.facts.late_ticks_first_5_s;
        }
    }
    sheet.add({"late ticks in 10 min after the first 5 s, clocks 1,000 ppm apart, both ways", "1",
               "0", std::to_string(late), "1 (no luck in it)", is_sound && late == 0});
}

}  // namespace

void measure_speed(const Sheet& sheet) {
    const Played clean = play_scenario(scenario_of(2, k_way_us, 30, 1), false);
    const auto& traffic = clean.outcome.sides[0].traffic;
    const double rate =
        k_line_part * static_cast<double>(traffic.sent_wire_bytes) / traffic.seconds;
    sheet.point(text_of("the line carries %.0f bytes/s", rate));
    // The last one is longer than the longest way that a session follows (Pace::k_way_max).
    for (const std::uint64_t queue_bytes : {2'000U, 4'000U, 6'000U}) {
        measure_queue(sheet, rate, queue_bytes);
    }
    for (const std::uint64_t jitter_ms : {10U, 30U}) {
        measure_crowd(sheet, jitter_ms);
    }
    measure_clocks(sheet);
}

}  // namespace tandem::bench
