// SPDX-License-Identifier: MIT
// Each experiment is a loop that is run and a body that its updates move.
#include <tandem/tools/lab/experiments/physics.hpp>

#include <tandem/sim/assert.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class Driver : public Game {
public:
    Driver(Flicks game_time, const std::function<void(const Update&)>& on_update)
        : game_time_(game_time), on_update_(on_update) {}

    void update(const Update& update) override {
        if (update.step != Flicks(0) && simulated_ < game_time_) {
            simulated_ += update.step;
            on_update_(update);
        }
    }
    bool has_arrived() const { return simulated_ >= game_time_; }

private:
    Flicks game_time_;
    Flicks simulated_{};
    const std::function<void(const Update&)>& on_update_;
};

// Longer than a jump, a tap and a hold.
constexpr Flicks k_play = seconds(2);

template <class Body>
Body moved(LoopOnMachine place, Flicks game_time, Body body) {
    run_updates(place, game_time,
                [&](const Update& update) { body.step(step_of<double>(update.step)); });
    return body;
}

}  // namespace

void run_updates(LoopOnMachine place, Flicks game_time,
                 const std::function<void(const Update&)>& on_update) {
    const Loop* loop = find_loop(place.loop);
    const auto machine = parse_machine(std::string(place.machine));
    TANDEM_ASSERT(loop != nullptr && machine);
    RunOptions options;
    // The slowest that is driven, L3 on choked, plays at more than a third of the speed; the rest
    // is its last frame.
    options.window = 3 * (game_time + seconds(1));
    Driver driver(game_time, on_update);
    run_loop(*loop, *machine, options, &driver);
    TANDEM_ASSERT(driver.has_arrived());
}

Flicks step_length(LoopOnMachine place) {
    Flicks length{};
    run_updates(place, seconds(1), [&](const Update& update) { length = update.step; });
    return length;
}

double jump_apex(LoopOnMachine place) {
    Jump<double> jump;
    jump.leave_ground();
    return moved(place, k_play, jump).apex_units();
}

Spring<double> spring_in_a_second(LoopOnMachine place) {
    return moved(place, seconds(1), Spring<double>{});
}

DampedRun damped_in_a_second(LoopOnMachine place) {
    DampedRun run;
    Damped<double> damped;
    run_updates(place, seconds(1), [&](const Update&) {
        damped.step();
        ++run.updates;
    });
    run.velocity = damped.units();
    return run;
}

double car_in_ten_seconds(LoopOnMachine place) {
    return moved(place, seconds(10), Car<double>{}).units();
}

Shot<double> shot_at_wall(LoopOnMachine place) { return moved(place, k_play, Shot<double>{}); }

int updates_that_see_tap(LoopOnMachine place, Reading reading) {
    int seen = 0;
    KeyLatch latch;
    run_updates(place, k_play, [&](const Update& update) {
        latch.update(k_tap, update.start);
        const bool is_latched = latch.extract();
        seen += (reading == Reading::latched ? is_latched : k_tap.is_down(update.start)) ? 1 : 0;
    });
    return seen;
}

double pixels_walked(LoopOnMachine place) {
    Walker<double> walker;
    run_updates(place, k_play, [&](const Update& update) {
        walker.step(step_of<double>(update.step), k_hold.is_down(update.start));
    });
    return walker.pixels();
}

std::vector<bool> ticks_held(LoopOnMachine owner) {
    std::vector<bool> held;
    KeyLatch latch;
    run_updates(owner, k_play, [&](const Update& update) {
        latch.update(k_hold, update.start);
        held.push_back(latch.extract());
    });
    return held;
}

Integer walked_by_ticks(LoopOnMachine peer, const std::vector<bool>& held) {
    Walker<Integer> walker;
    std::size_t tick = 0;
    run_updates(peer, k_play, [&](const Update& update) {
        walker.step(step_of<Integer>(update.step), tick < held.size() && held[tick]);
        ++tick;
    });
    return walker.position;
}

ExactSpring spring_in_quarters() {
    // v' = v - w^2 x dt and x' = x + v' dt give x(n+1) = (2 - (w dt)^2) x(n) - x(n-1), and (w dt)^2
    // is 25/4; so with x(n) = X(n) / 4^n, X(n+1) = -17 X(n) - 16 X(n-1). From rest x(1) is
    // (1 - 25/4) x(0).
    constexpr int k_frames = 10;
    ExactSpring spring{.numerators = {1, -21}};
    while (spring.numerators.size() <= k_frames) {
        const Integer now = spring.numerators.back();
        const Integer before = *(spring.numerators.end() - 2);
        spring.numerators.push_back(-17 * now - 16 * before);
    }
    return spring;
}

}  // namespace tandem::tools::lab
