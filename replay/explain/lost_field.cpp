// SPDX-License-Identifier: MIT
// There are few fields, so each costs one step and, where it fits, the run behind it.
#include <tandem/replay/explain/lost_field.hpp>

#include <algorithm>
#include <map>
#include <utility>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/entry.hpp>
#include <tandem/replay/explain/near_run.hpp>
#include <tandem/replay/explain/run_on.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::replay {

std::string field_of_all(const std::string& path) {
    std::string field;
    bool is_inside = false;
    for (const char letter : path) {
        is_inside = is_inside && letter != ']';
        if (!is_inside) {
            field += letter;
        }
        is_inside = is_inside || letter == '[';
    }
    return field;
}

sim::Bytes with_field_reset(const sim::Schema& schema, sim::ByteView state, sim::ByteView reset,
                            const std::string& field) {
    std::map<std::string, sim::Leaf> in_reset;
    for (sim::Leaf& leaf : sim::list_leaves(schema.root(), reset)) {
        if (field_of_all(leaf.path) == field) {
            in_reset.emplace(leaf.path, leaf);
        }
    }
    sim::Bytes changed(state.begin(), state.end());
    for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), state)) {
        const auto before = in_reset.find(leaf.path);
        if (before != in_reset.end() && before->second.bytes == leaf.bytes) {
            const sim::ByteView value = reset.subspan(before->second.offset, leaf.bytes);
            std::copy(value.begin(), value.end(),
                      changed.begin() + static_cast<std::ptrdiff_t>(leaf.offset));
        }
    }
    return changed;
}

sim::Result<std::optional<std::string>> find_lost_field(const Replay& replay,
                                                        const sim::AnySimulation& spare,
                                                        sim::Tick tick, const Progress& progress) {
    const auto begun = run_near(replay, spare, {RunFrom::start, replay.first_tick()});
    const auto there = run_near(replay, spare, {RunFrom::keyframe, tick.number}, progress);
    if (!begun || !there) {
        return begun ? there.error() : begun.error();
    }
    if (there->is_stopped) {
        return std::optional<std::string>();
    }
    const sim::Schema& schema = replay.header().state_schema;
    std::vector<std::string> fields;
    for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), there->state)) {
        fields.push_back(field_of_all(leaf.path));
    }
    std::sort(fields.begin(), fields.end());
    fields.erase(std::unique(fields.begin(), fields.end()), fields.end());
    for (const std::string& field : fields) {
        if (progress && !progress(0)) {
            break;
        }
        const sim::Bytes state = with_field_reset(schema, there->state, begun->state, field);
        sim::Timeline timeline(spare.clone());
        if (state == there->state || !timeline.start(replay.header().setup) ||
            !timeline.jump(tick.number, state, there->hashes)) {
            continue;
        }
        const auto behind = run_on(replay, timeline, tick.number + 1, progress);
        if (!behind) {
            return behind.error();
        }
        if (behind->is_confirmed) {
            return std::optional(field);
        }
    }
    return std::optional<std::string>();
}

}  // namespace tandem::replay
