// SPDX-License-Identifier: MIT
// Epoch by epoch, second by second, as a recorder does it.
#include <tests/bench/replay/coding_cost.hpp>

#include <vector>

#include <tandem/replay/coding/input_coder.hpp>
#include <tests/bench/replay/measures.hpp>

namespace tandem::bench {
namespace {

struct Piece {
    std::size_t bytes = 0;
    std::uint32_t ticks = 0;
    bool begins_epoch = false;
};

}  // namespace

void Cost::add(const Cost& other) {
    bytes += other.bytes;
    player_ticks += other.player_ticks;
    encode_ns += other.encode_ns;
    decode_ns += other.decode_ns;
    is_exact = is_exact && other.is_exact;
}

Cost cost_of(const Stream& stream, std::uint32_t epoch_s) {
    Cost cost;
    sim::Bytes coded;
    std::vector<Piece> pieces;
    replay::InputEncoder encoder(stream.schema, stream.players);
    const Stopwatch encoding;
    for (std::size_t tick = 0; tick < stream.records.size(); ++tick) {
        const bool begins_epoch = tick % (std::size_t{epoch_s} * stream.rate) == 0;
        if (begins_epoch) {
            encoder.restart();
        }
        encoder.add(stream.records[tick]);
        if (tick % stream.rate == 0) {
            pieces.push_back({0, 0, begins_epoch});
        }
        ++pieces.back().ticks;
        if ((tick + 1) % stream.rate == 0 || tick + 1 == stream.records.size()) {
            const std::size_t before = coded.size();
            encoder.flush(coded);
            pieces.back().bytes = coded.size() - before;
        }
    }
    cost.encode_ns = encoding.ns();

    replay::InputDecoder decoder(stream.schema, stream.players);
    replay::DecodedInputs decoded;
    const Stopwatch decoding;
    std::size_t at = 0;
    for (const Piece& piece : pieces) {
        if (piece.begins_epoch) {
            decoder.restart();
        }
        const auto result = decoder.decode(sim::ByteView(coded).subspan(at, piece.bytes),
                                           piece.ticks, ~std::size_t{0}, decoded);
        cost.is_exact = cost.is_exact && result.has_value();
        at += piece.bytes;
    }
    cost.decode_ns = decoding.ns();

    sim::Bytes records;
    for (const sim::Bytes& record : stream.records) {
        sim::append(records, record);
    }
    cost.is_exact = cost.is_exact && records == decoded.records;
    cost.bytes = coded.size();
    cost.player_ticks = stream.records.size() * stream.players;
    return cost;
}

}  // namespace tandem::bench
