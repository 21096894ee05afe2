// SPDX-License-Identifier: MIT
// The same loop for every question of an autopsy.
#include <tandem/replay/explain/near_run.hpp>

#include <utility>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/entry.hpp>
#include <tandem/replay/failed_tick.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::replay {
namespace {

// Goes on with what a new simulation makes of the saved state.
sim::Result<sim::Timeline> restored(const Replay& replay, const sim::AnySimulation& spare,
                                    const sim::Timeline& timeline) {
    sim::Timeline fresh(spare.clone());
    if (auto started = fresh.start(replay.header().setup); !started) {
        return started.error();
    }
    const sim::Bytes state = timeline.simulation().save();
    if (auto moved = fresh.jump(timeline.ticks_done(), state, timeline.hashes()); !moved) {
        return moved.error();
    }
    return fresh;
}

void note_place(const sim::Timeline& timeline, NearRun& run) {
    run.ticks_done = timeline.ticks_done();
    run.state = timeline.simulation().save();
    run.hashes = timeline.hashes();
}

}  // namespace

sim::Result<NearRun> run_near(const Replay& replay, const sim::AnySimulation& spare,
                              const NearRunPlan& plan, const Progress& progress) {
    TANDEM_ASSERT(plan.end_ticks_done >= replay.first_tick() &&
                  plan.end_ticks_done <= replay.end_tick());
    sim::Timeline timeline(spare.clone());
    if (auto started = start_as_recorded(replay, timeline); !started) {
        return started.error();
    }
    if (plan.from == RunFrom::keyframe) {
        jump_to_keyframe(replay, timeline, timeline.ticks_done(), plan.end_ticks_done);
    }
    NearRun run;
    run.from_ticks_done = timeline.ticks_done();
    Cursor cursor(replay);
    const auto compare = [&]() -> sim::Result<void> {
        const auto agrees = is_recorded_chain(cursor, timeline.ticks_done(), timeline.chain());
        if (!agrees) {
            return agrees.error();
        }
        if (!*agrees && !run.parted_at) {
            run.parted_at = timeline.ticks_done();
        }
        return {};
    };
    if (auto compared = compare(); !compared) {
        return compared.error();
    }
    while (timeline.ticks_done() < plan.end_ticks_done &&
           !(run.parted_at && plan.stops_where_it_parts)) {
        if (progress && timeline.ticks_done() % k_ticks_between_reports == 0 &&
            !progress(timeline.ticks_done() - run.from_ticks_done)) {
            run.is_stopped = true;
            break;
        }
        if (plan.restored_at == timeline.ticks_done()) {
            auto fresh = restored(replay, spare, timeline);
            if (!fresh) {
                run.failure = fresh.error().text();
                break;
            }
            timeline = std::move(fresh).value();
        }
        const auto record = cursor.record(sim::Tick{timeline.ticks_done()});
        if (!record) {
            return record.error();
        }
        if (auto stepped = timeline.advance(*record); !stepped) {
            run.failure = stepped.error().text();
            break;
        }
        if (auto compared = compare(); !compared) {
            return compared.error();
        }
    }
    note_place(timeline, run);
    const auto failed = plan.tries_the_failed_tick ? failed_tick(replay) : std::nullopt;
    if (failed && run.agrees() && run.ticks_done == replay.end_tick()) {
        const auto stepped = timeline.advance(failed->record);
        run.failed_tick = stepped ? FailedTickRun::passes : FailedTickRun::fails;
        run.failed_tick_text = stepped ? "" : stepped.error().text();
    }
    return run;
}

}  // namespace tandem::replay
