// SPDX-License-Identifier: MIT
// Writing one block, and walking over the blocks of a file whose bytes may be anything.
#include <tandem/replay/block.hpp>

#include <algorithm>
#include <array>
#include <limits>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>

namespace tandem::replay {
namespace {

// The first byte is not ASCII, so that a transfer that strips the eighth bit shows at once.
constexpr std::array<std::byte, 4> k_magic{std::byte{0x89}, std::byte{'T'}, std::byte{'D'},
                                           std::byte{'M'}};
constexpr std::size_t k_checked_header_bytes = 48;
constexpr std::size_t k_low_bytes = 2;

sim::Bytes encode_block_header(const BlockHeader& header, std::uint64_t file_offset) {
    sim::Bytes out;
    out.reserve(k_block_header_bytes);
    sim::append(out, k_magic);
    sim::append_le(out, static_cast<std::uint8_t>(header.type));
    sim::append_le(out, static_cast<std::uint8_t>(header.codec));
    sim::append_le(out, std::uint16_t{0});
    sim::append_le(out, header.stored_bytes);
    sim::append_le(out, header.content_bytes);
    sim::append_le(out, header.first_tick);
    sim::append_le(out, header.tick_count);
    sim::append_le(out, header.body_checksum);
    sim::append_le(out, header.hashes.chain.value);
    sim::append_le(out, header.hashes.records.value);
    sim::append_le(out, header_checksum(out, file_offset));
    TANDEM_ASSERT(out.size() == k_block_header_bytes);
    return out;
}

// Of bytes whose checksum holds.
BlockHeader decode_block_header(sim::ByteView bytes) {
    sim::ByteReader reader(bytes.subspan(k_magic.size()));
    BlockHeader header;
    header.type = static_cast<BlockType>(reader.u8());
    header.codec = static_cast<Codec>(reader.u8());
    reader.u16();  // reserved
    header.stored_bytes = reader.u32();
    header.content_bytes = reader.u32();
    header.first_tick = reader.u64();
    header.tick_count = reader.u32();
    header.body_checksum = reader.u32();
    header.hashes.chain = sim::ChainHash{reader.u64()};
    header.hashes.records = sim::RecordsHash{reader.u64()};
    return header;
}

std::uint32_t content_bytes_max(BlockType type) {
    switch (type) {
        case BlockType::asset:
            return BlockLimits::asset_bytes_max + sizeof(std::uint32_t);
        case BlockType::inputs:
            return BlockLimits::inputs_bytes_max;
        case BlockType::keyframe:
        case BlockType::evidence:
            return BlockLimits::state_bytes_max;
        case BlockType::end:
            return BlockLimits::end_bytes_max;
        case BlockType::header:
        case BlockType::schema:
        case BlockType::marks:
            break;
    }
    return BlockLimits::other_bytes_max;  // and of blocks that a newer Tandem writes
}

bool is_known(BlockType type) { return type >= BlockType::header && type <= BlockType::end; }

sim::Error out_of_bounds(const std::string& what) { return {sim::ErrorCode::bad_data, "", what}; }

// Of a header whose checksum is sound.
sim::Result<void> check_bounds(const BlockHeader& header) {
    if (!is_known(header.type)) {
        return {};
    }
    const std::uint64_t lows_bytes = std::uint64_t{header.tick_count} * k_low_bytes;
    const std::uint64_t stored_max = header.content_bytes + lows_bytes;
    const bool has_ticks = header.type == BlockType::inputs;
    if ((header.tick_count != 0) != has_ticks || header.tick_count > BlockLimits::ticks_max) {
        return out_of_bounds("it claims " + std::to_string(header.tick_count) + " ticks");
    }
    if (header.first_tick > std::numeric_limits<std::uint64_t>::max() - BlockLimits::ticks_max) {
        return out_of_bounds("its first tick is beyond any session");
    }
    if (is_always_plain(header.type) && header.codec != Codec::plain) {
        return out_of_bounds("it is not plain, although a block of its kind always is");
    }
    if (header.content_bytes > content_bytes_max(header.type)) {
        return out_of_bounds("it claims " + std::to_string(header.content_bytes) +
                             " bytes of content, at most " +
                             std::to_string(content_bytes_max(header.type)) + " are allowed");
    }
    if (header.stored_bytes < lows_bytes || header.stored_bytes > stored_max) {
        return out_of_bounds("its stored size of " + std::to_string(header.stored_bytes) +
                             " bytes does not fit its content of " +
                             std::to_string(header.content_bytes));
    }
    return {};
}

std::string ticks_text(const BlockHeader& header) {
    if (header.tick_count == 0) {
        return " after " + std::to_string(header.first_tick) + " ticks";
    }
    return " of ticks " + std::to_string(header.first_tick) + " to " +
           std::to_string(header.first_tick + header.tick_count - 1);
}

std::string byte_text(std::uint64_t offset) { return "byte " + std::to_string(offset); }

}  // namespace

bool is_always_plain(BlockType type) {
    return type == BlockType::header || type == BlockType::schema || type == BlockType::end;
}

bool starts_like_replay(sim::ByteView file) {
    const std::size_t magic_bytes = std::min(file.size(), k_magic.size());
    return std::equal(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(magic_bytes),
                      k_magic.begin());
}

std::uint32_t checksum(sim::ByteView bytes) {
    return static_cast<std::uint32_t>(sim::hash_bytes(bytes));
}

std::uint32_t header_checksum(sim::ByteView header, std::uint64_t file_offset) {
    TANDEM_ASSERT(header.size() >= k_checked_header_bytes);
    std::array<std::byte, k_checked_header_bytes + sizeof(file_offset)> keyed{};
    std::copy_n(header.begin(), k_checked_header_bytes, keyed.begin());
    sim::store_le(file_offset, keyed.data() + k_checked_header_bytes);
    return checksum(keyed);
}

void write_block(sim::Bytes& out, std::uint64_t file_offset, BlockHeader header,
                 sim::ByteView content, sim::ByteView lows, Compressor* compressor) {
    TANDEM_ASSERT(lows.size() == std::size_t{header.tick_count} * k_low_bytes);
    TANDEM_ASSERT(content.size() <= content_bytes_max(header.type));
    const sim::ByteView smaller =
        compressor == nullptr ? sim::ByteView() : compressor->compress(content);
    header.codec = smaller.empty() ? Codec::plain : Codec::zstd;
    const sim::ByteView coded = smaller.empty() ? content : smaller;
    header.content_bytes = static_cast<std::uint32_t>(content.size());
    header.stored_bytes = static_cast<std::uint32_t>(coded.size() + lows.size());

    const std::size_t at = out.size();
    out.resize(at + k_block_header_bytes);
    sim::append(out, coded);
    sim::append(out, lows);
    header.body_checksum = checksum(sim::ByteView(out).subspan(at + k_block_header_bytes));
    const sim::Bytes head = encode_block_header(header, file_offset + at);
    std::copy(head.begin(), head.end(), out.begin() + static_cast<std::ptrdiff_t>(at));
}

std::optional<Block> BlockScanner::next() {
    const sim::ByteView rest = file_.subspan(static_cast<std::size_t>(offset_));
    if (flaw_ || rest.empty()) {
        return std::nullopt;
    }
    if (!starts_like_replay(rest)) {
        damaged("no block begins here, although one should");
        return std::nullopt;
    }
    if (rest.size() < k_block_header_bytes) {
        cut("a block's header");
        return std::nullopt;
    }
    const std::uint32_t stated = sim::load_le<std::uint32_t>(rest.data() + k_checked_header_bytes);
    if (stated != header_checksum(rest, offset_)) {
        damaged("the header of the block that begins here (it claims to be " +
                block_name(static_cast<BlockType>(rest[k_magic.size()])) +
                ") does not fit its checksum");
        return std::nullopt;
    }
    Block block;
    block.header = decode_block_header(rest);
    block.offset = offset_;
    if (const auto checked = check_bounds(block.header); !checked) {
        reject(block, checked.error());
        return std::nullopt;
    }
    const sim::ByteView after_header = rest.subspan(k_block_header_bytes);
    if (after_header.size() < block.header.stored_bytes) {
        cut("the block " + block_name(block.header.type) + ticks_text(block.header));
        return std::nullopt;
    }
    const sim::ByteView body = after_header.first(block.header.stored_bytes);
    if (checksum(body) != block.header.body_checksum) {
        damaged("the block " + block_name(block.header.type) + ticks_text(block.header) +
                " (up to byte " + std::to_string(offset_ + k_block_header_bytes + body.size() - 1) +
                ") does not fit its checksum");
        return std::nullopt;
    }
    const std::size_t lows_bytes =
        is_known(block.header.type) ? std::size_t{block.header.tick_count} * k_low_bytes : 0;
    block.coded = body.first(body.size() - lows_bytes);
    block.lows = body.last(lows_bytes);
    offset_ += block.bytes();
    ticks_end_ = std::max(ticks_end_, is_known(block.header.type)
                                          ? block.header.first_tick + block.header.tick_count
                                          : 0);
    return block;
}

void BlockScanner::reject(const Block& block, const sim::Error& why) {
    offset_ = block.offset;
    flaw_ = Flaw{false,
                 {sim::ErrorCode::bad_data, byte_text(block.offset),
                  "the block " + block_name(block.header.type) + ticks_text(block.header) +
                      " is malformed: " + why.text()}};
}

void BlockScanner::cut(const std::string& inside) {
    flaw_ = Flaw{true,
                 {sim::ErrorCode::bad_data, byte_text(file_.size()),
                  "the file ends here inside " + inside + ", which begins at byte " +
                      std::to_string(offset_) + after_ticks()}};
}

void BlockScanner::damaged(const std::string& why) {
    flaw_ = Flaw{false, {sim::ErrorCode::bad_data, byte_text(offset_), why + after_ticks()}};
}

std::string BlockScanner::after_ticks() const {
    if (offset_ == 0) {
        return "";
    }
    return ticks_end_ == 0
               ? "; no tick stands before it"
               : "; what stands before is sound, up to tick " + std::to_string(ticks_end_ - 1);
}

}  // namespace tandem::replay
