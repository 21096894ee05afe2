// SPDX-License-Identifier: MIT
// What a packet of an ordinary match weighs: the sizes that the issue of traffic is settled with.
#include <tandem/net/wire/packet.hpp>

#include <gtest/gtest.h>

#include <tests/net/wire_samples.hpp>

namespace tandem::test {
namespace {

using namespace net::wire;
using sim::Bytes;

// How the inputs of a player go on.
using NextInput = void (*)(Bytes& input, Random& random);

void any_four_bytes(Bytes& input, Random& random) {
    for (std::byte& byte : input) {
        byte = static_cast<std::byte>(random.below(256U));
    }
}
// Held ten ticks in the mean, then all of it is another.
void held(Bytes& input, Random& random) {
    if (random.chance(1, 10)) {
        any_four_bytes(input, random);
    }
}
// The same with one key or axis that changes.
void held_keys(Bytes& input, Random& random) {
    if (random.chance(1, 10)) {
        input[random.below(4U)] = static_cast<std::byte>(random.between(1U, 255U));
    }
}

// The mean size of the packets of one side of a match at 60 ticks a second: one packet a tick with
// everything in it, after which this many inputs of `runs` players are not acknowledged.
double mean_bytes(NextInput next_input, std::uint32_t players, std::uint32_t runs,
                  std::uint64_t window_min, std::uint64_t window_max) {
    SCOPED_TRACE("seed 1");
    const InputKind kind = input_kinds()[2];
    const PacketFormat format{players, InputFormat(kind.schema)};
    Random random(1);
    std::vector<std::vector<Bytes>> inputs(runs);
    const std::uint64_t packets = 20'000 / runs;
    std::size_t bytes_sum = 0;
    for (std::uint64_t tick = 0; tick < packets; ++tick) {
        SamplePacket sample;
        sample.head.number = static_cast<std::uint8_t>(tick);
        sample.head.echo = Echo{static_cast<std::uint8_t>(tick - 3),
                                *held_code(std::chrono::microseconds(random.below(16'000U)))};
        sample.head.due = 16 * tick;
        sample.head.hash = HashPoint{tick, random.next32()};
        for (std::uint32_t slot = 0; slot < runs; ++slot) {
            Bytes input = inputs[slot].empty() ? kind.idle() : inputs[slot].back();
            next_input(input, random);
            inputs[slot].push_back(input);
            const std::uint64_t window = random.between(window_min, window_max);
            if (tick > window) {
                // Three ticks of delay.
                SampleRun run{slot, tick + 4 - window, inputs[slot][tick - window], {}, 0};
                run.inputs.assign(inputs[slot].end() - static_cast<std::ptrdiff_t>(window),
                                  inputs[slot].end());
                sample.runs.push_back(run);
            }
        }
        for (std::uint32_t slot = runs; slot < players; ++slot) {
            const std::uint64_t ahead = random.between(1U, 2U);
            sample.acks.push_back({slot, tick + ahead, static_cast<std::int8_t>(ahead)});
        }
        const AlwaysKnown known(kind.idle());
        const std::size_t wanted = sample.runs.size();
        const std::size_t bytes = write_sample(sample, format, k_sample_bytes_max).size();
        EXPECT_EQ(sample.runs.size(), wanted);
        bytes_sum += bytes;
    }
    return static_cast<double>(bytes_sum) / static_cast<double>(packets);
}

TEST(WireSize, APacketOfHeldInputsWeighsFifteenBytes) {
    const double bytes = mean_bytes(held, 2, 1, 7, 7);
    RecordProperty("bytes", std::to_string(bytes));
    EXPECT_LE(bytes, 15.0);
    const double keys = mean_bytes(held_keys, 2, 1, 7, 7);
    RecordProperty("keys", std::to_string(keys));
    EXPECT_LE(keys, 13.5);
}

TEST(WireSize, APacketOfRandomInputsWeighsThirtyEightBytes) {
    const double bytes = mean_bytes(any_four_bytes, 2, 1, 6, 7);
    RecordProperty("bytes", std::to_string(bytes));
    EXPECT_LE(bytes, 38.5);
}

// A guest's downlink of seven others: of 70 and 160 kbit/s at 60 packets a second 145 and 333 bytes
// each, of which a sealed datagram takes 80.
TEST(WireSize, SevenOtherPlayersFitIntoAGuestsDownlink) {
    const double held_bytes = mean_bytes(held, 8, 7, 6, 7);
    RecordProperty("held", std::to_string(held_bytes));
    EXPECT_LE(held_bytes, 65.0);
    const double random_bytes = mean_bytes(any_four_bytes, 8, 7, 6, 7);
    RecordProperty("random", std::to_string(random_bytes));
    EXPECT_LE(random_bytes, 253.0);
}

}  // namespace
}  // namespace tandem::test
