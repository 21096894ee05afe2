// SPDX-License-Identifier: MIT
// A re-run is believed only as far as it reproduces the file.
#include <tandem/replay/rerun.hpp>

#include <map>
#include <optional>
#include <string>
#include <utility>

#include <tandem/replay/entry.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

// Where the file has the whole chain again, if it has.
std::optional<std::uint64_t> next_anchor(const Replay& replay, std::uint64_t ticks_done) {
    for (const Anchor& anchor : replay.anchors()) {
        if (anchor.ticks_done >= ticks_done) {
            return anchor.ticks_done;
        }
    }
    return std::nullopt;
}

// The faults that were planted on purpose, by their ticks.
std::map<std::uint64_t, std::string> plants_of(const std::vector<sim::Mark>& marks) {
    std::map<std::uint64_t, std::string> fields;
    for (const sim::Mark& mark : marks) {
        if (mark.kind == sim::MarkKind::plant) {
            fields.emplace(mark.tick.number, mark.text);
        }
    }
    return fields;
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
    sim::Timeline timeline(std::move(simulation));
    if (auto started = start_as_recorded(replay, timeline); !started) {
        return started.error();
    }
    jump_to_keyframe(replay, timeline, timeline.ticks_done(), first + 1);
    const auto marks = replay.read_marks();
    if (!marks) {
        return marks.error();
    }
    const auto plants = plants_of(*marks);
    Rerun result;
    std::uint64_t room = kept_bytes_max;
    Cursor cursor(replay);
    result.matches = check_chain(cursor, timeline.ticks_done(), timeline.chain()).has_value();
    const auto anchor = next_anchor(replay, last);
    result.is_vouched_for = anchor || replay.header().track_bits >= k_trusted_track_bits;
    const std::uint64_t end = anchor.value_or(replay.end_tick());
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
            keep_state(timeline.simulation(), room, result);
        }
        if (timeline.ticks_done() == last) {
            result.state = timeline.simulation().save();
        }
    }
    return result;
}

sim::Result<bool> confirm_chain(const Replay& replay, sim::AnySimulation spare,
                                std::uint64_t ticks_done, sim::ChainHash chain) {
    TANDEM_ASSERT(ticks_done >= replay.first_tick() && ticks_done <= replay.end_tick());
    Cursor cursor(replay);
    if (auto agrees = check_chain(cursor, ticks_done, chain); !agrees) {
        return agrees.error();
    }
    const auto recorded = cursor.chain(ticks_done);
    if (!recorded) {
        return recorded.error();
    }
    if (recorded->low_bits >= k_trusted_track_bits) {
        return true;
    }
    const auto run = rerun(replay, std::move(spare), ticks_done - 1, ticks_done);
    if (!run) {
        return run.error();
    }
    if (run->matches && run->chains.back() == chain) {
        return run->is_vouched_for;
    }
    const auto anchor = next_anchor(replay, ticks_done);
    return sim::Error{sim::ErrorCode::divergence, "",
                      "the file has " + std::to_string(recorded->low_bits) +
                          " bits of the chain at a tick, and the chain that it has after " +
                          sim::ticks_text(anchor.value_or(replay.end_tick())) +
                          " is not reached from here"};
}

}  // namespace tandem::replay
