// SPDX-License-Identifier: MIT
// The header of every block of a replay file: 52 bytes that say what follows, with two checksums.
// FORMAT.md describes each byte.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tandem/replay/codec.hpp>
#include <tandem/replay/header.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

// Raised when an old reader could misread a new file. New block types and new fields at the end of
// a block do not raise it.
inline constexpr std::uint32_t k_format_version = 1;

inline constexpr std::size_t k_block_header_bytes = 52;

// Bounds on the memory that a file makes a reader use. The last two are for a whole file: its
// compressed blocks could otherwise claim a thousand times the file's size. States and inputs need
// no such bound, because they stay compressed until somebody asks for one.
struct BlockLimits {
    static constexpr std::uint32_t ticks_max = 65'536;
    // A writer closes a block of inputs that has grown to this size...
    static constexpr std::uint32_t inputs_bytes_full = 1U << 20;
    // ...so that with its last record (64 slots x 1,024 bytes and presence) it stays below this.
    static constexpr std::uint32_t inputs_bytes_max = 2U << 20;
    static constexpr std::uint32_t asset_bytes_max = 1U << 20;
    static constexpr std::uint32_t other_bytes_max = 16U << 20;
    static constexpr std::uint32_t state_bytes_max = 1U << 30;
    static constexpr std::uint32_t end_bytes_max = 1U << 30;  // stored plain, so it bounds itself
    // Contents of all blocks of marks together. This is enough for a mark of 27 bytes at every
    // tick, at 60 ticks per second, for nearly three hours.
    static constexpr std::uint64_t marks_bytes_max = 16U << 20;
    // Contents of all embedded assets together. Further assets are only named, with size and
    // digest.
    static constexpr std::uint64_t assets_bytes_max = 64U << 20;
};

struct BlockHeader {
    BlockType type = BlockType::header;
    Codec codec = Codec::plain;
    std::uint32_t stored_bytes = 0;   // of the body as it is stored
    std::uint32_t content_bytes = 0;  // of the content once decoded
    std::uint64_t first_tick = 0;
    std::uint32_t tick_count = 0;  // ticks in this block; 0 for all blocks but inputs
    std::uint32_t body_checksum = 0;
    sim::RunningHashes hashes;  // after first_tick + tick_count ticks
};

// One block as it is stored; views into the file's bytes.
struct Block {
    BlockHeader header;
    std::uint64_t offset = 0;  // of the block's first byte in the file
    sim::ByteView coded;       // the content as stored
    sim::ByteView lows;        // two bytes for each tick: the low bits of the chain after it

    std::uint64_t bytes() const { return k_block_header_bytes + coded.size() + lows.size(); }
};

// What is wrong with a file, from some byte on.
struct Flaw {
    bool is_cut = false;  // true: the bytes just end; false: they are damaged, foreign or malformed
    sim::Error error;     // names the byte, the block and the tick
};

// Appends a block to `out`. Its first byte will be at `file_offset` in the file. The caller sets
// type, ticks and running hashes; this function sets lengths, codec and checksums. Content stays
// plain if `compressor` is null or cannot make it smaller.
void write_block(sim::Bytes& out, std::uint64_t file_offset, BlockHeader header,
                 sim::ByteView content, sim::ByteView lows, Compressor* compressor);

// Reads the blocks of a file from front to back and trusts nothing: it checks each header's
// checksum, then its bounds, then its body's checksum.
class BlockScanner {
public:
    explicit BlockScanner(sim::ByteView file) : file_(file) {}

    // The next whole block; nothing at the end of the bytes or at a flaw.
    std::optional<Block> next();

    const std::optional<Flaw>& flaw() const { return flaw_; }
    // The place of the first byte not yet read.
    std::uint64_t offset() const { return offset_; }
    // Reports that this block breaks a rule, although its checksums are right.
    void reject(const Block& block, const sim::Error& why);

private:
    void cut(const std::string& inside);
    void damaged(const std::string& why);
    std::string after_ticks() const;

    sim::ByteView file_;
    std::uint64_t offset_ = 0;
    std::uint64_t ticks_end_ = 0;
    std::optional<Flaw> flaw_;
};

// Whether content of this type is never compressed. So a program in any language can read a file's
// game and fields without zstd, and find the end's own offset in its last eight bytes.
bool is_always_plain(BlockType type);

// Whether these bytes begin with the magic of a block; of fewer bytes, whether they begin the
// magic.
bool starts_like_replay(sim::ByteView file);

// The low 32 bits of XXH3-64.
std::uint32_t checksum(sim::ByteView bytes);
// The checksum of a block header: over its first 48 bytes and its place in the file. So it also
// detects a block that was moved or written twice.
std::uint32_t header_checksum(sim::ByteView header, std::uint64_t file_offset);

}  // namespace tandem::replay
