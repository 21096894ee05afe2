// SPDX-License-Identifier: MIT
// Reads the failed tick from a mark. A mark comes from a disk, so its record is checked like any
// other.
#include <tandem/replay/play/failed_tick.hpp>

#include <tandem/sim/game/tick_record.hpp>

namespace tandem::replay {

std::optional<FailedTick> failed_tick(const Replay& replay) {
    const Header& header = replay.header();
    for (const sim::Mark& mark : replay.marks()) {
        if (mark.kind != sim::MarkKind::failed || mark.tick.number != replay.end_tick()) {
            continue;
        }
        const auto record = sim::parse_record(header.input_schema, header.setup.slots, mark.record);
        if (record && record->bytes == mark.record.size()) {
            return FailedTick{mark.record, mark.text};
        }
    }
    return std::nullopt;
}

}  // namespace tandem::replay
