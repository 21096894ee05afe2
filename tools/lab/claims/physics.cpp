// SPDX-License-Identifier: MIT
// The claims about motion and input under a variable step: C22 to C27. Every one is shown against
// fixed ticks on the same machines.
#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/experiments/physics.hpp>
#include <tandem/tools/lab/machine/machine.hpp>

namespace tandem::tools::lab {
namespace {

constexpr int k_finding_decimals = 4;

bool any_below(const std::vector<double>& values, double limit);
std::string in_finding(double value);
template <class Places, class Measure>
Finding measured(const Places& places, const Measure& measure);
template <class Loops, class Measure>
Finding measured_everywhere(const Loops& loops, const Measure& measure);
std::vector<double> on_every_machine(std::initializer_list<double> figures);

constexpr std::array<std::string_view, 1> k_ticks_of_40_ms{"L4"};

Verdict only_fails_is_stopped(const Finding& fails, const Finding& holds);

constexpr std::array<LoopOnMachine, 9> k_shots{{{"L2", "fast"},
                                                {"L2", "normal"},
                                                {"L2", "1:39"},
                                                {"L2", "slow"},
                                                {"L4", "fast"},
                                                {"L4", "normal"},
                                                {"L4", "slow"},
                                                {"L4", "floor"},
                                                {"L4", "choked"}}};
template <class IsHit>
Finding shots(const IsHit& is_hit);
Finding shots_at_step_ends();
Finding shots_on_the_way();
Verdict only_fails_misses(const Finding& fails, const Finding& holds);
double spring_farthest(LoopOnMachine place);
Verdict only_fails_blows_up(const Finding& fails, const Finding& holds);

constexpr std::array<LoopOnMachine, 3> k_damped{{{"L2", "normal"}, {"L2", "1:19"}, {"L2", "slow"}}};
double damped_velocity(LoopOnMachine place);
Verdict only_fails_depends_on_the_step(const Finding& fails, const Finding& holds);
Finding taps_polled();
Finding taps_latched();
Verdict only_fails_misses_the_tap(const Finding& fails, const Finding& holds);
Finding walks_by_tick();
Verdict only_holds_walks_alike(const Finding& fails, const Finding& holds);

}  // namespace

ClaimList physics_claims() {
    return {
        {.id = "C22",
         .articles = Article::witters,
         .sentence = "an obstacle that can be passed at a normal frame rate cannot at a low one",
         .fails = "a jump over 2.2 with a variable step, frames of 2, 10 and 100 ms",
         .holds = "the same with ticks of 20, 40 and 50 ms on all five machines",
         .expected = "2.49, 2.45, 2.00: the last fails | 2.40, 2.304, 2.25 on every machine",
         .run_fails = [] { return measured(k_variable, jump_apex); },
         .run_holds = [] { return measured_everywhere(k_fixed_loops, jump_apex); },
         .judge = only_fails_is_stopped},
        {.id = "C23",
         .articles = Article::witters,
         .sentence = "a fast object crosses a thin wall",
         .fails = "looked for at the ends of steps: variable of 2, 10, 40 and 100 ms, fixed of 40 "
                  "ms on all five machines",
         .holds = "looked for on the whole way of each step",
         .expected =
             "variable: hit, hit, through, through; fixed: through on all five | hit always",
         .run_fails = shots_at_step_ends,
         .run_holds = shots_on_the_way,
         .judge = only_fails_misses},
        {.id = "C24",
         .articles = Article::witters | Article::patterns,
         .sentence = "physics blows up at large steps",
         .fails = "an undamped spring with a variable step, frames of 2, 10 and 100 ms",
         .holds = "the same with ticks of 20, 33.3, 40 and 50 ms on all five machines",
         .expected =
             "farthest 1.0003, 1.0079, 1398101.33 | 1.033, 1.097, 1, 1.266 on every machine",
         .run_fails = [] { return measured(k_variable, spring_farthest); },
         .run_holds = [] { return measured_everywhere(k_fixed_loops_and_w2, spring_farthest); },
         .judge = only_fails_blows_up},
        {.id = "C25",
         .articles = Article::patterns,
         .sentence = "damping is tuned for one length of step",
         .fails = "0.99 a frame for a second at 100, 50 and 10 frames a second",
         .holds = "0.99 a tick of 40 ms on all five machines",
         .expected = "0.366, 0.605, 0.904 | 0.778 everywhere",
         .run_fails = [] { return measured(k_damped, damped_velocity); },
         .run_holds = [] { return measured_everywhere(k_ticks_of_40_ms, damped_velocity); },
         .judge = only_fails_depends_on_the_step},
        {.id = "C26",
         .articles = Article::witters,
         .sentence = "a low frame rate makes easy actions impossible",
         .fails = "a tap of 54 ms polled each frame of 2, 10 and 100 ms",
         .holds =
             "the same tap latched until a tick takes it, ticks of 20, 40 and 50 ms, on all five "
             "machines",
         .expected = "seen by 27, 5 and 0 frames | by at least one tick always",
         .run_fails = taps_polled,
         .run_holds = taps_latched,
         .judge = only_fails_misses_the_tap},
        {.id = "C27",
         .articles = Article::patterns,
         .sentence = "networking is harder with variable steps",
         .fails = "100 px/s while a key is down for 254 ms, frames of 2, 10 and 100 ms",
         .holds = "the fast machine's key by ticks of 40 ms, played on all five machines",
         .expected = "25.4, 25.0, 20.0 px | 24 px on all",
         .run_fails = [] { return measured(k_variable, pixels_walked); },
         .run_holds = walks_by_tick,
         .judge = only_holds_walks_alike},
    };
}

namespace {

bool any_below(const std::vector<double>& values, double limit) {
    return std::any_of(values.begin(), values.end(), [&](double value) { return value < limit; });
}

std::string in_finding(double value) { return decimal(value, k_finding_decimals); }

// Runs an experiment everywhere; the text has one value a place.
template <class Places, class Measure>
Finding measured(const Places& places, const Measure& measure) {
    Finding finding;
    for (const LoopOnMachine place : places) {
        const double value = measure(place);
        finding.values.push_back(value);
        finding.text += (finding.text.empty() ? "" : ", ") + in_finding(value);
    }
    return finding;
}

// Runs it under these loops on every machine of the tables; the text has one value a loop, or all
// where they differ.
template <class Loops, class Measure>
Finding measured_everywhere(const Loops& loops, const Measure& measure) {
    Finding finding;
    for (const std::string_view loop : loops) {
        std::vector<LoopOnMachine> places;
        for (const Machine& machine : known_machines()) {
            places.push_back({loop, machine.name});
        }
        Finding one = measured(places, measure);
        one.text = std::string(loop) + " " +
                   (all_equal(one.values) ? in_finding(one.values.front()) + " on all" : one.text);
        finding = finding.values.empty() ? one : joined(finding, one);
    }
    return finding;
}

// Returns the figures that loops should measure on every machine of the tables.
std::vector<double> on_every_machine(std::initializer_list<double> figures) {
    std::vector<double> all;
    for (const double figure : figures) {
        all.insert(all.end(), known_machines().size(), figure);
    }
    return all;
}

// ---- C22
// The first two machines pass, and the third, of the low frame rate, does not.
Verdict only_fails_is_stopped(const Finding& fails, const Finding& holds) {
    constexpr double k_rounding = 1e-9;
    static_assert(2.00 < k_jump_wall && k_jump_wall < 2.25);
    return shown_if(are_near(fails.values, {2.49, 2.45, 2.00}, k_rounding) &&
                    are_near(holds.values, on_every_machine({2.40, 2.304, 2.25}), k_rounding));
}

// ---- C23

// 1 for a hit; the text has a word for each variable step, and after them for each fixed one.
template <class IsHit>
Finding shots(const IsHit& is_hit) {
    Finding finding{"variable", {}};
    std::string_view loop = k_shots.front().loop;
    std::string separator = ": ";
    for (const LoopOnMachine place : k_shots) {
        if (place.loop != loop) {
            separator = "; fixed: ";
            loop = place.loop;
        }
        const bool hit = is_hit(shot_at_wall(place));
        finding.text += separator + (hit ? "hit" : "through");
        finding.values.push_back(hit ? 1 : 0);
        separator = ", ";
    }
    return finding;
}

Finding shots_at_step_ends() {
    return shots([](const Shot<double>& shot) { return shot.hit_at_step_end; });
}

Finding shots_on_the_way() {
    return shots([](const Shot<double>& shot) { return shot.hit_on_the_way; });
}

Verdict only_fails_misses(const Finding& fails, const Finding& holds) {
    return shown_if(are_near(fails.values, {1, 1, 0, 0, 0, 0, 0, 0, 0}, 0) &&
                    are_near(holds.values, std::vector<double>(k_shots.size(), 1), 0));
}

// ---- C24
double spring_farthest(LoopOnMachine place) { return spring_in_a_second(place).farthest; }

Verdict only_fails_blows_up(const Finding& fails, const Finding& holds) {
    // At small steps the spring swings under a variable step too. The last grows four times in
    // each of ten frames: (4 * 4^10 - 4^-10) / 3.
    constexpr double k_three_digits = 0.5e-3;
    constexpr double k_four_digits = 0.5e-4;
    constexpr double k_rounding = 1e-6;
    return shown_if(
        fails.values.size() == 3 &&
        are_near({fails.values[0], fails.values[1]}, {1.0003, 1.0079}, k_four_digits) &&
        are_near({fails.values[2]}, {(4 * 1'048'576 - 1.0 / 1'048'576) / 3}, k_rounding) &&
        are_near(holds.values, on_every_machine({1.033, 1.097, 1, 1.266}), k_three_digits));
}

// ---- C25

double damped_velocity(LoopOnMachine place) { return damped_in_a_second(place).velocity; }

Verdict only_fails_depends_on_the_step(const Finding& fails, const Finding& holds) {
    // A factor for each of the steps of a second.
    const auto after = [](int steps) { return std::pow(0.99, steps); };
    constexpr double k_rounding = 1e-9;
    return shown_if(are_near(fails.values, {after(100), after(50), after(10)}, k_rounding) &&
                    are_near(holds.values, on_every_machine({after(25)}), k_rounding));
}

// ---- C26
Finding taps_polled() {
    return measured(k_variable, [](LoopOnMachine place) {
        return static_cast<double>(updates_that_see_tap(place, Reading::polled));
    });
}

Finding taps_latched() {
    return measured_everywhere(k_fixed_loops, [](LoopOnMachine place) {
        return static_cast<double>(updates_that_see_tap(place, Reading::latched));
    });
}

Verdict only_fails_misses_the_tap(const Finding& fails, const Finding& holds) {
    return shown_if(are_near(fails.values, {27, 5, 0}, 0) && !any_below(holds.values, 1));
}

// ---- C27, in px
Finding walks_by_tick() {
    const std::vector<bool> held = ticks_held({"L4", "fast"});
    return measured_everywhere(k_ticks_of_40_ms, [&](LoopOnMachine place) {
        constexpr double k_thousandths = 1'000;
        return static_cast<double>(walked_by_ticks(place, held)) / k_thousandths;
    });
}

Verdict only_holds_walks_alike(const Finding& fails, const Finding& holds) {
    constexpr double k_rounding = 1e-9;
    return shown_if(are_near(fails.values, {25.4, 25, 20}, k_rounding) &&
                    are_near(holds.values, on_every_machine({24}), 0));
}

}  // namespace
}  // namespace tandem::tools::lab
