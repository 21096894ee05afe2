// SPDX-License-Identifier: MIT
// Steps the one tick in each run, and keeps the states at the ends of its phases.
#include <tandem/replay/explain/phase_search.hpp>

#include <utility>

#include <tandem/replay/play/run.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::replay {
namespace {

// Does one step of a simulation that stands before it.
std::optional<TickSeen> seen_step(sim::AnySimulation& simulation, sim::ByteView record) {
    TickSeen seen;
    seen.before = simulation.save();
    auto phases = simulation.step_with_phases(record, sim::PhaseDetail::states);
    if (!phases) {
        return std::nullopt;
    }
    seen.phases = std::move(phases).value();
    seen.after = simulation.save();
    return seen;
}

std::optional<TickSeen> seen_run(const Replay& replay, const sim::AnySimulation& spare,
                                 const AskPlan& plan, const Progress& progress) {
    OwnProgram program(spare.clone());
    auto run = ask_program(replay, program, plan, progress);
    return run ? std::move(run->seen) : std::nullopt;
}

}  // namespace

std::optional<PhaseParting> part_by_inputs(const Replay& replay, const sim::AnySimulation& spare,
                                           sim::Tick tick, sim::ByteView state, sim::ByteView first,
                                           sim::ByteView second) {
    std::optional<TickSeen> seen[2];
    const sim::ByteView records[] = {first, second};
    for (int i = 0; i < 2; ++i) {
        sim::AnySimulation simulation = spare.clone();
        if (!simulation.reset(replay.header().setup) || !simulation.restore(state)) {
            return std::nullopt;
        }
        simulation.name_ticks_from(tick.number);
        seen[i] = seen_step(simulation, records[i]);
    }
    return seen[0] && seen[1] ? part_in_phases(*seen[0], *seen[1]) : std::nullopt;
}

std::optional<PhaseParting> part_by_restore(const Replay& replay, const sim::AnySimulation& spare,
                                            sim::Tick tick, std::uint64_t restored_at,
                                            const Progress& progress) {
    TANDEM_ASSERT(restored_at >= replay.first_tick() && restored_at <= tick.number);
    AskPlan plan;
    plan.end_ticks_done = tick.number + 1;
    plan.seen = tick;
    plan.stops_where_it_parts = false;
    const auto straight = seen_run(replay, spare, plan, progress);
    plan.restored_at = restored_at;
    const auto restored = straight ? seen_run(replay, spare, plan, progress) : std::nullopt;
    return straight && restored ? part_in_phases(*straight, *restored) : std::nullopt;
}

std::optional<UnlikeTick> run_side_by_side(const Replay& replay, const sim::AnySimulation& spare,
                                           std::uint64_t end_ticks_done, const Progress& progress) {
    const auto begun = Run::from_keyframe(replay, spare.clone(), end_ticks_done);
    if (!begun) {
        return std::nullopt;
    }
    sim::AnySimulation one = begun->simulation().clone();
    sim::AnySimulation other = begun->simulation().clone();
    Cursor cursor(replay);
    for (std::uint64_t tick = begun->ticks_done(); tick < end_ticks_done; ++tick) {
        const auto record = cursor.record(sim::Tick{tick});
        if (!record || (progress && tick % k_ticks_between_reports == 0 && !progress(tick))) {
            return std::nullopt;
        }
        const auto first = seen_step(one, *record);
        const auto second = first ? seen_step(other, *record) : std::nullopt;
        if (!second) {
            return std::nullopt;
        }
        if (first->after != second->after) {
            return UnlikeTick{sim::Tick{tick}, part_in_phases(*first, *second)};
        }
    }
    return std::nullopt;
}

}  // namespace tandem::replay
