// SPDX-License-Identifier: MIT
// Walks over the blocks of a file from front to back and trusts nothing. Behind damage it looks for
// the next sound block and goes on there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/blocks/block.hpp>
#include <tandem/replay/files/byte_source.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

// A block as it is stored.
struct Block {
    BlockHeader header;
    std::uint64_t offset = 0;      // where the block's first byte is in the file
    std::uint32_t head_bytes = 0;  // the size of its head alone
    sim::ByteView body;            // as it is stored; empty where bodies are not read

    // The size of the whole block.
    std::uint64_t bytes() const { return std::uint64_t{head_bytes} + header.stored_bytes; }
};

// A place of a file where something is wrong.
struct Flaw {
    bool is_cut = false;  // true: the bytes just end; false: they are damaged, foreign or malformed
    std::uint64_t offset = 0;  // where the wrong block begins
    sim::Error error;          // names the byte, the block and the tick
    // The type of the wrong block, if its head is sound and the next block begins right behind it.
    std::optional<BlockType> type{};
};

// At most so many flaws are listed; a file may have one in every block.
inline constexpr std::size_t k_flaws_max = 1'000;

// The bodies that a scanner reads.
enum class ScanDepth : std::uint8_t {
    bodies,  // all of them, with their checksums
    heads,   // all but those of states and marks, which it passes over by their heads
};

class BlockScanner {
public:
    // `source` must outlive the scanner.
    explicit BlockScanner(const ByteSource& source, ScanDepth depth = ScanDepth::bodies);

    // Returns the next sound block; its body is valid until the next call. Returns nothing at the
    // end of the bytes, and if no later block is sound. An error says that the source cannot be
    // read.
    sim::Result<std::optional<Block>> next();

    // The flaws so far, in file order. Damaged bytes in one place are one flaw. At most k_flaws_max
    // are listed.
    const std::vector<Flaw>& flaws() const { return flaws_; }
    // The number of flaws so far that may have cost ticks, listed or not: all but the flaws of
    // blocks other than inputs whose head is sound.
    std::uint64_t flaws_of_ticks() const { return flaws_of_ticks_; }
    // The place of the first byte not yet read.
    std::uint64_t offset() const { return offset_; }
    // The number of bytes before the first flaw, or before offset().
    std::uint64_t sound_bytes() const { return flaws_.empty() ? offset_ : flaws_.front().offset; }
    // Reports that this block breaks a rule, although its checksums are right.
    void reject(const Block& block, const sim::Error& why);
    // The number of bytes of heads and blocks whose checksums were computed so far, also of those
    // that failed.
    std::uint64_t bytes_hashed() const { return bytes_hashed_; }
    // Goes on with a source that begins with the sound bytes of this one and may be longer. Nothing
    // may be wrong with them, but that the last block was cut (asserted).
    void go_on(const ByteSource& longer);
    // Ends the walk: nothing more is read.
    void skip_to_end() { offset_ = source_->size(); }
    // Tells the scanner which tick comes next, for the words of a flaw.
    void set_ticks_end(std::uint64_t ticks_end) { ticks_end_ = ticks_end; }

private:
    // The outcome of reading a block at one place.
    struct Attempt {
        HeadState state = HeadState::damaged;
        Block block;
        std::string why;
    };
    sim::Result<Attempt> attempt(std::uint64_t offset);
    sim::Result<Attempt> try_block(std::uint64_t offset);
    Flaw flaw_of(const Attempt& attempt) const;
    // Returns the next sound block behind `damaged`, and says in `flaw`, the flaw of
    // `damaged`, what that block shows about it.
    sim::Result<std::optional<Block>> search(const Attempt& damaged, Flaw& flaw);
    void add(Flaw flaw);
    // The first place from `from` on where a block may begin; the end of the bytes if there is
    // none.
    sim::Result<std::uint64_t> next_candidate(std::uint64_t from);
    std::string after_ticks() const;

    const ByteSource* source_;
    ScanDepth depth_;
    Window window_;
    Window search_window_;  // a window of its own, so that a large block does not drive it away
    std::uint64_t offset_ = 0;
    std::uint64_t ticks_end_ = 0;
    std::uint64_t search_bytes_left_;
    std::uint64_t bytes_hashed_ = 0;
    std::vector<Flaw> flaws_;
    std::uint64_t flaws_of_ticks_ = 0;
};

}  // namespace tandem::replay
