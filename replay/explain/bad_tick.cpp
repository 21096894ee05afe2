// SPDX-License-Identifier: MIT
// The first bad tick is come to from the start of the file; a later one from a state that is known.
#include <tandem/replay/explain/bad_tick.hpp>

#include <string>
#include <utility>

#include <tandem/replay/entry.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::replay {
namespace {

// Goes to the state after `ticks_done` ticks, and must come there as recorded.
sim::Result<void> run_to(const Replay& replay, sim::Timeline& timeline, std::uint64_t ticks_done) {
    if (auto started = start_as_recorded(replay, timeline); !started) {
        return started;
    }
    jump_to_keyframe(replay, timeline, timeline.ticks_done(), ticks_done + 1);
    Cursor cursor(replay);
    while (timeline.ticks_done() < ticks_done) {
        const auto record = cursor.record(sim::Tick{timeline.ticks_done()});
        if (!record) {
            return record.error();
        }
        if (auto stepped = timeline.advance(*record); !stepped) {
            return stepped;
        }
    }
    return check_chain(cursor, ticks_done, timeline.chain());
}

// The tick in front of which the timeline stands.
sim::Result<BadTick> next_tick(const Replay& replay, sim::Timeline& timeline) {
    BadTick bad;
    bad.ticks_done = timeline.ticks_done() + 1;
    bad.hashes_before = timeline.hashes();
    bad.before = timeline.simulation().save();
    Cursor cursor(replay);
    const auto record = cursor.record(sim::Tick{timeline.ticks_done()});
    if (!record) {
        return record.error();
    }
    bad.record.assign(record->begin(), record->end());
    bad.record_hash = sim::hash_bytes(bad.record);
    if (auto stepped = timeline.advance(bad.record); !stepped) {
        return stepped.error();
    }
    bad.honest = timeline.simulation().save();
    auto recorded = cursor.chain(bad.ticks_done);
    if (!recorded) {
        return recorded.error();
    }
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
    sim::Timeline timeline(spare.clone());
    if (!divergence.is_reset) {
        auto there = run_to(replay, timeline, ticks_done - 1);
        return there ? next_tick(replay, timeline) : sim::Result<BadTick>(there.error());
    }
    if (auto started = timeline.start(replay.header().setup); !started) {
        return started.error();
    }
    Cursor cursor(replay);
    auto recorded = cursor.chain(ticks_done);
    if (!recorded) {
        return recorded.error();
    }
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
    sim::Timeline timeline(spare.clone());
    if (auto started = timeline.start(replay.header().setup); !started) {
        return started.error();
    }
    if (auto moved = timeline.jump(place.ticks_done, place.state, place.hashes); !moved) {
        return moved.error();
    }
    return next_tick(replay, timeline);
}

}  // namespace tandem::replay
