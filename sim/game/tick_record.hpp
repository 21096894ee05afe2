// SPDX-License-Identifier: MIT
// The record of one tick: one presence bit for each slot, then the canonical input of each present
// slot. It is what is stored, sent, hashed into the chain and stepped with.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::sim {

// Bytes that the presence bits of `slots` slots take, lowest slot in the lowest bit of the first
// byte.
constexpr std::size_t presence_bytes(std::uint32_t slots) { return (slots + 7) / 8; }

// The presence bits of the slots that exist.
constexpr std::uint64_t slots_mask(std::uint32_t slots) {
    return slots >= k_slots_max ? ~std::uint64_t{0} : (std::uint64_t{1} << slots) - 1;
}

// Puts a record together; inputs[s] is the canonical input of slot s and ignored where bit s of
// `presence` is 0.
Bytes make_record(std::uint64_t presence, std::span<const Bytes> inputs);
// As make_record, into a buffer that is reused.
void make_record(std::uint64_t presence, std::span<const Bytes> inputs, Bytes& out);

// A record taken apart; views into its bytes.
struct RecordView {
    std::uint64_t presence = 0;    // one bit for each slot
    std::vector<ByteView> inputs;  // one for each slot; empty where absent
    std::size_t bytes = 0;         // how many bytes the record took

    // Whether the slot took part.
    bool present(std::uint32_t slot) const { return (presence >> slot & 1U) != 0; }
};

// Takes the record that `bytes` begins with apart by the game's input schema; checks everything and
// names the byte.
Result<RecordView> parse_record(const Schema& input_schema, std::uint32_t slots, ByteView bytes);
// As parse_record, into a view whose memory is used again. Where it fails the view says nothing.
Result<void> parse_record(const Schema& input_schema, std::uint32_t slots, ByteView bytes,
                          RecordView& out);

}  // namespace tandem::sim
