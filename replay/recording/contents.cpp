// SPDX-License-Identifier: MIT
// Encodes contents that are known to be sound, and decodes contents that may be anything.
#include <tandem/replay/recording/contents.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <tandem/replay/blocks/block.hpp>
#include <tandem/replay/blocks/numbers.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::replay {
namespace {

constexpr std::size_t k_setup_bytes_max = 1 << 20;
constexpr std::size_t k_text_bytes_max = 65'535;
// This has room for two digests and a text, and for fields that later versions may add.
constexpr std::size_t k_game_build_bytes_max = 4'096;

sim::Error malformed(const std::string& why) { return {sim::ErrorCode::bad_data, "", why}; }

std::string cut_text(std::string_view text, std::size_t size_max) {
    return std::string(text.substr(0, size_max));
}

// Writes nothing if nothing is known, so that a header without a build stays as it always was.
void append_game_build(const std::optional<GameBuild>& build, sim::Bytes& out) {
    if (!build) {
        return;
    }
    sim::Bytes fields;
    sim::append(fields, build->program.bytes);
    sim::append(fields, build->libraries.bytes);
    sim::append_text(fields, cut_text(build->compiler, k_header_text_bytes_max));
    sim::append_block(out, fields);
}

// Returns the build, or nothing if those bytes hold none: they may be of another version.
std::optional<GameBuild> game_build_in(sim::ByteView rest) {
    sim::ByteReader reader(rest);
    sim::ByteReader fields(reader.block(k_game_build_bytes_max));
    GameBuild build;
    for (sim::Digest* digest : {&build.program, &build.libraries}) {
        const sim::ByteView bytes = fields.read(digest->bytes.size());
        std::copy(bytes.begin(), bytes.end(), digest->bytes.begin());
    }
    build.compiler = fields.text(k_header_text_bytes_max);
    return reader.failed() || fields.failed() ? std::nullopt : std::optional(std::move(build));
}

}  // namespace

sim::Bytes encode_header(const Header& header) {
    TANDEM_ASSERT(!header.game.empty() && header.game.size() <= k_header_text_bytes_max);
    sim::Bytes out;
    sim::append_le(out, header.format_version);
    sim::append_text(out, header.game);
    sim::append_le(out, header.game_version);
    sim::append_le(out, header.state_schema.hash().value);
    sim::append_le(out, header.input_schema.hash().value);
    sim::append_le(out, header.options_schema.hash().value);
    sim::append_block(out, sim::encode_setup(header.setup));
    sim::append_text(out, cut_text(header.build, k_header_text_bytes_max));
    sim::append_le(out, static_cast<std::uint8_t>(header.parent.has_value()));
    const Parent parent = header.parent.value_or(Parent{});
    sim::append_le(out, parent.chain.value);
    sim::append_le(out, parent.fork_tick);
    sim::append_le(out, header.block_ticks);
    sim::append_le(out, header.keyframe_ticks);
    if (header.format_version >= k_format_with_epochs) {
        sim::append_le(out, header.epoch_ticks);
        sim::append_le(out, header.track_bits);
        sim::append_le(out, header.keyframe_bytes_per_second);
        append_game_build(header.game_build, out);
    }
    return out;
}

sim::Result<DecodedHeader> decode_header(sim::ByteView content) {
    sim::ByteReader reader(content);
    DecodedHeader decoded;
    Header& header = decoded.header;
    header.format_version = reader.u32();
    if (!reader.failed() && header.format_version > k_format_version) {
        return malformed("the file has format version " + std::to_string(header.format_version) +
                         ", this Tandem reads up to version " + std::to_string(k_format_version) +
                         "; open it with a newer Tandem");
    }
    header.game = reader.text(k_header_text_bytes_max);
    header.game_version = reader.u32();
    decoded.state_schema = sim::SchemaHash{reader.u64()};
    decoded.input_schema = sim::SchemaHash{reader.u64()};
    decoded.options_schema = sim::SchemaHash{reader.u64()};
    const sim::ByteView setup = reader.block(k_setup_bytes_max);
    header.build = reader.text(k_header_text_bytes_max);
    const std::uint8_t has_parent = reader.u8();
    const Parent parent{sim::ChainHash{reader.u64()}, reader.u64()};
    header.block_ticks = reader.u32();
    header.keyframe_ticks = reader.u64();
    if (header.format_version >= k_format_with_epochs) {
        header.epoch_ticks = reader.u32();
        header.track_bits = reader.u32();
        header.keyframe_bytes_per_second = reader.u64();
        if (!reader.failed()) {
            header.game_build = game_build_in(reader.read(reader.remaining()));
        }
    }
    if (!is_track_width(header.track_bits)) {
        return malformed("it claims " + std::to_string(header.track_bits) +
                         " bits of the chain at every tick; 0, 8, 16 and 64 are possible");
    }
    if (reader.failed() || has_parent > 1 || header.format_version == 0 || header.game.empty()) {
        return malformed("its fields do not fit their bounds near content byte " +
                         std::to_string(reader.offset()));
    }
    if (has_parent == 1) {
        header.parent = parent;
    }
    auto decoded_setup = sim::decode_setup(setup);
    TANDEM_TRY(decoded_setup);
    header.setup = std::move(decoded_setup).value();
    return decoded;
}

