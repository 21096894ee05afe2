// SPDX-License-Identifier: MIT
// Simulates again. A re-run is believed only as far as it reproduces the file.
#include <tandem/replay/play/rerun.hpp>

#include <string>
#include <utility>

#include <tandem/replay/play/recorded_chain.hpp>
#include <tandem/replay/play/run.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

// True if the run came here as recorded. A chain that cannot be read confirms nothing.
bool is_as_recorded(Run& run) {
    const auto agrees = run.compare();
    return agrees && *agrees;
}

// Keeps the state while there is room; the first one that does not fit ends the keeping.
void keep_state(const sim::AnySimulation& simulation, std::uint64_t& room, Rerun& result) {
    if (room == 0) {
        return;
    }
    sim::Bytes state = simulation.save();
    if (state.size() > room) {
        room = 0;
        return;
    }
    room -= state.size();
    result.kept.push_back(std::move(state));
}

}  // namespace

sim::Result<Rerun> rerun(const Replay& replay, sim::AnySimulation simulation, std::uint64_t first,
                         std::uint64_t last, std::uint64_t kept_bytes_max) {
    TANDEM_ASSERT(first < last && last <= replay.end_tick());
    auto run = Run::from_keyframe(replay, std::move(simulation), first + 1);
    TANDEM_TRY(run);
    TANDEM_TRY(run->plant_faults());
    Rerun result;
    std::uint64_t room = kept_bytes_max;
    result.matches = is_as_recorded(*run);
    const auto anchor = next_whole_chain(replay, last);
    result.is_vouched_for = anchor || replay.header().track_bits >= k_trusted_track_bits;
    const std::uint64_t end = anchor.value_or(replay.end_tick());
    while (run->ticks_done() < end && result.matches) {
        if (auto stepped = run->step(); !stepped) {
            if (!run->failure()) {
                return stepped.error();
            }
            result.matches = false;  // the recorded session did not fail here
            break;
        }
        result.matches = is_as_recorded(*run);
        if (run->ticks_done() > first && run->ticks_done() <= last) {
            result.chains.push_back(run->chain());
            result.states.push_back(run->state_hash());
            keep_state(run->simulation(), room, result);
        }
        if (run->ticks_done() == last) {
            result.state = run->simulation().save();
        }
    }
    return result;
}

sim::Result<bool> confirm_chain(const Replay& replay, sim::AnySimulation spare,
                                std::uint64_t ticks_done, sim::ChainHash chain) {
    TANDEM_ASSERT(ticks_done >= replay.first_tick() && ticks_done <= replay.end_tick());
    Cursor cursor(replay);
    TANDEM_TRY(check_chain(cursor, ticks_done, chain));
    const auto recorded = cursor.chain(ticks_done);
    TANDEM_TRY(recorded);
    if (recorded->low_bits >= k_trusted_track_bits) {
        return true;
    }
    const auto run = rerun(replay, std::move(spare), ticks_done - 1, ticks_done);
    TANDEM_TRY(run);
    if (run->matches && run->chains.back() == chain) {
        return run->is_vouched_for;
    }
    const auto anchor = next_whole_chain(replay, ticks_done);
    return sim::Error{sim::ErrorCode::divergence, "",
                      "the file has " + std::to_string(recorded->low_bits) +
                          " bits of the chain at a tick, and the chain that it has after " +
                          sim::ticks_text(anchor.value_or(replay.end_tick())) +
                          " is not reached from here"};
}

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
