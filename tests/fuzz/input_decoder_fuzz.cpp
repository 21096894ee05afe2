// SPDX-License-Identifier: MIT
// Any bytes at all as coded inputs of any schema: they are refused, or they are what an encoder
// writes for the records that they give.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <tandem/replay/coding/input_coder.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tests/property/random_schema.hpp>

namespace tandem::test {
namespace {

constexpr std::size_t k_bytes_max = 4'096;
constexpr std::uint32_t k_ticks = 40;

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

// The piece of the records, by an encoder that begins an epoch.
sim::Bytes encode_again(const sim::Schema& schema, std::uint32_t slots,
                        const replay::DecodedInputs& decoded) {
    replay::InputEncoder encoder(schema, slots);
    for (std::size_t tick = 0; tick + 1 < decoded.offsets.size(); ++tick) {
        const std::size_t at = decoded.offsets[tick];
        const sim::ByteView record =
            sim::ByteView(decoded.records).subspan(at, decoded.offsets[tick + 1] - at);
        require(sim::parse_record(schema, slots, record).has_value());
        encoder.add(record);
    }
    sim::Bytes piece;
    encoder.flush(piece);
    return piece;
}

}  // namespace
}  // namespace tandem::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace tandem;
    sim::ByteReader reader(sim::ByteView(reinterpret_cast<const std::byte*>(data), size));
    const sim::Schema schema(test::SchemaMaker(reader.u16()).node(0));
    const std::uint32_t slots = 1 + reader.u8() % 8U;
    const sim::ByteView piece = reader.read(reader.remaining());
    replay::InputDecoder decoder(schema, slots);
    replay::DecodedInputs decoded;
    const auto result = decoder.decode(piece, test::k_ticks, test::k_bytes_max, decoded);
    test::require(decoded.records.size() <= test::k_bytes_max);
    if (!result) {
        test::require(result.error().code == sim::ErrorCode::bad_data &&
                      !result.error().message.empty());
        return 0;
    }
    const sim::Bytes again = test::encode_again(schema, slots, decoded);
    test::require(std::equal(again.begin(), again.end(), piece.begin(), piece.end()));
    return 0;
}
