// SPDX-License-Identifier: MIT
// The comparisons, each by running the small game again.
#include <tandem/tools/lab/experiments/agreement.hpp>

#include <algorithm>
#include <cmath>

#include <tandem/tools/lab/games/bodies.hpp>

namespace tandem::tools::lab {
namespace {

// A car that drives and a walker that each press turns round, so that inputs matter to the doubles
// as much as to the integers.
struct SteeredWorld {
    Car<double> car;
    Bullet<double> bullet{k_bullet_speed, 0};
    std::int64_t flicks_walked = 0;
    bool walks_back = false;

    void step(Flicks length, std::uint32_t presses) {
        if (presses % 2 != 0) {
            walks_back = !walks_back;
            bullet.speed = -bullet.speed;
        }
        flicks_walked += walks_back ? -length.count() : length.count();
        car.step(step_of<double>(length));
        bullet.step(step_of<double>(length));
    }
    friend bool operator==(const SteeredWorld&, const SteeredWorld&) = default;
};

// True if both sides are equal after every update that both have run.
bool plays_alike(const std::vector<Flicks>& steps_a, const std::vector<Flicks>& steps_b,
                 const std::vector<std::uint32_t>& presses) {
    SteeredWorld a;
    SteeredWorld b;
    const std::size_t updates = std::min({steps_a.size(), steps_b.size(), presses.size()});
    for (std::size_t i = 0; i < updates; ++i) {
        a.step(steps_a[i], presses[i]);
        b.step(steps_b[i], presses[i]);
        if (!(a == b)) {
            return false;
        }
    }
    return updates != 0;
}

// A player whose presses are known by the number of the tick. Seven shares no factor with what a
// loop does by fives or tens.
std::vector<std::uint32_t> presses_by_tick(std::size_t ticks) {
    constexpr std::size_t k_ticks_between_presses = 7;
    std::vector<std::uint32_t> presses(ticks);
    for (std::size_t tick = 0; tick < ticks; tick += k_ticks_between_presses) {
        presses[tick] = 1;
    }
    return presses;
}

}  // namespace

void RunRecord::update(const Update& update) {
    if (steps.size() < k_updates_max) {
        steps.push_back(update.step);
        presses.push_back(update.presses);
    } else {
        is_cut_ = true;
    }
}

// The product of the value and the denominator is split into a rounded part and its exact rest by a
// fused multiply-add (T. J. Dekker, 1971), so that what cancels leaves every bit.
double distance_error(double units, Flicks simulated) {
    constexpr double k_flicks_per_unit = Flicks::period::den;  // a unit takes one second
    const double product = units * k_flicks_per_unit;
    const double rest = std::fma(units, k_flicks_per_unit, -product);
    return (product - static_cast<double>(simulated.count()) + rest) / k_flicks_per_unit;
}

double distance_error(const RunRecord& run) {
    Car<double> car;
    Flicks simulated{};
    for (const Flicks step : run.steps) {
        car.step(step_of<double>(step));
        simulated += step;
    }
    return distance_error(car.distance, simulated);
}

// A tick and the longest frame are what a loop that keeps up can be behind. Frames of the second
// half do not count, since those of a spiral grow with its debt.
bool is_on_time(const LoopReport& report) {
    const Flicks most = std::max(report.tick, report.step_max) + report.worst_gap_at_half;
    const Flicks behind = report.window - report.simulated;
    return behind <= most && -behind <= most;
}

MachineAgreement compare_runs(const RunRecord& here, const LoopReport& report_here,
                              const RunRecord& there, const LoopReport& report_there) {
    MachineAgreement agreement;
    agreement.replays_from_inputs = plays_alike(here.steps, there.steps, here.presses);
    const std::size_t ticks = std::min(here.steps.size(), there.steps.size());
    agreement.agrees_at_tick = plays_alike(here.steps, there.steps, presses_by_tick(ticks));
    agreement.agrees_at_time =
        agreement.agrees_at_tick && is_on_time(report_here) && is_on_time(report_there);
    return agreement;
}

}  // namespace tandem::tools::lab
