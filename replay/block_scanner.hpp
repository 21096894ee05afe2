// SPDX-License-Identifier: MIT
// Walks over the blocks of a file from front to back and trusts nothing. Behind damage it looks for
// the next sound block and goes on there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/block.hpp>
#include <tandem/replay/byte_source.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

// One block as it is stored.
struct Block {
    BlockHeader header;
    std::uint64_t offset = 0;      // of the block's first byte in the file
    std::uint32_t head_bytes = 0;  // of its head alone
    sim::ByteView body;            // as it is stored; empty where bodies are not read

    // Of the whole block.
    std::uint64_t bytes() const { return std::uint64_t{head_bytes} + header.stored_bytes; }
};

// What is wrong with a file at one place.
struct Flaw {
    bool is_cut = false;  // true: the bytes just end; false: they are damaged, foreign or malformed
    std::uint64_t offset = 0;  // of the block that is wrong
    sim::Error error;          // names the byte, the block and the tick
    // Of the block that is wrong, if its head is sound and the next block begins right behind it.
    std::optional<BlockType> type{};
};

// So many flaws are listed; a file may have one in every block.
inline constexpr std::size_t k_flaws_max = 1'000;

// Which bodies a scanner reads.
enum class ScanDepth : std::uint8_t {
    bodies,  // all of them, with their checksums
    heads,   // not those of states and marks, which are passed over by their heads
};

class BlockScanner {
public:
    // `source` must outlive the scanner.
    explicit BlockScanner(const ByteSource& source, ScanDepth depth = ScanDepth::bodies);

    // The next sound block; its body is valid until the next call. Nothing at the end of the bytes
    // and where no later block is sound. An error says that the source cannot be read.
    sim::Result<std::optional<Block>> next();

    // What is wrong, in file order. Damaged bytes in one place are one flaw. At most k_flaws_max
    // are listed.
    const std::vector<Flaw>& flaws() const { return flaws_; }
    // How many flaws so far may have cost ticks, listed or not: all but those of blocks of another
    // kind whose head is sound.
    std::uint64_t flaws_of_ticks() const { return flaws_of_ticks_; }
    // The place of the first byte not yet read.
    std::uint64_t offset() const { return offset_; }
    // How many bytes stand before the first flaw, or before offset().
    std::uint64_t sound_bytes() const { return flaws_.empty() ? offset_ : flaws_.front().offset; }
    // Reports that this block breaks a rule, although its checksums are right.
    void reject(const Block& block, const sim::Error& why);
    // The work so far: bytes of heads and blocks whose checksums were computed, also of those that
    // failed.
    std::uint64_t bytes_hashed() const { return bytes_hashed_; }
    // Nothing more is read.
    void skip_to_end() { offset_ = source_->size(); }
    // Tells the scanner which tick comes next, for the words of a flaw.
    void set_ticks_end(std::uint64_t ticks_end) { ticks_end_ = ticks_end; }

private:
    // What stands at one place.
    struct Attempt {
        HeadState state = HeadState::damaged;
        Block block;
        std::string why;
    };
    sim::Result<Attempt> attempt(std::uint64_t offset);
    sim::Result<Attempt> try_block(std::uint64_t offset);
    Flaw flaw_of(const Attempt& attempt) const;
    // Says in `flaw`, which is that of `damaged`, what is known of it behind it.
    sim::Result<std::optional<Block>> search(const Attempt& damaged, Flaw& flaw);
    void add(Flaw flaw);
    // The first place from `from` on where a block may begin; the end of the bytes if there is
    // none.
    sim::Result<std::uint64_t> next_candidate(std::uint64_t from);
    std::string after_ticks() const;

    const ByteSource* source_;
    ScanDepth depth_;
    Window window_;
    Window search_window_;  // apart, so that a large block does not drive it away
    std::uint64_t offset_ = 0;
    std::uint64_t ticks_end_ = 0;
    std::uint64_t search_bytes_left_;
    std::uint64_t bytes_hashed_ = 0;
    std::vector<Flaw> flaws_;
    std::uint64_t flaws_of_ticks_ = 0;
};

}  // namespace tandem::replay
