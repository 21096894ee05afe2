// SPDX-License-Identifier: MIT
// Makes the record of a tick of a game's inputs, and inputs of a record.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/serialize/reader.hpp>
#include <tandem/sim/serialize/writer.hpp>

namespace tandem::sim {

// Replaces `out` with the record of a tick and reuses its memory. Exceptions of an input's
// serialize pass through this function and through read_inputs.
template <class Input>
void write_record(Inputs<Input> inputs, Bytes& out) {
    const auto slots = static_cast<std::uint32_t>(inputs.size());
    TANDEM_ASSERT(slots >= 1);
    const std::uint64_t presence = inputs.presence() & slots_mask(slots);
    BufferSink sink(out);
    for (std::size_t i = 0; i < presence_bytes(slots); ++i) {
        sink.write(static_cast<std::uint8_t>(presence >> (8 * i)));
    }
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
        if (inputs.present(Slot{slot})) {
            write_value(inputs[slot], sink);
        }
    }
    sink.finish();
}

// Replaces `out` with one input for each slot, an idle one for an absent slot.
template <class Input>
Result<void> read_inputs(const RecordView& record, std::vector<Input>& out) {
    out.assign(record.inputs.size(), Input{});
    for (std::uint32_t slot = 0; slot < out.size(); ++slot) {
        if (!record.present(slot)) {
            continue;
        }
        TANDEM_TRY(read_value(record.inputs[slot], out[slot], k_input_bytes_max, "input"));
    }
    return {};
}

}  // namespace tandem::sim
