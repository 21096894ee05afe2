// SPDX-License-Identifier: MIT
// Simulates up to a bad tick: up to the first one from a keyframe or the start, up to a later one
// from a known state.
#include <tandem/replay/explain/bad_tick.hpp>

#include <string>
#include <utility>

#include <tandem/replay/play/recorded_chain.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::replay {
namespace {

// Goes to the state after `ticks_done` ticks, and must come there as recorded.
sim::Result<Run> run_as_recorded(const Replay& replay, const sim::AnySimulation& spare,
                                 std::uint64_t ticks_done) {
    auto run = Run::from_keyframe(replay, spare.clone(), ticks_done + 1);
    TANDEM_TRY(run);
    TANDEM_TRY(run->step_to(ticks_done));
    const auto agrees = run->compare();
    TANDEM_TRY(agrees);
    return *agrees ? std::move(run)
                   : sim::Error{sim::ErrorCode::divergence, "", run->parted_at()->text};
}

// Returns the tick in front of which the run stands.
sim::Result<BadTick> next_tick(Run& run) {
    BadTick bad;
    bad.ticks_done = run.ticks_done() + 1;
    bad.hashes_before = run.hashes();
    bad.before = run.simulation().save();
    const auto record = run.next_record();
    TANDEM_TRY(record);
    bad.record.assign(record->begin(), record->end());
    bad.record_hash = sim::hash_bytes(bad.record);
    TANDEM_TRY(run.step());
    bad.honest = run.simulation().save();
    auto recorded = run.recorded_chain();
    TANDEM_TRY(recorded);
    bad.recorded = *recorded;
    return bad;
}

}  // namespace

sim::RunningHashes BadTick::hashes_with(sim::StateHash state) const {
    return is_reset ? sim::running_start(start, state)
                    : sim::running_next(hashes_before, record_hash, state);
}

bool BadTick::gives_the_recorded(sim::StateHash state) const {
    return recorded.agrees(hashes_with(state).chain);
}

sim::Result<BadTick> find_bad_tick(const Replay& replay, const sim::AnySimulation& spare,
                                   const Divergence& divergence) {
    const std::uint64_t ticks_done = divergence.ticks_done();
    if (first_possible_tick(replay, ticks_done) + 1 < ticks_done) {
        return sim::Error{sim::ErrorCode::usage, "",
                          "the file has " + std::to_string(replay.header().track_bits) +
                              " bits of the chain at a tick, too few to name the bad one"};
    }
    if (!divergence.is_reset) {
        auto run = run_as_recorded(replay, spare, ticks_done - 1);
        return run ? next_tick(*run) : sim::Result<BadTick>(run.error());
    }
    sim::Timeline timeline(spare.clone());
    TANDEM_TRY(timeline.start(replay.header().setup));
    auto recorded = Cursor(replay).chain(ticks_done);
    TANDEM_TRY(recorded);
    BadTick bad;
    bad.is_reset = true;
    bad.ticks_done = ticks_done;
    bad.start = timeline.start_value();
    bad.honest = timeline.simulation().save();
    bad.recorded = *recorded;
    return bad;
}

sim::Result<BadTick> tick_behind(const Replay& replay, const sim::AnySimulation& spare,
                                 const RunPlace& place) {
    TANDEM_ASSERT(place.ticks_done < replay.end_tick());
    auto run = Run::from_place(replay, spare.clone(), place);
    return run ? next_tick(*run) : sim::Result<BadTick>(run.error());
}

}  // namespace tandem::replay
