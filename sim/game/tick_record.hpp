// SPDX-License-Identifier: MIT
// The record of one tick: one presence bit for each slot, then the canonical input of each present
// slot. Records are stored, sent and hashed into the chain, and a step takes one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::sim {

// How many bytes the presence bits of `slots` slots take. The lowest slot has the lowest bit of the
// first byte.
constexpr std::size_t presence_bytes(std::uint32_t slots) { return (slots + 7) / 8; }

// The presence bits of the slots that exist.
constexpr std::uint64_t slots_mask(std::uint32_t slots) {
    return slots >= k_slots_max ? ~std::uint64_t{0} : (std::uint64_t{1} << slots) - 1;
}

// Makes a record. inputs[s] is the canonical input of slot s; it is ignored if bit s of `presence`
// is 0.
Bytes make_record(std::uint64_t presence, std::span<const Bytes> inputs);
// Makes a record in a buffer that is reused.
void make_record(std::uint64_t presence, std::span<const Bytes> inputs, Bytes& out);
void make_record(std::uint64_t presence, std::span<const ByteView> inputs, Bytes& out);

// The parts of a record, as views into its bytes.
struct RecordView {
    std::uint64_t presence = 0;    // a bit for each slot
    std::vector<ByteView> inputs;  // each slot's input; empty if the slot is absent
    std::size_t bytes = 0;         // how many bytes the record took

    // True if the slot took part.
    bool present(std::uint32_t slot) const { return (presence >> slot & 1U) != 0; }
};

// Reads the record at the beginning of `bytes` by the game's input schema. It checks everything;
// the error names the byte.
Result<RecordView> parse_record(const Schema& input_schema, std::uint32_t slots, ByteView bytes);
// Reads it into a view whose memory is reused. After a failure the content of the view is
// undefined.
Result<void> parse_record(const Schema& input_schema, std::uint32_t slots, ByteView bytes,
                          RecordView& out);

}  // namespace tandem::sim
