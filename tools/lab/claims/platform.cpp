// SPDX-License-Identifier: MIT
// The claims about what a platform decides, hardware, screen and picture: C70, C71, C74, C76, C85.
#include <algorithm>
#include <array>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/experiments/quality_runs.hpp>
#include <tandem/tools/lab/games/variable_world.hpp>
#include <tandem/tools/lab/games/yard.hpp>
#include <tandem/tools/lab/replay/recording.hpp>

namespace tandem::tools::lab {
namespace {

constexpr std::array<std::string_view, 3> k_platforms{"fast", "normal", "slow"};

double spread(const std::vector<double>& values, std::size_t count);
std::string states_text(const SameStates& states);
Finding speeds_and_states(std::string_view id);
Verdict only_fails_has_many_speeds(const Finding& fails, const Finding& holds);

// normal, five times as fast.
constexpr std::string_view k_turbo = "0.2:1.8";
Finding turbo_on();
Finding turbo_off();
Verdict only_fails_follows_the_hardware(const Finding& fails, const Finding& holds);
Finding on_screens(std::string_view id);
Verdict only_fails_follows_the_screen(const Finding& fails, const Finding& holds);
bool is_same_at_every_quality();
Finding pictures_in_full();
Finding pictures_scaled();
Verdict only_holds_keeps_the_rate(const Finding& fails, const Finding& holds);
Finding frames_of_variable_steps();
Finding frames_of_fixed_ticks();
Verdict only_holds_plays_one_game(const Finding& fails, const Finding& holds);

}  // namespace

ClaimList platform_claims() {
    return {
        {.id = "C70",
         .articles = Article::witters | Article::patterns | Article::lwjgl,
         .sentence = "a loop without time runs at the speed of the hardware",
         .fails = "L0, tuned on normal, on fast, normal and slow",
         .holds = "G2 on the same: fixed ticks by the clock",
         .expected =
             "5, 1, 0.1 at 100 % busy, wrong speed but not wrong state | 0.9984, 0.9984, 0.9936",
         .run_fails = [] { return speeds_and_states("L0"); },
         .run_holds = [] { return speeds_and_states("G2"); },
         .judge = only_fails_has_many_speeds},
        {.id = "C71",
         .articles = Article::patterns,
         .sentence = "a frame fitted by hand follows the hardware, hence the turbo button",
         .fails = "G6 on normal and on hardware five times as fast",
         .holds = "the same with sim::GameLoop: turbo off",
         .expected = "1, 5 | 1, 1",
         .run_fails = turbo_on,
         .run_holds = turbo_off,
         .judge = only_fails_follows_the_hardware},
        {.id = "C74",
         .articles = Article::mdn,
         .sentence = "an update per refresh ties the game's speed to the screen",
         .fails = "M1, tuned to 60 Hz, at 30, 60, 75, 100, 120 and 144 Hz",
         .holds = "M2 on the same screens: updates apart from refreshes",
         .expected = "0.5, 1, 1.25, 1.667, 2, 2.4 | 0.995 on all",
         .run_fails = [] { return on_screens("M1"); },
         .run_holds = [] { return on_screens("M2"); },
         .judge = only_fails_follows_the_screen},
        {.id = "C76",
         .articles = Article::mdn,
         .sentence = "scaling the quality of pictures holds 60 FPS until it bottoms out",
         .fails = "M1 with pictures of full quality on fast, normal, slow, floor and choked",
         .holds = "M4 on the same: quality 1, 3/4, 1/2 or 1/4, as it fits",
         .expected = "60, 60, 10, 2.5, 10 FPS | 60, 60 at 1, 60 at 1/4 (10 ms), 30 (28.75 ms), 15; "
                     "the state "
                     "with fixed ticks is the same at every quality",
         .run_fails = pictures_in_full,
         .run_holds = pictures_scaled,
         .judge = only_holds_keeps_the_rate},
        {.id = "C85",
         .articles = Article::mdn,
         .sentence = "each machine may draw as it can, and drawing between ticks costs",
         .fails = "L2 on fast, normal and slow: a step per picture",
         .holds = "L4 on the same: fixed ticks; a picture between ticks taken to cost 1 ms more",
         .expected = "other states | 9750, 1083, 93 frames, fewer where a picture costs more, one "
                     "sequence of "
                     "states",
         .run_fails = frames_of_variable_steps,
         .run_holds = frames_of_fixed_ticks,
         .judge = only_holds_plays_one_game},
    };
}

namespace {

double spread(const std::vector<double>& values, std::size_t count) {
    const auto end = values.begin() + static_cast<std::ptrdiff_t>(count);
    const auto [least, most] = std::minmax_element(values.begin(), end);
    return *most / *least;
}

std::string states_text(const SameStates& states) {
    return states.same ? "the same state at all of " + std::to_string(states.ticks) +
                             " ticks that they have in common"
                       : "states differ";
}

// ---- C70
// Values: the ratio on each machine, then whether all play the same ticks.
Finding speeds_and_states(std::string_view id) {
    Finding finding;
    std::vector<std::vector<std::uint64_t>> runs;
    double least_busy = 100;
    for (const std::string_view machine : k_platforms) {
        YardPlayer game;
        const LoopReport report = run_published(id, machine, {}, &game);
        finding.values.push_back(report.ratio());
        least_busy = std::min(least_busy, report.busy_percent());
        runs.push_back(game.hashes());
    }
    const SameStates states = same_states(runs);
    finding.text = std::string(id) + ": speed " + decimals(finding.values, 4) + ", busy " +
                   decimal(least_busy, 1) + " %; " + states_text(states);
    finding.values.push_back(states.same ? 1 : 0);
    return finding;
}

Verdict only_fails_has_many_speeds(const Finding& fails, const Finding& holds) {
    // Fast is five times normal and fifty times slow.
    constexpr double k_spread = 50;
    constexpr double k_unfinished = 1.01;
    const std::size_t count = k_platforms.size();
    return shown_if(spread(fails.values, count) == k_spread &&
                    spread(holds.values, count) < k_unfinished && fails.values.back() == 1 &&
                    holds.values.back() == 1);
}

// ---- C71

Finding turbo_on() {
    const std::vector<double> ratios{run_published("G6", "normal").ratio(),
                                     run_published("G6", k_turbo).ratio()};
    return {"G6: " + decimals(ratios, 4), ratios};
}

Finding turbo_off() {
    const std::vector<double> ratios{run_repaired("G6", "normal").ratio(),
                                     run_repaired("G6", k_turbo).ratio()};
    return {"G6 on sim::GameLoop: " + decimals(ratios, 4), ratios};
}

Verdict only_fails_follows_the_hardware(const Finding& fails, const Finding& holds) {
    constexpr double k_factor = 5;
    return shown_if(fails.values[1] == k_factor * fails.values[0] &&
                    holds.values[1] == holds.values[0] && all_keep_time(holds.values));
}

// ---- C74
Finding on_screens(std::string_view id) {
    Finding finding;
    for (const std::uint32_t hz : {30U, 60U, 75U, 100U, 120U, 144U}) {
        Machine machine = machine_of("fast");
        machine.refresh_hz = hz;
        finding.values.push_back(run_published(id, machine).ratio());
    }
    finding.text = std::string(id) + ": " + decimals(finding.values, 4);
    return finding;
}

Verdict only_fails_follows_the_screen(const Finding& fails, const Finding& holds) {
    const auto near = [](double a, double b) { return a - b < 1e-6 && b - a < 1e-6; };
    const std::array<double, 6> expected{30.0 / 60, 1, 75.0 / 60, 100.0 / 60, 2, 144.0 / 60};
    return shown_if(std::equal(expected.begin(), expected.end(), fails.values.begin(), near) &&
                    all_keep_time(holds.values));
}

// ---- C76
// That a game with fixed ticks is the same with pictures of any quality, on every machine.
bool is_same_at_every_quality() {
    RunOptions options;
    options.repaired = true;
    std::vector<std::vector<std::uint64_t>> runs;
    for (const Machine& machine : known_machines()) {
        for (std::uint32_t quarters = 1; quarters <= k_full_quality; ++quarters) {
            runs.push_back(run_at_quality(*find_loop("M1"), machine, options, quarters).hashes);
        }
    }
    return same_states(runs).same;
}

// Values: pictures a second, over the whole time and, where quality has to settle, in the last one.
Finding pictures_in_full() {
    return on_machines("M1", {"fast", "normal", "slow", "floor", "choked"}, 1,
                       [](const LoopReport& report) {
                           return static_cast<double>(report.frames) / in_seconds(report.window);
                       });
}

Finding pictures_scaled() {
    Finding finding;
    finding.text = "M4:";
    for (const Machine& machine : known_machines()) {
        const QualityRun run = run_at_quality(*find_loop("M4"), machine, {});
        finding.text += (finding.values.empty() ? " " : ", ") +
                        std::to_string(run.pictures_at_end) + " at " + quality_text(run.quarters);
        finding.values.push_back(static_cast<double>(run.pictures_at_end));
    }
    const bool same = is_same_at_every_quality();
    finding.text +=
        same ? "; with fixed ticks the same state at every quality" : "; states differ by quality";
    finding.values.push_back(same ? 1 : 0);
    return finding;
}

Verdict only_holds_keeps_the_rate(const Finding& fails, const Finding& holds) {
    // fast, normal, slow, floor, choked: on the last two even a quarter is too much.
    return shown_if(are_near(holds.values, {60, 60, 60, 30, 15, 1}, 0) &&
                    are_near(fails.values, {60, 60, 10, 2.5, 10}, 0));
}

// ---- C85
// Values: frames on each machine, then whether the machines play the same game.
Finding frames_of_variable_steps() {
    Finding finding;
    std::vector<std::vector<std::uint64_t>> runs;
    for (const std::string_view machine : k_platforms) {
        const FrameLog log = log_loop(*find_loop("L2"), machine_of(machine));
        finding.values.push_back(static_cast<double>(log.report.frames));
        runs.push_back(run_records(sim::erase<VariableWorld>(), variable_records(log)).hashes);
    }
    const bool same = same_states(runs).same;
    finding.text = "L2: " + decimals(finding.values, 0) + " frames, " +
                   (same ? "the same states" : "another game on each");
    finding.values.push_back(same ? 1 : 0);
    return finding;
}

Finding frames_of_fixed_ticks() {
    Finding finding;
    std::vector<std::vector<std::uint64_t>> runs;
    // The cost of drawing between two ticks depends on the game and is not measured here: it is
    // taken to be a millisecond.
    constexpr Flicks k_blending = std::chrono::milliseconds(1);
    for (const Flicks blending : {k_blending - k_blending, k_blending}) {
        for (const std::string_view name : k_platforms) {
            Machine machine = machine_of(name);
            machine.render_cost += blending;
            YardPlayer game;
            finding.values.push_back(
                static_cast<double>(run_published("L4", machine, {}, &game).frames));
            runs.push_back(game.hashes());
        }
    }
    const SameStates states = same_states(runs);
    const auto middle = finding.values.begin() + static_cast<std::ptrdiff_t>(k_platforms.size());
    finding.text = "L4: " + decimals({finding.values.begin(), middle}, 0) +
                   " frames, if blending costs 1 ms a picture " +
                   decimals({middle, finding.values.end()}, 0) + "; " + states_text(states);
    finding.values.push_back(states.same ? 1 : 0);
    return finding;
}

Verdict only_holds_plays_one_game(const Finding& fails, const Finding& holds) {
    // (T - N U) / R in whole, R of 1, 9 and 96 ms and of 1 ms more.
    return shown_if(are_near(fails.values, {5'000, 1'000, 100, 0}, 0) &&
                    are_near(holds.values, {9'750, 1'083, 93, 4'875, 975, 92, 1}, 0));
}

}  // namespace
}  // namespace tandem::tools::lab
