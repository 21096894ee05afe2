// SPDX-License-Identifier: MIT
// The body of a block of inputs: coded records, then some bits of the chain after each tick. And
// the decoding of the records of a block of format 1.
#pragma once

#include <cstdint>

#include <tandem/replay/blocks/block.hpp>
#include <tandem/replay/blocks/header.hpp>
#include <tandem/replay/coding/input_coder.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

// Views into the body.
struct InputPiece {
    sim::ByteView coded;
    sim::ByteView track;
};
// Splits the body. An error says that it is too short for its ticks.
sim::Result<InputPiece> split_inputs(const BlockHeader& block, const Header& file,
                                     sim::ByteView body);

// Returns the size of the track of so many ticks.
constexpr std::uint64_t track_bytes(std::uint32_t track_bits, std::uint64_t ticks) {
    constexpr std::uint64_t k_bits_of_byte = 8;
    return ticks * (track_bits / k_bits_of_byte);
}
// Returns the `bits` lowest bits of a chain, from none to all 64.
constexpr std::uint64_t low_bits_of(std::uint64_t chain, std::uint32_t bits) {
    constexpr std::uint32_t k_chain_bits = 64;
    return bits >= k_chain_bits ? chain : chain & ((std::uint64_t{1} << bits) - 1);
}
// Returns the bits of the chain after the tick with this number in the track.
std::uint64_t track_at(sim::ByteView track, std::uint32_t track_bits, std::uint64_t tick);
// Appends the low bits of a chain to a track.
void append_track(sim::Bytes& track, std::uint32_t track_bits, std::uint64_t chain);

// Decodes a block of inputs of format 1 into `out`. The error names the tick.
sim::Result<void> decode_inputs_of_format_1(const BlockHeader& block, sim::ByteView coded,
                                            const Header& file, DecodedInputs& out);

}  // namespace tandem::replay
