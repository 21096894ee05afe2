// SPDX-License-Identifier: MIT
// A re-run is believed only as far as it reproduces the file.
#include <tandem/replay/rerun.hpp>

#include <map>
#include <string>
#include <utility>

#include <tandem/replay/entry.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::replay {
namespace {

std::uint64_t end_of_block(const Replay& replay, std::uint64_t ticks_done) {
    for (const InputBlock& block : replay.blocks()) {
        if (block.end_tick() >= ticks_done) {
            return block.end_tick();
        }
    }
    return replay.end_tick();
}

// The faults that were planted on purpose, by their ticks.
std::map<std::uint64_t, std::string> plants_of(const Replay& replay) {
    std::map<std::uint64_t, std::string> fields;
    for (const sim::Mark& mark : replay.marks()) {
        if (mark.kind == sim::MarkKind::plant) {
            fields.emplace(mark.tick.number, mark.text);
        }
    }
    return fields;
}

}  // namespace

sim::Result<Rerun> rerun(const Replay& replay, sim::AnySimulation simulation, std::uint64_t first,
                         std::uint64_t last) {
    TANDEM_ASSERT(first < last && last <= replay.end_tick());
    sim::Timeline timeline(std::move(simulation));
    if (auto started = start_as_recorded(replay, timeline); !started) {
        return started.error();
    }
    jump_to_keyframe(replay, timeline, timeline.ticks_done(), first + 1);
    const auto plants = plants_of(replay);
    Rerun result;
    Cursor cursor(replay);
    result.matches = check_chain(cursor, timeline.ticks_done(), timeline.chain()).has_value();
    const std::uint64_t end = end_of_block(replay, last);
    while (timeline.ticks_done() < end && result.matches) {
        if (const auto plant = plants.find(timeline.ticks_done()); plant != plants.end()) {
            timeline.set_plant({sim::Tick{plant->first}, plant->second});
        }
        const auto record = cursor.record(sim::Tick{timeline.ticks_done()});
        if (!record) {
            return record.error();
        }
        if (!timeline.advance(*record)) {
            result.matches = false;  // the recorded session did not fail here
            break;
        }
        result.matches = check_chain(cursor, timeline.ticks_done(), timeline.chain()).has_value();
        if (timeline.ticks_done() > first && timeline.ticks_done() <= last) {
            result.chains.push_back(timeline.chain());
            result.states.push_back(timeline.state_hash());
        }
        if (timeline.ticks_done() == last) {
            result.state = timeline.simulation().save();
        }
    }
    return result;
}

}  // namespace tandem::replay
