// SPDX-License-Identifier: MIT
// Writes a block, and reads heads whose bytes may be anything.
#include <tandem/replay/blocks/block.hpp>

#include <algorithm>
#include <array>
#include <limits>

#include <tandem/replay/blocks/numbers.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>

namespace tandem::replay {
namespace {

// The first byte is not ASCII, so that a transfer that strips the eighth bit shows at once.
constexpr std::array<std::byte, 4> k_magic{std::byte{0x89}, std::byte{'T'}, std::byte{'D'},
                                           std::byte{'M'}};
// Every block begins with the first two bytes of the magic; a short head goes on with its form.
constexpr std::array<std::byte, 2> k_short_magic{k_magic[0], k_magic[1]};
constexpr std::size_t k_checked_header_bytes = 48;
constexpr std::size_t k_low_bytes = 2;

sim::Bytes encode_block_header(const BlockHeader& header, std::uint64_t file_offset);
BlockHeader decode_block_header(sim::ByteView bytes);
std::uint32_t content_bytes_max(BlockType type);
bool is_known(BlockType type);
sim::Error out_of_bounds(const std::string& what);
sim::Result<void> check_bounds(const BlockHeader& header);
std::string ticks_text(const BlockHeader& header);
bool starts_like_block(sim::ByteView bytes);
HeadRead read_whole_head(sim::ByteView bytes, std::uint64_t file_offset);
sim::Result<void> check_short_bounds(const BlockHeader& header);
HeadRead read_short_head(sim::ByteView bytes, std::uint64_t file_offset);

}  // namespace

bool is_always_plain(BlockType type) {
    return type == BlockType::header || type == BlockType::header_copy ||
           type == BlockType::schema || type == BlockType::end;
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
                 sim::ByteView content, Compressor* compressor) {
    TANDEM_ASSERT(header.type != BlockType::inputs && header.tick_count == 0);
    TANDEM_ASSERT(content.size() <= content_bytes_max(header.type));
    const sim::ByteView smaller =
        compressor == nullptr ? sim::ByteView() : compressor->compress(content);
    header.codec = smaller.empty() ? Codec::plain : Codec::zstd;
    const sim::ByteView coded = smaller.empty() ? content : smaller;
    header.content_bytes = static_cast<std::uint32_t>(content.size());
    header.stored_bytes = static_cast<std::uint32_t>(coded.size());

    const std::size_t at = out.size();
    out.resize(at + k_block_header_bytes);
    sim::append(out, coded);
    header.body_checksum = checksum(sim::ByteView(out).subspan(at + k_block_header_bytes));
    const sim::Bytes head = encode_block_header(header, file_offset + at);
    std::copy(head.begin(), head.end(), out.begin() + static_cast<std::ptrdiff_t>(at));
}

void write_inputs(sim::Bytes& out, std::uint64_t file_offset, BlockHeader header,
                  sim::ByteView coded, sim::ByteView track) {
    TANDEM_ASSERT(header.form != HeadForm::whole && header.tick_count > 0);
    TANDEM_ASSERT(coded.size() <= BlockLimits::coded_bytes_max);
    const std::uint64_t offset = file_offset + out.size();
    const std::size_t at = out.size();
    header.stored_bytes = static_cast<std::uint32_t>(coded.size() + track.size());
    sim::append(out, k_short_magic);
    sim::append_le(out, static_cast<std::uint8_t>(header.form));
    append_number(out, header.stored_bytes);
    append_number(out, header.tick_count);
    if (header.form == HeadForm::epoch) {
        append_number(out, header.first_tick);
        sim::append_le(out, header.chain_before.value);
        sim::append_le(out, epoch_checksum(sim::ByteView(out).subspan(at), offset));
    }
    sim::Bytes body;
    body.reserve(header.stored_bytes);
    sim::append(body, coded);
    sim::append(body, track);
    sim::append_le(out, short_checksum(sim::ByteView(out).subspan(at), body, offset));
    sim::append(out, body);
}

HeadRead read_head(sim::ByteView bytes, std::uint64_t file_offset) {
    if (!starts_like_block(bytes)) {
        return {HeadState::damaged, {}, "no block begins here, although one should"};
    }
    if (bytes.size() <= k_short_magic.size()) {
        return {HeadState::cut, {}, ""};
    }
    return bytes[k_short_magic.size()] == k_magic[k_short_magic.size()]
               ? read_whole_head(bytes, file_offset)
               : read_short_head(bytes, file_offset);
}

std::uint16_t epoch_checksum(sim::ByteView head, std::uint64_t file_offset) {
    return static_cast<std::uint16_t>(sim::hash_words({sim::hash_bytes(head), file_offset}));
}

std::uint32_t short_checksum(sim::ByteView head, sim::ByteView body, std::uint64_t file_offset) {
    return static_cast<std::uint32_t>(
        sim::hash_words({sim::hash_bytes(head), sim::hash_bytes(body), file_offset}));
}

bool may_begin_block(sim::ByteView bytes) {
    if (!starts_like_block(bytes) || bytes.size() <= k_short_magic.size()) {
        return false;
    }
    const std::byte third = bytes[k_short_magic.size()];
    return third == k_magic[k_short_magic.size()] || third == std::byte{1} || third == std::byte{2};
}

bool check_body(const Head& head, sim::ByteView block, std::uint64_t file_offset) {
    TANDEM_ASSERT(block.size() == head.block_bytes());
    const sim::ByteView body = block.subspan(head.bytes);
    if (head.header.form == HeadForm::whole) {
        return checksum(body) == head.header.body_checksum;
    }
    const sim::ByteView checked = block.first(head.bytes - sizeof(std::uint32_t));
    return short_checksum(checked, body, file_offset) == head.header.body_checksum;
}

std::string block_text(const BlockHeader& header) {
    return block_name(header.type) + ticks_text(header);
}

std::string byte_text(std::uint64_t offset) { return "byte " + std::to_string(offset); }

sim::Error bad_block(std::uint64_t offset, const std::string& what) {
    return {sim::ErrorCode::bad_data, byte_text(offset), what};
}

namespace {

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

// Decodes a whole head whose checksum holds.
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
        case BlockType::header_copy:
        case BlockType::schema:
        case BlockType::marks:
            break;
    }
    return BlockLimits::other_bytes_max;  // also for blocks that a newer Tandem writes
}

