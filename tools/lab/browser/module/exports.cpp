// SPDX-License-Identifier: MIT
// These are the functions that the lab's page and its worker call: numbers in, numbers out, many of
// them by the address of an array of doubles.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <tandem/sim/time/game_loop.hpp>
#include <tandem/sim/time/pacer.hpp>
#include <tandem/tools/lab/browser/playground.hpp>
#include <tandem/tools/lab/loops/loop.hpp>

// Called from outside of the module.
#define TANDEM_EXPORT extern "C" __attribute__((used, visibility("default")))

namespace {

using namespace tandem;
using namespace tandem::tools::lab;
using browser::milliseconds_of;

// The page may ask for so much, so that no answer takes for ever.
constexpr double k_cost_ms_max = 1'000;
constexpr double k_window_ms_max = 60'000;
constexpr double k_hz_max = 1'000;
constexpr std::uint64_t k_steps_of_a_run = 2'000'000;

std::vector<double>& answer() {
    static std::vector<double> k_answer;
    return k_answer;
}

// To hundredths of a millisecond, which are whole flicks.
Flicks flicks_of(double ms, double most) {
    constexpr std::int64_t k_hundredth = 7'056;
    const double bounded = std::isfinite(ms) ? std::clamp(ms, 0.0, most) : 0.0;
    return Flicks(std::llround(bounded * 100) * k_hundredth);
}

Machine machine_of_numbers(double update_ms, double picture_ms, double hz) {
    Machine machine;
    machine.update_cost = flicks_of(update_ms, k_cost_ms_max);
    machine.render_cost = std::max(flicks_of(picture_ms, k_cost_ms_max), Flicks(7'056));
    machine.refresh_hz =
        static_cast<std::uint32_t>(std::isfinite(hz) ? std::clamp(hz, 1.0, k_hz_max) : 60.0);
    return machine;
}

// Null for a place that is none.
const Loop* loop_at(int number) {
    const bool is_one = number >= 0 && static_cast<std::size_t>(number) < loops().size();
    return is_one ? &loops()[static_cast<std::size_t>(number)] : nullptr;
}

RunOptions options_of(int repaired, double window_ms) {
    RunOptions options;
    options.window = flicks_of(window_ms, k_window_ms_max);
    options.repaired = repaired != 0;
    options.presses = scripted_presses(options.window);
    options.steps_max = k_steps_of_a_run;
    return options;
}

// Notes what a loop does, in order.
class Tracer : public Game {
public:
    static constexpr std::size_t k_numbers = 4;

    explicit Tracer(const Machine& machine) : machine_(machine) {}
    void update(const Update& update) override {
        simulated_ += update.step;
        append(0, update.start, update.start + machine_.update_cost);
    }
    void render(const Frame& frame) override { append(1, frame.begin, frame.end); }
    std::vector<double> extract() { return std::move(done_); }

private:
    void append(double kind, Flicks begin, Flicks end) {
        for (const double number :
             {kind, milliseconds_of(begin), milliseconds_of(end), milliseconds_of(simulated_)}) {
            done_.push_back(number);
        }
    }

    const Machine& machine_;
    Flicks simulated_{};
    std::vector<double> done_;
};

std::vector<sim::Pacer>& pacers() {
    static std::vector<sim::Pacer> k_pacers;
    return k_pacers;
}
using IntegerWorld = browser::PlaygroundWorld<Integer>;
std::vector<IntegerWorld>& worlds() {
    static std::vector<IntegerWorld> k_worlds;
    return k_worlds;
}
sim::RunSwitch& run_switch() {
    static sim::RunSwitch k_switch;
    return k_switch;
}
double& last_alpha() {
    static double k_alpha = 0;
    return k_alpha;
}

std::chrono::nanoseconds nanoseconds_of(double ms) {
    constexpr double k_nanoseconds = 1e6;
    return std::chrono::nanoseconds(std::isfinite(ms) ? std::llround(ms * k_nanoseconds) : 0);
}

}  // namespace

// Returns the address of the last answer's numbers.
TANDEM_EXPORT const double* lab_answer() { return answer().data(); }

// ---- The machines to play with

TANDEM_EXPORT int lab_scene_numbers() { return static_cast<int>(browser::k_scene_numbers); }

// Returns how many pictures the answer holds, each of so many numbers.
TANDEM_EXPORT int lab_play(int is_fixed, double update_ms, double picture_ms, double hz,
                           double window_ms, double wall_px) {
    const Machine machine = machine_of_numbers(update_ms, picture_ms, hz);
    const Flicks window = flicks_of(window_ms, k_window_ms_max);
    const auto scenes = is_fixed != 0 ? browser::play_fixed_tick(machine, window, wall_px)
                                      : browser::play_variable_step(machine, window, wall_px);
    const auto* const first = reinterpret_cast<const double*>(scenes.data());
    answer().assign(first, first + scenes.size() * browser::k_scene_numbers);
    return static_cast<int>(scenes.size());
}

// ---- The inventory's loops in virtual time, by their places in it

TANDEM_EXPORT int lab_loops() { return static_cast<int>(loops().size()); }

// Returns the address of one of its texts, which ends with a zero: id, name, constants, limit,
// remedy.
TANDEM_EXPORT const char* lab_loop_text(int number, int which) {
    const Loop* const loop = loop_at(number);
    if (loop == nullptr) {
        return "";
    }
    switch (which) {
        case 0:
            return loop->id.data();
        case 1:
            return loop->name.data();
        case 2:
            return loop->constants.data();
        case 3:
            return loop->limit.data();
        default:
            return loop->remedy.data();
    }
}

// Returns how many things it did, each four numbers of the answer: 0 for an update or 1 for a
// picture, when that began and ended, and the game's time that had passed. It returns 0 if the loop
// cannot be run.
TANDEM_EXPORT int lab_trace(int number, int repaired, double update_ms, double picture_ms,
                            double hz, double window_ms) {
    const Loop* const loop = loop_at(number);
    if (loop == nullptr) {
        return 0;
    }
    const Machine machine = machine_of_numbers(update_ms, picture_ms, hz);
    Tracer tracer(machine);
    const auto report = try_loop(*loop, machine, options_of(repaired, window_ms), &tracer);
    answer() = report ? tracer.extract() : std::vector<double>();
    return static_cast<int>(answer().size() / Tracer::k_numbers);
}

// 1 and the figures, or 0 where it cannot be run: window, updates, frames, distinct, simulated ms,
// busy percent, worst gap ms, most updates before a picture, presses, sum of their latencies in ms,
// the longest.
TANDEM_EXPORT int lab_virtual(int number, int repaired, double update_ms, double picture_ms,
                              double hz, double window_ms, double hidden_at_ms, double hidden_ms) {
    const Loop* const loop = loop_at(number);
    if (loop == nullptr) {
        return 0;
    }
    RunOptions options = options_of(repaired, window_ms);
    if (hidden_ms > 0) {
        options.hidden =
            Stall{flicks_of(hidden_at_ms, k_window_ms_max), flicks_of(hidden_ms, k_window_ms_max)};
    }
    const auto report = try_loop(*loop, machine_of_numbers(update_ms, picture_ms, hz), options);
    if (!report) {
        return 0;
    }
    answer() = {
        milliseconds_of(report->window),      static_cast<double>(report->updates),
        static_cast<double>(report->frames),  static_cast<double>(report->distinct),
        milliseconds_of(report->simulated),   report->busy_percent(),
        milliseconds_of(report->worst_gap),   static_cast<double>(report->updates_per_frame_max),
        static_cast<double>(report->presses), milliseconds_of(report->latency_sum),
        milliseconds_of(report->latency_max)};
    return 1;
}

// ---- The product's pacer, for the repaired loops that a browser really runs

TANDEM_EXPORT int lab_pacer(int ticks_per_second, double now_ms) {
    const auto rate = static_cast<std::uint32_t>(std::clamp(ticks_per_second, 1, 1'000));
    pacers().emplace_back(sim::PacerOptions{.tick_rate = TickRate(rate)}, nanoseconds_of(now_ms));
    return static_cast<int>(pacers().size()) - 1;
}
// The ticks to run now.
TANDEM_EXPORT int lab_advance(int pacer, double now_ms) {
    if (pacer < 0 || static_cast<std::size_t>(pacer) >= pacers().size()) {
        return 0;
    }
    const sim::Pace pace =
        pacers()[static_cast<std::size_t>(pacer)].advance(nanoseconds_of(now_ms));
    last_alpha() =
        static_cast<double>(pace.alpha.numerator) / static_cast<double>(pace.alpha.denominator);
    return static_cast<int>(pace.ticks);
}
TANDEM_EXPORT double lab_alpha() { return last_alpha(); }

// These do the same for its run token.
TANDEM_EXPORT double lab_start() { return static_cast<double>(run_switch().start().number); }
TANDEM_EXPORT int lab_is_running(double token) {
    return run_switch().is_running({static_cast<std::uint64_t>(token)}) ? 1 : 0;
}
TANDEM_EXPORT int lab_stop(double token) {
    return run_switch().stop({static_cast<std::uint64_t>(token)}) ? 1 : 0;
}

// ---- The game that those loops play: its state tells whether two of them played the same

TANDEM_EXPORT int lab_world() {
    worlds().emplace_back();
    return static_cast<int>(worlds().size()) - 1;
}
// 32 bits of the state after this tick.
TANDEM_EXPORT double lab_step(int world, double step_ms) {
    if (world < 0 || static_cast<std::size_t>(world) >= worlds().size()) {
        return 0;
    }
    IntegerWorld& played = worlds()[static_cast<std::size_t>(world)];
    played.step(flicks_of(step_ms, k_cost_ms_max));
    return played.scene().state;
}
