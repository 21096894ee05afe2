// SPDX-License-Identifier: MIT
// Any bytes at all go through the decoder of unreliable packets, and so do sound packets with a few
// bits flipped. What it accepts must be what the writer would write, and no larger in memory than
// its bytes allow.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include <tandem/net/wire/packet.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/math/random.hpp>
#include <tests/net/input_kinds.hpp>
#include <tests/net/wire_samples.hpp>

namespace tandem::test {
namespace {

using net::wire::PacketFormat;
using sim::Bytes;
using sim::ByteView;

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void decode(ByteView bytes, const PacketFormat& format, const net::wire::KnownInputs& known,
            std::uint64_t reference) {
    static net::wire::Packet packet;
    const auto decoded = decode_packet(bytes, {&format, &known, reference}, packet);
    require(packet.inputs.size() <= 8 * bytes.size());
    // Of each run the input before it is copied, and of a run that fails its last input.
    require(packet.inputs.bytes() <= 64 * bytes.size() + (packet.runs.size() + 2) * 1'024);
    if (!decoded) {
        require(decoded.error().code == sim::ErrorCode::bad_data);
        require(!decoded.error().place.empty() && !decoded.error().message.empty());
        return;
    }
    if (packet.is_cut) {
        return;
    }
    SamplePacket sample = sample_of(packet, known);
    // More room than any packet needs: the writer keeps some behind the acknowledgements.
    const Bytes again = write_sample(sample, format, 2'000);
    require(std::equal(again.begin(), again.end(), bytes.begin(), bytes.end()));
}

// A sound packet drawn by a seed, with a few bits flipped: for drivers without feedback, which
// would hardly ever get behind the head.
void decode_flipped(std::uint64_t seed, const InputKind& kind, const PacketFormat& format) {
    Random random(seed);
    SamplePacket sample = random_sample(random, kind, format.players);
    const SampleKnown known(sample);
    Bytes bytes = write_sample(sample, format, k_sample_bytes_max);
    for (std::uint32_t flips = random.below(4U); flips > 0; --flips) {
        bytes[random.below(bytes.size())] ^= static_cast<std::byte>(1U << random.below(8U));
    }
    decode(bytes, format, known, 16 * sample.head.origin());
}

}  // namespace
}  // namespace tandem::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace tandem;
    static const std::vector<test::InputKind> k_kinds = test::input_kinds();
    // The inputs' kind, the number of players and the reference, then the packet.
    sim::ByteReader reader({reinterpret_cast<const std::byte*>(data), size});
    const test::InputKind& kind = k_kinds[reader.u8() % k_kinds.size()];
    const net::wire::PacketFormat format{1U + reader.u8() % 70U,
                                         net::wire::InputFormat(kind.schema)};
    const std::uint64_t reference = reader.u64() >> (reader.u8() % 64U);
    const sim::ByteView packet = reader.read(std::min<std::size_t>(reader.remaining(), 1'200));
    test::decode(packet, format, test::AlwaysKnown(kind.idle()), reference);
    test::decode_flipped(sim::hash_bytes(packet), kind, format);
    return 0;
}
