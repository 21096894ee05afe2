// SPDX-License-Identifier: MIT
// A place in a replay from which records and chains are read. Several cursors may read one replay
// at the same time, each on a thread of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

// The chain after some ticks as a file states it: all of it, some of its low bits, or nothing.
struct RecordedChain {
    std::optional<sim::ChainHash> whole;        // all 64 bits, if the file has them
    std::uint64_t low = 0;                      // the low bits; the others are 0
    std::uint32_t low_bits = 0;                 // how many; 64 if the whole chain is known
    std::optional<sim::RecordsHash> records{};  // over records alone, if the file has it

    // True if this chain is the recorded one, as far as the file can tell.
    bool agrees(sim::ChainHash chain) const;
    // True if both speak of the same history, as far as the two files can tell.
    bool agrees(const RecordedChain& other) const;
};

// With so many bits of the chain at every tick, a file names the tick at which histories part.
// Chance makes these bits equal once in 65,536.
constexpr std::uint32_t k_trusted_track_bits = 16;

class Cursor {
public:
    // `replay` must outlive the cursor.
    explicit Cursor(const Replay& replay);
    // A cursor that was moved from can only be assigned to or destroyed.
    Cursor(Cursor&&) noexcept;
    // A cursor that was moved from can be assigned to in this way too.
    Cursor& operator=(Cursor&&) noexcept;
    ~Cursor();

    // Returns the record of a tick from first_tick() to the one before end_tick() (asserted). The
    // view is valid until the next call. The inputs of an epoch are decoded from its beginning
    // and kept, so ascending ticks cost least, and ticks within one epoch little. An error
    // (bad_data, io) says that the file cannot be read or decoded there; it is the same for every
    // later tick of the epoch, until the cursor has been in another one.
    sim::Result<sim::ByteView> record(sim::Tick tick);
    // Returns what the file states about the chain after `ticks_done` ticks, from first_tick() to
    // end_tick() (asserted).
    sim::Result<RecordedChain> chain(std::uint64_t ticks_done);

    // The replay that the cursor reads.
    const Replay& replay() const { return *replay_; }

private:
    class EpochReader;

    const Replay* replay_;
    std::unique_ptr<EpochReader> reader_;
};

}  // namespace tandem::replay
