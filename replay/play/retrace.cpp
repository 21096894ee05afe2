// SPDX-License-Identifier: MIT
// Steps from a keyframe on, one tick after the other, and compares each.
#include <tandem/replay/play/retrace.hpp>

#include <string>
#include <utility>

#include <tandem/replay/play/rerun.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::replay {
namespace {

sim::Result<void> check(Run& run);
sim::Error left_at(std::uint64_t tick, const std::string& how);

}  // namespace

sim::Result<Run> retrace(const Replay& replay, sim::AnySimulation simulation,
                         std::uint64_t ticks_done, const Progress& each_tick) {
    TANDEM_ASSERT(ticks_done >= replay.first_tick() && ticks_done <= replay.end_tick());
    auto run = retrace_from_keyframe(replay, std::move(simulation), ticks_done + 1);
    while (run && run->ticks_done() < ticks_done) {
        TANDEM_TRY(retrace_step(*run));
        if (each_tick && !each_tick(run->ticks_done())) {
            break;
        }
    }
    return run;
}

sim::Result<Run> retrace_from_keyframe(const Replay& replay, sim::AnySimulation simulation,
                                       std::uint64_t before) {
    auto run = Run::from_start(replay, std::move(simulation));
    TANDEM_TRY(run);
    TANDEM_TRY(run->plant_faults());
    TANDEM_TRY(retrace_to_keyframe(*run, before));
    return run;
}

sim::Result<void> retrace_to_keyframe(Run& run, std::uint64_t before) {
    const std::uint64_t first = run.replay().first_tick();
    if (!run.jump_to_keyframe(first, before) && run.ticks_done() != first) {
        TANDEM_TRY(run.start());
    }
    return check(run);
}

sim::Result<void> retrace_step(Run& run) {
    const std::uint64_t tick = run.ticks_done();
    if (auto stepped = run.step(); !stepped) {
        // The recorded session got through this tick.
        return run.failure() ? left_at(tick, stepped.error().text()) : stepped;
    }
    return check(run);
}

sim::Result<bool> confirm(const Run& run) {
    auto confirmed =
        confirm_chain(run.replay(), run.simulation().clone(), run.ticks_done(), run.chain());
    return confirmed || confirmed.error().code != sim::ErrorCode::divergence
               ? confirmed
               : left_at(run.ticks_done(), confirmed.error().message);
}

namespace {

sim::Result<void> check(Run& run) {
    const auto agrees = run.compare();
    TANDEM_TRY(agrees);
    return *agrees ? sim::Result<void>()
                   : left_at(run.parted_at()->tick.number, run.parted_at()->text);
}

sim::Error left_at(std::uint64_t tick, const std::string& how) {
    return {sim::ErrorCode::divergence, "tick " + std::to_string(tick),
            "the simulation leaves the recording here (" + how +
                "), so the states that it would give are not those of the recording"};
}

}  // namespace
}  // namespace tandem::replay
