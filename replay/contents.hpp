// SPDX-License-Identifier: MIT
// What stands inside the blocks that are neither states nor inputs: header, schema, asset, marks,
// end. Each is encoded and decoded side by side. Decoders ignore bytes after the last field they
// know: new fields go at the end.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/replay/header.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::replay {

// Texts of a header are at most this long; a longer build text is cut when written.
inline constexpr std::size_t k_header_text_bytes_max = 255;
// Each of the three schemas is at most this long, so that they fit one block.
inline constexpr std::size_t k_schema_bytes_max = 5 << 20;

// The header without schemas (which stand in the next block, here only their hashes) and without
// assets' contents.
sim::Bytes encode_header(const Header& header);

// Everything of the header but the schemas, and the hashes by which the schema block is checked.
struct DecodedHeader {
    Header header;
    sim::SchemaHash state_schema;
    sim::SchemaHash input_schema;
    sim::SchemaHash options_schema;
};
// Refuses a newer format version in words that name both.
sim::Result<DecodedHeader> decode_header(sim::ByteView content);

sim::Bytes encode_schemas(const Header& header);
// Fills the schemas of `decoded.header`; they must have the hashes that the header states.
sim::Result<void> decode_schemas(sim::ByteView content, DecodedHeader& decoded);

sim::Bytes encode_asset(std::uint32_t index, sim::ByteView asset_content);
// Fills the content of the asset that the setup lists at this index; size and digest must fit, and
// it must be the first time.
sim::Result<void> decode_asset(sim::ByteView content, Setup& setup);

void encode_mark(const sim::Mark& mark, sim::Bytes& out);
sim::Result<std::vector<sim::Mark>> decode_marks(sim::ByteView content);

// The last block: why the session ended, how long it was, and how long every block before this one
// is.
struct End {
    sim::EndReason reason = sim::EndReason::finished;
    std::uint64_t ticks = 0;  // ticks in the file
    std::vector<std::uint32_t>
        block_bytes;  // headers included, in file order; their sums are the blocks' offsets
};

sim::Bytes encode_end(const End& end);
sim::Result<End> decode_end(sim::ByteView content);

// Whether these bytes are one value of this schema and nothing more.
sim::Result<void> check_value(const sim::Schema& schema, sim::ByteView bytes);

}  // namespace tandem::replay