sim::Bytes encode_schemas(const Header& header) {
    sim::Bytes out;
    sim::append_block(out, header.state_schema.encode());
    sim::append_block(out, header.input_schema.encode());
    sim::append_block(out, header.options_schema.encode());
    return out;
}

sim::Result<void> decode_schemas(sim::ByteView content, DecodedHeader& decoded) {
    sim::ByteReader reader(content);
    const std::pair<sim::Schema*, sim::SchemaHash> schemas[] = {
        {&decoded.header.state_schema, decoded.state_schema},
        {&decoded.header.input_schema, decoded.input_schema},
        {&decoded.header.options_schema, decoded.options_schema},
    };
    for (const auto& [schema, hash] : schemas) {
        const sim::ByteView encoded = reader.block(k_schema_bytes_max);
        if (reader.failed()) {
            return malformed("a schema is longer than the block");
        }
        auto one = sim::Schema::decode(encoded);
        TANDEM_TRY(one);
        if (one->hash() != hash) {
            return malformed("a schema's hash is not the one that the header states");
        }
        *schema = std::move(one).value();
    }
    const Header& header = decoded.header;
    if (header.input_schema.size().bytes_max > sim::k_input_bytes_max) {
        return malformed("its input schema allows inputs of more than " +
                         std::to_string(sim::k_input_bytes_max) + " bytes");
    }
    if (header.setup.options.empty()) {
        return {};
    }
    if (const auto fits = check_value(header.options_schema, header.setup.options); !fits) {
        return malformed("the options in its setup do not fit its options schema: " +
                         fits.error().text());
    }
    return {};
}

sim::Bytes encode_asset(std::uint32_t index, sim::ByteView asset_content) {
    sim::Bytes out;
    sim::append_le(out, index);
    sim::append(out, asset_content);
    return out;
}

sim::Result<void> decode_asset(sim::ByteView content, Setup& setup) {
    sim::ByteReader reader(content);
    const std::uint32_t index = reader.u32();
    if (reader.failed() || index >= setup.assets.size()) {
        return malformed("the setup lists no asset number " + std::to_string(index));
    }
    const sim::ByteView bytes = reader.read(reader.remaining());
    Asset& asset = setup.assets[index];
    if (!asset.content.empty()) {
        return malformed("the asset number " + std::to_string(index) + " is there already");
    }
    if (bytes.size() != asset.size_bytes || sim::digest_bytes(bytes) != asset.digest) {
        return malformed("it is not the asset whose size and digest the setup states");
    }
    asset.content.assign(bytes.begin(), bytes.end());
    return {};
}

bool is_about_whole_session(sim::MarkKind kind) {
    return kind == sim::MarkKind::player_name || kind == sim::MarkKind::match;
}

void encode_mark(const sim::Mark& mark, sim::Bytes& out) {
    sim::Bytes fields;
    sim::append_le(fields, static_cast<std::uint8_t>(mark.kind));
    sim::append_le(fields, mark.tick.number);
    sim::append_le(fields, mark.slot);
    sim::append_le(fields, mark.value);
    sim::append_text(fields, cut_text(mark.text, k_text_bytes_max));
    if (mark.kind == sim::MarkKind::failed) {
        sim::append_block(fields, mark.record);
    }
    sim::append_block(out, fields);
}

