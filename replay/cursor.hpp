// SPDX-License-Identifier: MIT
// A place in a replay from which records and chains are read. Several cursors may read one replay
// at the same time, each on a thread of its own.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

// What a file states about the chain after some ticks: all of it, some of its low bits, or nothing.
struct RecordedChain {
    std::optional<sim::ChainHash> whole;  // all 64 bits, where the file has them
    std::uint64_t low = 0;                // the low bits; the others are 0
    std::uint32_t low_bits = 0;           // how many; 64 where the whole chain is known

    // Whether this chain is the recorded one, as far as the file can tell.
    bool agrees(sim::ChainHash chain) const;
};

class Cursor {
public:
    // `replay` must outlive the cursor.
    explicit Cursor(const Replay& replay) : replay_(&replay) {}

    // The record of a tick from first_tick() to the one before end_tick() (asserted). The view is
    // valid until the next call. Ticks in ascending order are the fastest. An error says that the
    // file cannot be read or decoded there.
    sim::Result<sim::ByteView> record(sim::Tick tick);
    // What the file states about the chain after `ticks_done` ticks, from first_tick() to
    // end_tick() (asserted).
    sim::Result<RecordedChain> chain(std::uint64_t ticks_done);

    // The replay that it reads.
    const Replay& replay() const { return *replay_; }

private:
    const Replay* replay_;
    DecodedInputs inputs_;  // of the block that begins with this tick
    std::uint64_t inputs_first_tick_ = ~std::uint64_t{0};
};

}  // namespace tandem::replay
