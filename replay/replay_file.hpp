// SPDX-License-Identifier: MIT
// A replay file in memory, checked from end to end: what opens is sound up to the last whole block,
// and says what comes after it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tandem/replay/header.hpp>
#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::replay {

// How much of a file is there.
enum class Completeness : std::uint8_t {
    complete,  // ended by its session
    live,      // without an end, while its writer holds it open
    cut,       // without an end: the session was killed, or the file's tail is missing
    damaged,   // bytes are wrong; what stands before them can be used
};
// "complete", "live", "cut", "damaged".
std::string completeness_text(Completeness completeness);

// One block of inputs: its ticks' records, and the running hashes after the last of them.
struct InputBlock {
    std::uint64_t offset = 0;         // in the file
    std::uint64_t first_tick = 0;     // its number
    std::uint32_t ticks = 0;          // how many
    sim::RunningHashes hashes;        // after the last of them
    Codec codec = Codec::plain;       // of the content
    std::uint32_t content_bytes = 0;  // once decoded
    sim::ByteView coded;              // the content as it is stored
    sim::ByteView lows;               // two bytes for each tick: the low bits of its chain

    // The first tick behind it.
    std::uint64_t end_tick() const { return first_tick + ticks; }
};

// The records of a block of inputs, decoded and taken apart by the input schema: their bytes, and
// where each begins (one offset more than ticks). Everything is checked.
struct DecodedInputs {
    sim::Bytes records;                // end to end
    std::vector<std::size_t> offsets;  // of each record
};
// Replaces `out`, whose memory is used again. The error names the tick.
sim::Result<void> decode_inputs(const InputBlock& block, const Header& header, DecodedInputs& out);

// A whole state that the file holds.
struct StoredState {
    sim::StatePurpose purpose = sim::StatePurpose::keyframe;  // keyframe or evidence
    std::uint64_t ticks_done = 0;                             // the state after so many ticks
    sim::RunningHashes hashes;                                // likewise
    std::uint64_t offset = 0;                                 // in the file
    std::uint32_t state_bytes = 0;                            // once decoded
    Codec codec = Codec::plain;                               // of the content
    sim::ByteView coded;                                      // the content as it is stored
};

// How many blocks of a type there are and how many bytes they take.
struct BlockCount {
    BlockType type = BlockType::header;  // which
    std::uint64_t blocks = 0;            // how many
    std::uint64_t bytes = 0;             // of all of them, their frames included
};

// Held in memory with all that it refers to: a file of N bytes takes at most 8 N + 512 MiB,
// whatever it claims (FORMAT.md, Bounds).
class Replay {
public:
    // Reads and parses. A file that is missing or unreadable is an error of code io; one that is
    // foreign, newer, or damaged before its schema ends is bad_data. Everything else opens.
    static sim::Result<Replay> open(const std::string& path);
    // The same of bytes at hand; `is_live` says that their writer goes on.
    static sim::Result<Replay> parse(sim::Bytes bytes, bool is_live = false);

    Replay(Replay&&) noexcept = default;
    Replay& operator=(Replay&&) noexcept = default;

    // What the file says about itself.
    const Header& header() const { return header_; }

    // The first tick that can be read.
    std::uint64_t first_tick() const { return header_.first_tick; }
    // The first tick behind those that can be read.
    std::uint64_t end_tick() const {
        return blocks_.empty() ? first_tick() : blocks_.back().end_tick();
    }
    // How many they are.
    std::uint64_t ticks() const { return end_tick() - first_tick(); }

    // The record of a tick of the file (asserted). The view lives until another tick is asked for;
    // one thread at a time.
    sim::ByteView record(sim::Tick tick) const;
    // The 16 low bits of the chain after `ticks_done` ticks; first_tick() to end_tick() (asserted).
    std::uint16_t chain_low(std::uint64_t ticks_done) const;
    // The whole running hashes after `ticks_done` ticks where the file has them: at its start, at
    // ends of blocks.
    std::optional<sim::RunningHashes> hashes_at(std::uint64_t ticks_done) const;

    // The running hashes before the first tick.
    const sim::RunningHashes& start_hashes() const { return start_hashes_; }
    // The same after the last readable tick.
    const sim::RunningHashes& hashes() const {
        return blocks_.empty() ? start_hashes_ : blocks_.back().hashes;
    }
    // The chain after it.
    sim::ChainHash chain() const { return hashes().chain; }

    // Its blocks of inputs, in order.
    std::span<const InputBlock> blocks() const { return blocks_; }
    // Keyframes and evidence in file order.
    std::span<const StoredState> states() const { return states_; }
    // The first state that the file holds after `ticks_done` ticks, whatever its purpose; or null.
    const StoredState* find_state(std::uint64_t ticks_done) const;
    // Its bytes, checked against the schema. More than `bytes_max` are refused before they are
    // allocated.
    sim::Result<sim::Bytes> load_state(
        const StoredState& state, std::uint64_t bytes_max = sim::k_state_bytes_max_default) const;
    // What was noted, in file order.
    std::span<const sim::Mark> marks() const { return marks_; }

    // Fills in every asset with this content that the file only names by size and digest; the error
    // says which ones it wants.
    sim::Result<void> supply_asset(sim::Bytes content);
    // Names of assets whose content is still missing; playing needs them all.
    std::vector<std::string> missing_assets() const;

    // How much of it is there.
    Completeness completeness() const { return completeness_; }
    // Why the file is cut or damaged; its place names the byte. Nothing for a complete or live
    // file.
    const std::optional<sim::Error>& flaw() const { return flaw_; }
    // Why the session ended, where it did.
    std::optional<sim::EndReason> end_reason() const { return end_reason_; }
    // Size of the file.
    std::uint64_t bytes() const { return file_.size(); }
    // How much of it can be used.
    std::uint64_t sound_bytes() const { return sound_bytes_; }
    // What it is made of.
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
    mutable DecodedInputs cache_;  // of the block that begins with this tick
    mutable std::uint64_t cached_first_tick_ = ~std::uint64_t{0};
};

}  // namespace tandem::replay
