// SPDX-License-Identifier: MIT
// The contents of all blocks except states and inputs: header, schema, asset, marks, end. For each
// there is an encoder and a decoder. Decoders ignore bytes after the last field they know, so new
// fields go at the end.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/replay/blocks/header.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::replay {

// The longest text of a header. A longer build text is cut when it is written.
inline constexpr std::size_t k_header_text_bytes_max = 255;
// The longest schema. Three of them fit into one block.
inline constexpr std::size_t k_schema_bytes_max = 5 << 20;

// Encodes the header without the contents of assets, and with only the hashes of the schemas, which
// follow in the next block.
sim::Bytes encode_header(const Header& header);

// The header without its schemas, and the hashes to check the schema block with.
struct DecodedHeader {
    Header header;
    sim::SchemaHash state_schema;
    sim::SchemaHash input_schema;
    sim::SchemaHash options_schema;
};
// Refuses a newer format version, in a sentence that names both versions.
sim::Result<DecodedHeader> decode_header(sim::ByteView content);

sim::Bytes encode_schemas(const Header& header);
// Fills in the schemas of `decoded.header`. They must have the hashes that the header states.
sim::Result<void> decode_schemas(sim::ByteView content, DecodedHeader& decoded);

sim::Bytes encode_asset(std::uint32_t index, sim::ByteView asset_content);
// Fills in the content of the asset with this index in the setup. Size and digest must fit, and the
// content must not be there already.
sim::Result<void> decode_asset(sim::ByteView content, Setup& setup);

// True for marks that say something about the whole session and not about their tick: every file
// of a session needs them, also one that begins at a later tick.
bool is_about_whole_session(sim::MarkKind kind);
void encode_mark(const sim::Mark& mark, sim::Bytes& out);
sim::Result<std::vector<sim::Mark>> decode_marks(sim::ByteView content);

// True if a track may have this many bits for each tick.
bool is_track_width(std::uint32_t bits);

// The place of a block that a reader may want to go to: the first of an epoch, marks or a state.
struct IndexEntry {
    BlockType type = BlockType::inputs;
    std::uint64_t offset = 0;      // in the file
    std::uint64_t first_tick = 0;  // as its head states it

    friend bool operator==(const IndexEntry&, const IndexEntry&) = default;
};

// The last block. It says why the session ended, how many ticks it has, and where the blocks stand.
struct End {
    sim::EndReason reason = sim::EndReason::finished;
    std::uint64_t ticks = 0;          // ticks in the file
    std::vector<IndexEntry> index{};  // format 2, in file order
    // In format 1, the sizes of all blocks before it, heads included.
    std::vector<std::uint32_t> block_bytes{};
    std::uint64_t offset = 0;  // where the end itself begins; also the file's last eight bytes
};

sim::Bytes encode_end(const End& end);
sim::Result<End> decode_end(sim::ByteView content);
sim::Result<End> decode_end_of_format_1(sim::ByteView content);

// Checks that these bytes are exactly one value of this schema.
sim::Result<void> check_value(const sim::Schema& schema, sim::ByteView bytes);

}  // namespace tandem::replay
