// SPDX-License-Identifier: MIT
// The heads of the blocks of a replay file. A head says what follows, how long it is, and with
// which checksums. A whole head of 52 bytes stands before every block of format 1 and before most
// blocks of format 2; short heads stand before the inputs of format 2. FORMAT.md describes each
// byte.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tandem/replay/blocks/codec.hpp>
#include <tandem/replay/blocks/header.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

// The version is raised when an old reader could misread a new file. New block types and new fields
// at the end of a block do not raise it.
inline constexpr std::uint32_t k_format_version = 2;
// The first version whose inputs stand in epochs.
inline constexpr std::uint32_t k_format_with_epochs = 2;

// The size of a whole head.
inline constexpr std::size_t k_block_header_bytes = 52;
// The longest short head: magic, kind, three numbers of at most ten bytes, chain and checksums.
inline constexpr std::size_t k_short_head_bytes_max = 2 + 1 + 3 * 10 + 8 + 2 + 4;

// Bounds on the memory that a file makes a reader use. The last two are for a whole file: its
// compressed blocks could otherwise claim a thousand times the file's size. States and inputs need
// no such bound, because they stay compressed until somebody asks for one.
struct BlockLimits {
    static constexpr std::uint32_t ticks_max = 65'536;
    // The decoded records of an epoch. A block of inputs of format 1 counts as an epoch.
    static constexpr std::uint32_t inputs_bytes_max = 2U << 20;
    // A writer begins a new epoch before the records of the old one grow beyond this bound.
    static constexpr std::uint32_t inputs_bytes_full = 3U << 19;
    // The coded records of a piece. Coding may make them a little larger than they were.
    static constexpr std::uint32_t coded_bytes_max = 4U << 20;
    static constexpr std::uint32_t asset_bytes_max = 1U << 20;
    static constexpr std::uint32_t other_bytes_max = 16U << 20;
    static constexpr std::uint32_t state_bytes_max = 1U << 30;
    static constexpr std::uint32_t end_bytes_max = 1U << 30;  // stored plain, so it bounds itself
    // The contents of all blocks of marks together. This is enough for a mark of 27 bytes at every
    // tick, at 60 ticks per second, for nearly three hours.
    static constexpr std::uint64_t marks_bytes_max = 16U << 20;
    // The contents of all embedded assets together. The file holds only size and digest of further
    // assets.
    static constexpr std::uint64_t assets_bytes_max = 64U << 20;
};

// The kind of head that stands before a block.
enum class HeadForm : std::uint8_t {
    whole,  // 52 bytes
    epoch,  // short, before the inputs that an epoch begins with (format 2)
    piece,  // short, before further inputs of an epoch (format 2)
};

struct BlockHeader {
    HeadForm form = HeadForm::whole;
    BlockType type = BlockType::header;
    Codec codec = Codec::plain;
    std::uint32_t stored_bytes = 0;   // the size of the body as it is stored
    std::uint32_t content_bytes = 0;  // whole: the size of the decoded content
    std::uint64_t first_tick = 0;     // in a piece 0: it follows the piece before it
    std::uint32_t tick_count = 0;     // ticks in this block; 0 for all blocks but inputs
    std::uint32_t body_checksum = 0;
    sim::RunningHashes hashes{};    // whole: after first_tick + tick_count ticks
    sim::ChainHash chain_before{};  // epoch: after first_tick ticks
};

// A head that was read.
struct Head {
    BlockHeader header;
    std::uint32_t bytes = 0;  // the size of the head alone

    std::uint64_t block_bytes() const { return std::uint64_t{bytes} + header.stored_bytes; }
};

// Appends a block with a whole head, which is any but inputs (asserted), to `out`. Its first byte
// will be at `file_offset` in the file. The caller sets type, ticks and running hashes; this
// function sets lengths, codec and checksums. Content stays plain if `compressor` is null or cannot
// make it smaller.
void write_block(sim::Bytes& out, std::uint64_t file_offset, BlockHeader header,
                 sim::ByteView content, Compressor* compressor);

// Appends a block of inputs of format 2. The caller sets form, ticks and, for an epoch, first tick
// and chain_before. The body is the coded records, then the track.
void write_inputs(sim::Bytes& out, std::uint64_t file_offset, BlockHeader header,
                  sim::ByteView coded, sim::ByteView track);

// The outcome of reading a head.
enum class HeadState : std::uint8_t {
    sound,
    cut,      // the bytes end inside the head
    damaged,  // no block begins here, or its head does not fit its checksum
    refused,  // its checksums are right, but it breaks a bound
};
struct HeadRead {
    HeadState state = HeadState::damaged;
    Head head;
    std::string why;  // damaged, refused: in words
    // The head's bytes that were hashed for its checksum, right or wrong.
    std::uint32_t bytes_hashed = 0;
};
// Reads the head at the beginning of `bytes`, which lies at this offset of the file. The short
// head of a piece has no checksum of its own: its length may be wrong until check_body has agreed.
HeadRead read_head(sim::ByteView bytes, std::uint64_t file_offset);

// True if a block may begin with these bytes: a cheap test of three bytes, before read_head.
bool may_begin_block(sim::ByteView bytes);

// True if the body fits its checksum. `block` is the whole block, head included.
bool check_body(const Head& head, sim::ByteView block, std::uint64_t file_offset);

// True if content of this type is never compressed. So a program in any language can read a file's
// game and fields without zstd, and find the end's own offset in its last eight bytes.
bool is_always_plain(BlockType type);

// True if these bytes begin with the magic of a block, or, if they are fewer, are its beginning.
bool starts_like_replay(sim::ByteView file);

// Returns for example "inputs of ticks 60 to 119" or "keyframe after 600 ticks".
std::string block_text(const BlockHeader& header);

// Returns for example "byte 52".
std::string byte_text(std::uint64_t offset);

// The error of a block that begins at this offset.
sim::Error bad_block(std::uint64_t offset, const std::string& what);

// The low 32 bits of XXH3-64.
std::uint32_t checksum(sim::ByteView bytes);
// The checksum of a whole head, over its first 48 bytes and its place in the file. So it also
// detects a block that was moved or written twice.
std::uint32_t header_checksum(sim::ByteView header, std::uint64_t file_offset);
// The checksum in the head of an epoch: the low 16 bits of H(H(the bytes before it), the head's
// place in the file).
std::uint16_t epoch_checksum(sim::ByteView head, std::uint64_t file_offset);
// The checksum of a block with a short head: the low 32 bits of H(H(the head's bytes before it),
// H(body), the block's place in the file).
std::uint32_t short_checksum(sim::ByteView head, sim::ByteView body, std::uint64_t file_offset);

}  // namespace tandem::replay
