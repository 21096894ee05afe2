// SPDX-License-Identifier: MIT
// physics: what the length of a step does to a jump, a shot, a spring, damping, a tap and a hold.
#include <tandem/tools/lab/exact_decimal.hpp>
#include <tandem/tools/lab/experiments/get_distance.hpp>
#include <tandem/tools/lab/experiments/partition.hpp>
#include <tandem/tools/lab/experiments/physics.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

constexpr int k_shown_decimals = 6;
constexpr int k_step_decimals = 2;

std::vector<Cell> place_cells(LoopOnMachine place);
std::vector<Column> place_columns(std::initializer_list<Column> more);
template <class... Cells>
std::vector<Cell> with(std::vector<Cell> row, Cells... cells);
template <class Loops>
std::vector<LoopOnMachine> variable_and(const Loops& loops);
Table jump_table();
template <class Number>
double apex_at(milliseconds step, Euler euler);
Table integrators_table();
Table wall_table();
Table spring_table();
Table growth_table();
Table damping_table();
Table tap_table();
Table hold_table();
template <class Number>
double vanishing_ms(milliseconds step);
std::vector<Cell> effect(const char* name, const char* what, double fast, double slow);
Table effects_table();

}  // namespace

sim::Result<std::vector<Table>> physics_section(const Request&) {
    return std::vector<Table>{jump_table(),   integrators_table(), wall_table(),
                              spring_table(), growth_table(),      damping_table(),
                              tap_table(),    hold_table(),        effects_table()};
}

