// SPDX-License-Identifier: MIT
// What inputs cost once they are coded: bytes a player-tick with a flush in each second, and the
// time to code and to decode.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <map>
#include <ratio>
#include <string>

#include <tandem/replay/coding/input_coder.hpp>
#include <tests/bench/replay/streams.hpp>

namespace tandem::bench {
namespace {

struct Cost {
    std::uint64_t bytes = 0;
    std::uint64_t player_ticks = 0;
    double encode_ns = 0;
    double decode_ns = 0;
    bool is_exact = true;

    void add(const Cost& other) {
        bytes += other.bytes;
        player_ticks += other.player_ticks;
        encode_ns += other.encode_ns;
        decode_ns += other.decode_ns;
        is_exact = is_exact && other.is_exact;
    }
};

double now_ns() {
    return std::chrono::duration<double, std::nano>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

struct Piece {
    std::size_t bytes = 0;
    std::uint32_t ticks = 0;
    bool begins_epoch = false;
};

// Encodes and decodes a stream once.
Cost cost_of(const Stream& stream, std::uint32_t epoch_s) {
    Cost cost;
    sim::Bytes coded;
    std::vector<Piece> pieces;
    replay::InputEncoder encoder(stream.schema, stream.players);
    double begin_ns = now_ns();
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
    cost.encode_ns = now_ns() - begin_ns;

    replay::InputDecoder decoder(stream.schema, stream.players);
    replay::DecodedInputs decoded;
    begin_ns = now_ns();
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
    cost.decode_ns = now_ns() - begin_ns;

    sim::Bytes records;
    for (const sim::Bytes& record : stream.records) {
        sim::append(records, record);
    }
    cost.is_exact = cost.is_exact && records == decoded.records;
    cost.bytes = coded.size();
    cost.player_ticks = stream.records.size() * stream.players;
    return cost;
}

void print(const std::string& name, std::uint32_t epoch_s, const Cost& cost) {
    const auto player_ticks = static_cast<double>(cost.player_ticks);
    std::printf(
        "%-44s %2u s  %9llu bytes  %8.4f a player-tick  encode %6.0f ns  decode %6.0f ns%s\n",
        name.c_str(), epoch_s, static_cast<unsigned long long>(cost.bytes),
        static_cast<double>(cost.bytes) / player_ticks, cost.encode_ns / player_ticks,
        cost.decode_ns / player_ticks, cost.is_exact ? "" : "  NOT EXACT");
}

// Whether everything came back exactly.
bool measure(const std::vector<Stream>& streams, const std::vector<std::uint32_t>& epochs,
             bool is_each) {
    bool is_exact = true;
    for (const std::uint32_t epoch_s : epochs) {
        std::map<std::string, Cost> groups;
        for (const Stream& stream : streams) {
            const Cost cost = cost_of(stream, epoch_s);
            groups[stream.group].add(cost);
            if (is_each) {
                print(stream.name, epoch_s, cost);
            }
        }
        for (const auto& [group, cost] : groups) {
            print(group, epoch_s, cost);
            is_exact = is_exact && cost.is_exact;
        }
    }
    return is_exact;
}

}  // namespace
}  // namespace tandem::bench

int main(int argc, char** argv) {
    using namespace tandem::bench;
    const bool is_smoke = argc > 1 && std::strcmp(argv[1], "--smoke") == 0;
    const bool is_each = argc > 1 && std::strcmp(argv[1], "--each") == 0;
    const std::vector<Stream> real = real_streams();
    bool is_exact = measure(made_streams(), {30}, is_each);
    if (real.empty()) {
        std::printf("real streams: skipped, TANDEM_DATA is not set or not there\n");
    } else if (is_smoke) {
        is_exact = measure(real, {30}, is_each) && is_exact;
    } else {
        is_exact = measure(real, {10, 30, 60}, is_each) && is_exact;
        is_exact = measure(raw_streams(real), {30}, false) && is_exact;
    }
    return is_exact ? 0 : 1;
}
