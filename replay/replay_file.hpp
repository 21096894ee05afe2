// SPDX-License-Identifier: MIT
// A replay file in memory, checked from beginning to end. An open file is valid up to its last
// whole block, and says what is wrong after that.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tandem/replay/header.hpp>
#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::replay {

// Whether a file is whole.
enum class Completeness : std::uint8_t {
    complete,  // its session ended it
    live,      // it has no end yet, and its writer has it open
    cut,       // it has no end: the session was killed, or the last part of the file is missing
    damaged,   // some bytes are wrong; everything before them can be used
};
// "complete", "live", "cut", "damaged".
std::string completeness_text(Completeness completeness);

// One block of inputs: the records of its ticks, and the running hashes after the last tick.
struct InputBlock {
    std::uint64_t offset = 0;         // in the file
    std::uint64_t first_tick = 0;     // the number of its first tick
    std::uint32_t ticks = 0;          // how many ticks
    sim::RunningHashes hashes;        // after the last tick
    Codec codec = Codec::plain;       // how the content is stored
    std::uint32_t content_bytes = 0;  // size of the decoded content
    sim::ByteView coded;              // the content as it is stored
    sim::ByteView lows;               // two bytes for each tick: the low bits of the chain after it

    // The first tick behind it.
    std::uint64_t end_tick() const { return first_tick + ticks; }
};

// The records of a block of inputs, decoded and checked: their bytes, and the offset of each. There
// is one offset more than ticks.
struct DecodedInputs {
    sim::Bytes records;                // one after the other
    std::vector<std::size_t> offsets;  // of each record
};
// Decodes the records of a block into `out`, whose memory is reused. The error names the tick.
sim::Result<void> decode_inputs(const InputBlock& block, const Header& header, DecodedInputs& out);

// A whole state that the file holds.
struct StoredState {
    sim::StatePurpose purpose = sim::StatePurpose::keyframe;  // keyframe or evidence
    std::uint64_t ticks_done = 0;                             // the state after this many ticks
    sim::RunningHashes hashes;                                // after the same number of ticks
    std::uint64_t offset = 0;                                 // in the file
    std::uint32_t state_bytes = 0;                            // size of the decoded content
    Codec codec = Codec::plain;                               // how the content is stored
    sim::ByteView coded;                                      // the content as it is stored
};

// How many blocks of one type there are, and how many bytes they take.
struct BlockCount {
    BlockType type = BlockType::header;  // the type
    std::uint64_t blocks = 0;            // how many blocks
    std::uint64_t bytes = 0;             // of all of them, with their headers
};

// A replay file in memory. A file of N bytes takes at most 8 N + 512 MiB of memory, whatever it
// claims (FORMAT.md, Bounds).
class Replay {
public:
    // Reads and parses a file. A missing or unreadable file is an error io. A file of another
    // format, of a newer version, or with damage before the end of its schema is an error bad_data.
    // Every other file opens.
    static sim::Result<Replay> open(const std::string& path);
    // The same for bytes in memory. `is_live` says that a session is still writing the file.
    static sim::Result<Replay> parse(sim::Bytes bytes, bool is_live = false);

    Replay(Replay&&) noexcept = default;
    Replay& operator=(Replay&&) noexcept = default;

    // What the file says about itself.
    const Header& header() const { return header_; }

    // The first tick that can be read.
    std::uint64_t first_tick() const { return header_.first_tick; }
    // The first tick behind the readable ones.
    std::uint64_t end_tick() const {
        return blocks_.empty() ? first_tick() : blocks_.back().end_tick();
    }
    // How many ticks can be read.
    std::uint64_t ticks() const { return end_tick() - first_tick(); }

    // The whole running hashes after `ticks_done` ticks, if the file has them: at its start and at
    // the end of each block.
    std::optional<sim::RunningHashes> hashes_at(std::uint64_t ticks_done) const;

    // The running hashes before the first tick.
    const sim::RunningHashes& start_hashes() const { return start_hashes_; }
    // The running hashes after the last readable tick.
    const sim::RunningHashes& hashes() const {
        return blocks_.empty() ? start_hashes_ : blocks_.back().hashes;
    }
    // The chain after the last readable tick.
    sim::ChainHash chain() const { return hashes().chain; }

    // Its blocks of inputs, in order.
    std::span<const InputBlock> blocks() const { return blocks_; }
    // Its keyframes and evidence, in file order.
    std::span<const StoredState> states() const { return states_; }
    // The first stored state after exactly `ticks_done` ticks, of any purpose; or null.
    const StoredState* find_state(std::uint64_t ticks_done) const;
    // The bytes of a stored state, checked against the schema. A state of more than `bytes_max`
    // bytes is refused before memory is allocated.
    sim::Result<sim::Bytes> load_state(
        const StoredState& state, std::uint64_t bytes_max = sim::k_state_bytes_max_default) const;
    // The marks, in file order.
    std::span<const sim::Mark> marks() const { return marks_; }

    // Fills in every asset that the file only names and that has the size and digest of this
    // content. The error lists the assets that are missing.
    sim::Result<void> supply_asset(sim::Bytes content);
    // The names of assets whose content is still missing. Playing needs all of them.
    std::vector<std::string> missing_assets() const;

    // Whether the file is whole.
    Completeness completeness() const { return completeness_; }
    // Why the file is cut or damaged; its place names the byte. Nothing if the file is complete or
    // live.
    const std::optional<sim::Error>& flaw() const { return flaw_; }
    // Why the session ended, if it did.
    std::optional<sim::EndReason> end_reason() const { return end_reason_; }
    // The size of the file.
    std::uint64_t bytes() const { return file_.size(); }
    // How many bytes of it can be used.
    std::uint64_t sound_bytes() const { return sound_bytes_; }
    // How many blocks of each type it has.
    std::span<const BlockCount> block_counts() const { return block_counts_; }

private:
    friend class ReplayParser;
    Replay() = default;
    const InputBlock& block_of(sim::Tick tick) const;
    // The block that ends after `ticks_done` ticks, or null.
    const InputBlock* block_before(std::uint64_t ticks_done) const;

    sim::Bytes file_;
    Header header_;
    sim::RunningHashes start_hashes_;
    std::vector<InputBlock> blocks_;
    std::vector<StoredState> states_;
    std::vector<sim::Mark> marks_;
    std::vector<BlockCount> block_counts_;
    std::optional<sim::EndReason> end_reason_;
    std::optional<sim::Error> flaw_;
    Completeness completeness_ = Completeness::cut;
    std::uint64_t sound_bytes_ = 0;
};

}  // namespace tandem::replay