sim::Result<std::vector<sim::Mark>> decode_marks(sim::ByteView content) {
    sim::ByteReader reader(content);
    std::vector<sim::Mark> marks;
    while (!reader.at_end()) {
        sim::ByteReader fields(reader.block(content.size()));
        sim::Mark mark;
        mark.kind = static_cast<sim::MarkKind>(fields.u8());
        mark.tick = sim::Tick{fields.u64()};
        mark.slot = fields.u32();
        mark.value = fields.u64();
        mark.text = fields.text(k_text_bytes_max);
        if (mark.kind == sim::MarkKind::failed && !fields.at_end()) {
            const sim::ByteView record = fields.block(content.size());
            mark.record.assign(record.begin(), record.end());
        }
        if (reader.failed() || fields.failed()) {
            return malformed("mark " + std::to_string(marks.size()) + " does not fit its length");
        }
        marks.push_back(std::move(mark));
    }
    return marks;
}

bool is_track_width(std::uint32_t bits) {
    constexpr std::array<std::uint32_t, 4> k_widths{0, 8, 16, 64};
    return std::find(k_widths.begin(), k_widths.end(), bits) != k_widths.end();
}

sim::Bytes encode_end(const End& end) {
    sim::Bytes out;
    sim::append_le(out, static_cast<std::uint8_t>(end.reason));
    sim::append_le(out, end.ticks);
    sim::append_le(out, static_cast<std::uint32_t>(end.index.size()));
    IndexEntry before;
    for (const IndexEntry& entry : end.index) {
        TANDEM_ASSERT(entry.offset >= before.offset);
        sim::append_le(out, static_cast<std::uint8_t>(entry.type));
        append_number(out, entry.offset - before.offset);
        append_difference(out, static_cast<std::int64_t>(entry.first_tick - before.first_tick));
        before = entry;
    }
    sim::append_le(out, end.offset);
    return out;
}

sim::Result<End> decode_end(sim::ByteView content) {
    constexpr std::size_t k_entry_bytes_min = 3;
    sim::ByteReader reader(content);
    End end;
    end.reason = static_cast<sim::EndReason>(reader.u8());
    end.ticks = reader.u64();
    const std::uint32_t entries = reader.u32();
    if (reader.failed() || entries > reader.remaining() / k_entry_bytes_min) {
        return malformed("its index is longer than the block");
    }
    end.index.reserve(entries);
    IndexEntry entry;
    for (std::uint32_t i = 0; i < entries; ++i) {
        entry.type = static_cast<BlockType>(reader.u8());
        const std::uint64_t step = read_number(reader);
        entry.first_tick += static_cast<std::uint64_t>(read_difference(reader));
        if (reader.failed() || entry.offset + step < step) {
            return malformed("entry " + std::to_string(i) + " of its index cannot be read");
        }
        entry.offset += step;
        end.index.push_back(entry);
    }
    end.offset = reader.u64();
    if (reader.failed() || !reader.at_end() || end.offset < entry.offset) {
        return malformed("its own offset does not follow its index");
    }
    return end;
}

sim::Result<End> decode_end_of_format_1(sim::ByteView content) {
    sim::ByteReader reader(content);
    End end;
    end.reason = static_cast<sim::EndReason>(reader.u8());
    end.ticks = reader.u64();
    const std::uint32_t blocks = reader.u32();
    if (reader.failed() || blocks > reader.remaining() / sizeof(std::uint32_t)) {
        return malformed("its index is longer than the block");
    }
    end.block_bytes.reserve(blocks);
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < blocks; ++i) {
        end.block_bytes.push_back(reader.u32());
        sum += end.block_bytes.back();
    }
    end.offset = reader.u64();
    if (end.offset != sum || reader.failed()) {
        return malformed("its own offset is not the sum of its index");
    }
    return end;
}

sim::Result<void> check_value(const sim::Schema& schema, sim::ByteView bytes) {
    const auto measured = sim::measure_value(schema.root(), bytes);
    TANDEM_TRY(measured);
    return *measured == bytes.size()
               ? sim::Result<void>()
               : malformed("the value ends after " + std::to_string(*measured) + " of its " +
                           std::to_string(bytes.size()) + " bytes");
}

}  // namespace tandem::replay
