// SPDX-License-Identifier: MIT
// Takes the body of a block of inputs apart.
#include <tandem/replay/blocks/input_piece.hpp>

#include <string>

#include <tandem/replay/blocks/codec.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/tick_record.hpp>

namespace tandem::replay {

sim::Result<InputPiece> split_inputs(const BlockHeader& block, const Header& file,
                                     sim::ByteView body) {
    const std::uint64_t bytes = track_bytes(file.track_bits, block.tick_count);
    if (body.size() < bytes) {
        return sim::Error{sim::ErrorCode::bad_data, "",
                          "its " + std::to_string(body.size()) + " bytes are fewer than the " +
                              std::to_string(bytes) + " of the track of its ticks"};
    }
    const auto at = body.size() - static_cast<std::size_t>(bytes);
    return InputPiece{body.first(at), body.subspan(at)};
}

std::uint64_t track_at(sim::ByteView track, std::uint32_t track_bits, std::uint64_t tick) {
    const auto at = static_cast<std::size_t>(track_bytes(track_bits, tick));
    const std::size_t bytes = static_cast<std::size_t>(track_bytes(track_bits, 1));
    TANDEM_ASSERT(at + bytes <= track.size());
    std::uint64_t value = 0;
    for (std::size_t i = bytes; i-- > 0;) {
        value = value << 8U | std::to_integer<std::uint64_t>(track[at + i]);
    }
    return value;
}

void append_track(sim::Bytes& track, std::uint32_t track_bits, std::uint64_t chain) {
    for (std::uint64_t i = 0; i < track_bytes(track_bits, 1); ++i) {
        sim::append_le(track, static_cast<std::uint8_t>(chain >> 8U * i));
    }
}

sim::Result<void> decode_inputs_of_format_1(const BlockHeader& block, sim::ByteView coded,
                                            const Header& file, DecodedInputs& out) {
    TANDEM_TRY(decode_content(block.codec, coded, block.content_bytes, out.records));
    out.offsets.assign(1, 0);
    for (std::uint32_t i = 0; i < block.tick_count; ++i) {
        const std::size_t at = out.offsets.back();
        const auto record = sim::parse_record(file.input_schema, file.setup.slots,
                                              sim::ByteView(out.records).subspan(at));
        if (!record) {
            return sim::Error{sim::ErrorCode::bad_data,
                              "tick " + std::to_string(block.first_tick + i),
                              record.error().text()};
        }
        out.offsets.push_back(at + record->bytes);
    }
    if (out.offsets.back() != out.records.size()) {
        return sim::Error{sim::ErrorCode::bad_data, "", "bytes follow its last record"};
    }
    return {};
}

}  // namespace tandem::replay