bool is_known(BlockType type) {
    return type >= BlockType::header && type <= BlockType::header_copy;
}

sim::Error out_of_bounds(const std::string& what) { return {sim::ErrorCode::bad_data, "", what}; }

// Checks the bounds of a whole head whose checksum is sound.
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
    if (header.form == HeadForm::piece) {
        return " of " + std::to_string(header.tick_count) + " ticks";
    }
    if (header.tick_count == 0) {
        return " after " + std::to_string(header.first_tick) + " ticks";
    }
    return " of ticks " + std::to_string(header.first_tick) + " to " +
           std::to_string(header.first_tick + header.tick_count - 1);
}

bool starts_like_block(sim::ByteView bytes) {
    const std::size_t magic_bytes = std::min(bytes.size(), k_short_magic.size());
    return std::equal(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(magic_bytes),
                      k_short_magic.begin());
}

HeadRead read_whole_head(sim::ByteView bytes, std::uint64_t file_offset) {
    if (!starts_like_replay(bytes)) {
        return {HeadState::damaged, {}, "no block begins here, although one should"};
    }
    if (bytes.size() < k_block_header_bytes) {
        return {HeadState::cut, {}, ""};
    }
    const auto stated = sim::load_le<std::uint32_t>(bytes.data() + k_checked_header_bytes);
    if (stated != header_checksum(bytes, file_offset)) {
        return {HeadState::damaged,
                {},
                "the header of the block that begins here (it claims to be " +
                    block_name(static_cast<BlockType>(bytes[k_magic.size()])) +
                    ") does not fit its checksum",
                k_block_header_bytes};
    }
    HeadRead read{HeadState::sound,
                  {decode_block_header(bytes), k_block_header_bytes},
                  "",
                  k_block_header_bytes};
    if (const auto checked = check_bounds(read.head.header); !checked) {
        read.state = HeadState::refused;
        read.why = checked.error().text();
    }
    return read;
}

sim::Result<void> check_short_bounds(const BlockHeader& header) {
    if (header.tick_count == 0 || header.tick_count > BlockLimits::ticks_max) {
        return out_of_bounds("it claims " + std::to_string(header.tick_count) + " ticks");
    }
    if (header.first_tick > std::numeric_limits<std::uint64_t>::max() - BlockLimits::ticks_max) {
        return out_of_bounds("its first tick is beyond any session");
    }
    const std::uint64_t track_bytes_max = std::uint64_t{header.tick_count} * sizeof(std::uint64_t);
    if (header.stored_bytes > BlockLimits::coded_bytes_max + track_bytes_max) {
        return out_of_bounds("it claims " + std::to_string(header.stored_bytes) +
                             " bytes of inputs");
    }
    return {};
}

HeadRead read_short_head(sim::ByteView bytes, std::uint64_t file_offset) {
    constexpr std::uint64_t k_most = std::numeric_limits<std::uint32_t>::max();
    sim::ByteReader reader(bytes.first(std::min(bytes.size(), k_short_head_bytes_max)));
    reader.read(k_short_magic.size());
    HeadRead read;
    BlockHeader& header = read.head.header;
    header.form = static_cast<HeadForm>(reader.u8());
    if (header.form != HeadForm::epoch && header.form != HeadForm::piece) {
        return {HeadState::damaged, {}, "no block begins here, although one should"};
    }
    header.type = BlockType::inputs;
    const std::uint64_t stored_bytes = read_number(reader);
    const std::uint64_t tick_count = read_number(reader);
    bool fits = true;
    if (header.form == HeadForm::epoch) {
        header.first_tick = read_number(reader);
        header.chain_before = sim::ChainHash{reader.u64()};
        const std::size_t checked_bytes = reader.offset();
        fits = reader.u16() == epoch_checksum(bytes.first(checked_bytes), file_offset);
        read.bytes_hashed = static_cast<std::uint32_t>(checked_bytes);
    }
    header.body_checksum = reader.u32();
    read.head.bytes = static_cast<std::uint32_t>(reader.offset());
    if (reader.failed()) {
        const bool is_cut = bytes.size() < k_short_head_bytes_max;
        return {is_cut ? HeadState::cut : HeadState::damaged,
                {},
                "the head of the inputs that begin here cannot be read",
                read.bytes_hashed};
    }
    if (!fits || stored_bytes > k_most || tick_count > k_most) {
        return {HeadState::damaged,
                {},
                "the head of the inputs that begin here does not fit its checksum",
                read.bytes_hashed};
    }
    header.stored_bytes = static_cast<std::uint32_t>(stored_bytes);
    header.tick_count = static_cast<std::uint32_t>(tick_count);
    const auto bounded = check_short_bounds(header);
    read.state = bounded ? HeadState::sound : HeadState::refused;
    read.why = bounded ? "" : bounded.error().text();
    return read;
}

}  // namespace
}  // namespace tandem::replay