namespace {

// Loop, machine and the length of its steps, with which most rows begin.
std::vector<Cell> place_cells(LoopOnMachine place) {
    return {std::string(place.loop), std::string(place.machine),
            Amount{in_milliseconds(step_length(place)), k_step_decimals}};
}

std::vector<Column> place_columns(std::initializer_list<Column> more) {
    std::vector<Column> columns{{"loop", "loop"}, {"machine", "machine"}, {"step_ms", "step ms"}};
    columns.insert(columns.end(), more.begin(), more.end());
    return columns;
}

template <class... Cells>
std::vector<Cell> with(std::vector<Cell> row, Cells... cells) {
    (row.push_back(Cell(std::move(cells))), ...);
    return row;
}

// The variable step, then fixed ticks on every machine.
template <class Loops>
std::vector<LoopOnMachine> variable_and(const Loops& loops) {
    std::vector<LoopOnMachine> places(k_variable.begin(), k_variable.end());
    for (const std::string_view loop : loops) {
        for (const std::string_view machine : k_machines) {
            places.push_back({loop, machine});
        }
    }
    return places;
}

// C22.
Table jump_table() {
    Table table{.name = "jump",
                .title = "A jump at 10 units/s under 20 units/s^2, over a wall of 2.2 (C22)",
                .columns = place_columns({{"apex", "apex"}, {"clears", "clears the wall"}})};
    for (const LoopOnMachine place : variable_and(k_fixed_loops)) {
        const double apex = jump_apex(place);
        table.rows.push_back(
            with(place_cells(place), Amount{apex, k_shown_decimals}, apex >= k_jump_wall));
    }
    return table;
}

template <class Number>
double apex_at(milliseconds step, Euler euler) {
    Jump<Number> jump;
    for (jump.leave_ground(); jump.is_in_air;) {
        jump.step(step_of<Number>(step), euler);
    }
    return jump.apex_units();
}

// C22, and the scripted arm: integers do not rescue a variable step.
Table integrators_table() {
    Table table{.name = "integrators",
                .title = "The same jump by integrator and arithmetic, apex in units (C22)",
                .columns = {{"step_ms", "step ms"},
                            {"closed_form", "closed form"},
                            {"semi_implicit", "semi-implicit"},
                            {"float", "in float"},
                            {"integer", "in integers"},
                            {"explicit", "explicit"}},
                .notes = {"Closed form: v0^2 / 2g - v0 dt / 2 where v0 / (g dt) is whole. Explicit "
                          "Euler errs the other way.",
                          "Integers are exact here and jump as low: truncation is not rounding."}};
    for (const Integer step : {2, 10, 20, 40, 50, 100}) {
        constexpr Integer k_whole_at = 500;  // v0 / g in ms
        const milliseconds length(step);
        const double closed_form = 2.5 - static_cast<double>(step) / 200;
        table.rows.push_back(
            {step, k_whole_at % step == 0 ? Cell(Amount{closed_form, k_shown_decimals}) : Cell(),
             Amount{apex_at<double>(length, Euler::semi_implicit), k_shown_decimals},
             Amount{apex_at<float>(length, Euler::semi_implicit), k_shown_decimals},
             Amount{apex_at<Integer>(length, Euler::semi_implicit), k_shown_decimals},
             Amount{apex_at<double>(length, Euler::forward), k_shown_decimals}});
    }
    return table;
}

// C23.
Table wall_table() {
    Table table{.name = "wall",
                .title = "A shot of 4 px/ms at a wall from 500 to 520 px (C23)",
                .columns = place_columns(
                    {{"at_step_end", "hit at a step's end"}, {"on_the_way", "hit on the way"}}),
                .notes = {"A fixed tick is wrong in the same way everywhere; only looking at the "
                          "whole way finds the wall."}};
    for (const LoopOnMachine place :
         {LoopOnMachine{"L2", "fast"}, LoopOnMachine{"L2", "normal"}, LoopOnMachine{"L2", "1:39"},
          LoopOnMachine{"L2", "slow"}, k_fixed[0], k_fixed[1], k_fixed[2]}) {
        const Shot<double> shot = shot_at_wall(place);
        table.rows.push_back(with(place_cells(place), shot.hit_at_step_end, shot.hit_on_the_way));
    }
    return table;
}

// C24.
Table spring_table() {
    Table table{.name = "spring",
                .title = "An undamped spring of 25 rad/s, let go at 1, for a second (C24)",
                .columns = place_columns({{"omega_dt", "omega dt"}, {"farthest", "farthest"}}),
                .notes = {"Stable while omega dt is below 2."}};
    for (const LoopOnMachine place : variable_and(k_fixed_loops_and_w2)) {
        constexpr double k_omega = 25;
        table.rows.push_back(with(place_cells(place),
                                  Amount{k_omega * in_seconds(step_length(place)), 4},
                                  Amount{spring_in_a_second(place).farthest, k_shown_decimals}));
    }
    return table;
}

// C24.
Table growth_table() {
    Table table{
        .name = "growth",
        .title = "The spring at 100 ms, exactly: its growing part is -4 times the last (C24)",
        .columns = {{"frame", "frame"},
                    {"position", "position, exact"},
                    {"growing", "growing part"},
                    {"double", "in double"}},
        .notes = {"The growing part is x(n) + x(n-1) / 4; after ten frames the position is "
                  "(4 * 4^10 - 4^-10) / 3."}};
    const ExactSpring exact = spring_in_quarters();
    Spring<double> spring;
    Integer quarters = 1;
    for (std::size_t frame = 1; frame != exact.numerators.size(); ++frame) {
        quarters *= 4;
        spring.step(step_of<double>(milliseconds(100)));
        // Exact: the numerator has fewer than 53 bits and the denominator is a power of two.
        const double position =
            static_cast<double>(exact.numerators[frame]) / static_cast<double>(quarters);
        table.rows.push_back({counted(frame), ExactDecimal::of(position).text(),
                              (exact.numerators[frame] + exact.numerators[frame - 1]) / quarters,
                              ExactDouble{spring.position}});
    }
    return table;
}

// C25.
Table damping_table() {
    Table table{.name = "damping",
                .title = "A velocity of 1, damped by 0.99 an update, after a second (C25)",
                .columns = place_columns({{"updates", "updates"}, {"velocity", "velocity"}})};
    for (const LoopOnMachine place :
         {LoopOnMachine{"L2", "normal"}, LoopOnMachine{"L2", "1:19"}, LoopOnMachine{"L2", "slow"},
          k_fixed[0], k_fixed[1], k_fixed[2]}) {
        const DampedRun run = damped_in_a_second(place);
        table.rows.push_back(
            with(place_cells(place), Integer{run.updates}, Amount{run.velocity, k_shown_decimals}));
    }
    return table;
}

// C26.
Table tap_table() {
    Table table{.name = "tap",
                .title = "A tap from 1003 to 1057 ms: how many updates see it (C26)",
                .columns = place_columns({{"polled", "polled"}, {"latched", "latched"}}),
                .notes = {"Polled: is the key down just now? Latched: or was it pressed since the "
                          "last update?"}};
    for (const LoopOnMachine place : variable_and(k_fixed_loops)) {
        table.rows.push_back(with(place_cells(place),
                                  Integer{updates_that_see_tap(place, Reading::polled)},
                                  Integer{updates_that_see_tap(place, Reading::latched)}));
    }
    return table;
}

// C27.
Table hold_table() {
    constexpr double k_thousandths = 1'000;
    Table table{
        .name = "hold",
        .title = "Walking at 100 px/s while a key is down from 1003 to 1257 ms (C27)",
        .columns = {{"loop", "loop"},
                    {"owner", "key of"},
                    {"on_fast", "on fast px"},
                    {"on_normal", "on normal px"},
                    {"on_slow", "on slow px"}},
        .notes = {"With a variable step each machine reads the same key and goes its own "
                  "way. With a fixed tick the",
                  "owner says in which ticks the key was down, which depends on its frames, "
                  "and all play those ticks."}};
    std::vector<Cell> variable{"L2", "each for itself"};
    for (const LoopOnMachine place : k_variable) {
        variable.emplace_back(Amount{pixels_walked(place), k_shown_decimals});
    }
    table.rows.push_back(std::move(variable));
    for (const LoopOnMachine owner : k_fixed) {
        const std::vector<bool> held = ticks_held(owner);
        std::vector<Cell> row{std::string(owner.loop), std::string(owner.machine)};
        for (const LoopOnMachine peer : k_fixed) {
            const auto walked = static_cast<double>(walked_by_ticks(peer, held));
            row.emplace_back(Amount{walked / k_thousandths, k_shown_decimals});
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

template <class Number>
double vanishing_ms(milliseconds step) {
    const auto frames = static_cast<int>(std::chrono::seconds(1) / step);
    return static_cast<double>(drive_until_ten<Number>(frames).milliseconds);
}

std::vector<Cell> effect(const char* name, const char* what, double fast, double slow) {
    return {name, what, ExactDouble{fast}, ExactDouble{slow},
            ExactDouble{fast < slow ? slow - fast : fast - slow}};
}

// Section 3 of the inventory: what the articles call rounding is the least of it.
Table effects_table() {
    constexpr LoopOnMachine k_fast{"L2", "normal"};
    constexpr LoopOnMachine k_slow{"L2", "slow"};
    Table table{.name = "effects",
                .title = "Why two machines with a variable step part: frames of 10 and 100 ms",
                .columns = {{"effect", "effect"},
                            {"what", "seen in"},
                            {"at_10_ms", "at 10 ms"},
                            {"at_100_ms", "at 100 ms"},
                            {"difference", "difference"}},
                .notes = {"From the least to the greatest there are nineteen orders of magnitude. "
                          "Rounding, on which the articles",
                          "dwell, is the least; it alone, and what a threshold makes of it, goes "
                          "away in integers."}};
    const auto integer_car = [](milliseconds step) {
        const auto car = stepped<Integer>(Car<Integer>{}, milliseconds(k_drive_ms), step);
        return static_cast<double>(car.distance);
    };
    const auto integer_jump = [](milliseconds step) {
        constexpr double k_thousandths = 1'000;
        return k_thousandths * apex_at<Integer>(step, Euler::semi_implicit);
    };
    const auto seen = [](LoopOnMachine place) {
        return static_cast<double>(updates_that_see_tap(place, Reading::polled));
    };
    table.rows = {
        effect("rounding", "car after 10 s, double", car_in_ten_seconds(k_fast),
               car_in_ten_seconds(k_slow)),
        effect("rounding", "car after 10 s, integers, 1/1000", integer_car(k_fred_step),
               integer_car(k_george_step)),
        effect("truncation", "jump's apex, double", jump_apex(k_fast), jump_apex(k_slow)),
        effect("truncation", "jump's apex, integers, 1/1000", integer_jump(k_fred_step),
               integer_jump(k_george_step)),
        effect("truncation", "spring's farthest", spring_in_a_second(k_fast).farthest,
               spring_in_a_second(k_slow).farthest),
        effect("input quantised", "hold, px", pixels_walked(k_fast), pixels_walked(k_slow)),
        effect("input lost", "tap, frames that see it", seen(k_fast), seen(k_slow)),
        effect("threshold", "vanishes at 10 units, double, ms", vanishing_ms<double>(k_fred_step),
               vanishing_ms<double>(k_george_step)),
        effect("threshold", "vanishes at 10 units, integers, ms",
               vanishing_ms<Integer>(k_fred_step), vanishing_ms<Integer>(k_george_step)),
    };
    return table;
}

}  // namespace
}  // namespace tandem::tools::lab
