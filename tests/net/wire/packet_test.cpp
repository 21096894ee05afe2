// SPDX-License-Identifier: MIT
// Packets to the bit: what is written is read back, whatever is accepted is what would be written,
// and nothing costs more than its size.
#include <tandem/net/wire/packet.hpp>

#include <algorithm>
#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include <tandem/net/wire/terms.hpp>
#include <tests/net/wire_samples.hpp>

namespace tandem::test {
namespace {

using namespace std::chrono_literals;
using namespace net::wire;
using sim::Bytes;
using sim::ByteView;

std::string again(std::uint64_t seed) {
    return "seed " + std::to_string(seed) + ": tandem_net_tests --gtest_filter=WirePacket.*";
}

PacketFormat format_of(const InputKind& kind, std::uint32_t players) {
    return {players, InputFormat(kind.schema)};
}

// Whatever is accepted must be what would be written, and no larger in memory than its bytes allow.
void expect_canonical(const Packet& packet, ByteView bytes, const PacketFormat& format,
                      const KnownInputs& known) {
    EXPECT_LE(packet.inputs.size(), 8 * bytes.size());
    EXPECT_LE(packet.inputs.bytes(), 64 * bytes.size() + packet.runs.size() * 1024);
    if (packet.is_cut) {
        return;
    }
    SamplePacket sample = sample_of(packet, known);
    const Bytes written = write_sample(sample, format, 2'000);
    EXPECT_EQ(written, Bytes(bytes.begin(), bytes.end()));
}

void expect_same(const Packet& packet, const SamplePacket& sample) {
    EXPECT_EQ(packet.head, sample.head);
    EXPECT_EQ(packet.acks, sample.acks);
    ASSERT_EQ(packet.runs.size(), sample.runs.size());
    for (std::size_t i = 0; i < sample.runs.size(); ++i) {
        const net::wire::Run& run = packet.runs[i];
        EXPECT_EQ(run.slot, sample.runs[i].slot);
        EXPECT_EQ(run.first, sample.runs[i].first);
        EXPECT_EQ(run.known, sample.runs[i].first - sample.runs[i].back);
        ASSERT_EQ(run.count, sample.runs[i].inputs.size());
        for (std::uint64_t k = 0; k < run.count; ++k) {
            const ByteView input = packet.inputs[run.index + k];
            ASSERT_EQ(Bytes(input.begin(), input.end()), sample.runs[i].inputs[k]);
        }
    }
}

// ---- Durations ----

TEST(WireDuration, EveryCodeComesBackAndLongerTimesHaveLargerCodes) {
    for (unsigned code = 0; code < 256; ++code) {
        const auto narrow = static_cast<std::uint8_t>(code);
        EXPECT_EQ(held_code(held_time(narrow)), narrow);
        EXPECT_EQ(way_code(way_time(narrow)), narrow);
        if (code > 0) {
            const auto before = static_cast<std::uint8_t>(code - 1);
            EXPECT_LT(held_time(before), held_time(narrow));
            EXPECT_LT(way_time(before), way_time(narrow));
        }
    }
    EXPECT_EQ(held_time(1), 250us);
    EXPECT_EQ(held_time(127), 31'750us);
    EXPECT_EQ(held_time(128), 32ms);
    EXPECT_EQ(held_time(129), 33'750us);
    EXPECT_EQ(way_time(27), 6'750us);
    EXPECT_EQ(way_time(56), 14ms);
}

TEST(WireDuration, AnyTimeIsNearItsCode) {
    for (std::int64_t us = 0; us <= 2'100'000; us += 37) {
        const std::chrono::microseconds time(us);
        const auto held = held_code(time);
        ASSERT_EQ(held.has_value(), time <= k_held_max);
        if (held) {
            ASSERT_LE(std::chrono::abs(held_time(*held) - time), time < 32ms ? 125us : 875us);
        }
        const auto error = std::chrono::abs(way_time(way_code(time)) - time);
        if (time <= k_way_max) {
            ASSERT_LE(error, std::max<std::chrono::microseconds>(125us, time * 18 / 1'000)) << us;
        } else {
            ASSERT_EQ(way_code(time), 255);
        }
    }
    EXPECT_EQ(held_code(-1ns), 0);
    EXPECT_EQ(way_code(-1h), 0);
    EXPECT_EQ(held_code(24h), std::nullopt);
    EXPECT_EQ(way_code(24h * 365 * 290), 255);
}

TEST(WireDuration, PartsOfATickComeBackAsLittleEarlier) {
    for (const auto period : {16'666'666ns, 33'333'333ns, 100'000'000ns, 1ns * 17}) {
        for (std::int64_t time = 0; time < 3'000; ++time) {
            const auto match_time = time * period / 7;
            const auto back = due_time(due_parts(match_time, period), period);
            EXPECT_LE(back, match_time);
            EXPECT_LE(match_time - back, period / std::int64_t{k_due_parts} + 1ns);
        }
    }
}

// ---- There and back ----

TEST(WirePacket, WhatWasWrittenIsReadBackWithinTheBound) {
    Packet packet;
    for (const InputKind& kind : input_kinds()) {
        SCOPED_TRACE(kind.name);
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            SCOPED_TRACE(again(seed));
            Random random(seed);
            constexpr std::uint32_t k_players[] = {1, 2, 8, 9, 16, 17, 64, 200};
            const PacketFormat format = format_of(kind, k_players[random.below(8U)]);
            SamplePacket sample = random_sample(random, kind, format.players);
            const SampleKnown known(sample);
            const std::size_t bytes_max = random.chance(1, 2)
                                              ? k_sample_bytes_max
                                              : random.between<std::size_t>(64, k_sample_bytes_max);
            const Bytes bytes = write_sample(sample, format, bytes_max);
            ASSERT_LE(bytes.size(), bytes_max);
            // Any reference within half the span of the low bits will do.
            const std::uint64_t reach = 16 * 2'000;
            const std::uint64_t at = 16 * sample.head.origin();
            const std::uint64_t reference =
                at + random.below(reach) - random.below(std::min(at, reach) + 1);
            const PacketContext context{&format, &known, reference};
            const auto decoded = decode_packet(bytes, context, packet);
            ASSERT_TRUE(decoded.has_value()) << decoded.error().text();
            ASSERT_FALSE(packet.is_cut);
            expect_same(packet, sample);
            expect_canonical(packet, bytes, format, known);
        }
    }
}

TEST(WirePacket, EveryFieldComesBackAtItsEdges) {
    const InputKind kind = input_kinds()[2];
    const PacketFormat format = format_of(kind, 2);
    const AlwaysKnown known(kind.idle());
    std::vector<SamplePacket> samples;
    constexpr std::uint64_t k_edge_tick = 1'000'000'000;
    const auto add = [&](auto change) {
        SamplePacket sample;
        sample.head.due = 16 * k_edge_tick;
        change(sample);
        samples.push_back(sample);
    };
    for (const std::uint8_t edge : std::initializer_list<std::uint8_t>{0, 1, 127, 128, 255}) {
        add([&](SamplePacket& sample) { sample.head.number = edge; });
        add([&](SamplePacket& sample) { sample.head.echo = Echo{edge, 0}; });
        add([&](SamplePacket& sample) { sample.head.echo = Echo{0, edge}; });
        add([&](SamplePacket& sample) { sample.head.extras = Extras{{}, 0, edge}; });
    }
    for (const Strain strain : {Strain::none, Strain::slow, Strain::frozen}) {
        add([&](SamplePacket& sample) { sample.head.extras = Extras{strain, 15, {}}; });
    }
    for (std::uint64_t part = 0; part < 16; ++part) {
        add([&](SamplePacket& sample) { *sample.head.due += part; });
    }
    constexpr std::uint64_t k_far = static_cast<std::uint64_t>(k_small_signed_max) - 1;
    for (const std::uint64_t tick : {k_edge_tick - k_far, k_edge_tick - 1, k_edge_tick,
                                     k_edge_tick + 1, k_edge_tick + k_far}) {
        add([&](SamplePacket& sample) { sample.head.hash = HashPoint{tick, 0}; });
        add([&](SamplePacket& sample) { sample.head.hash = HashPoint{tick, 0xFFFF'FFFF}; });
        add([&](SamplePacket& sample) { sample.acks = {{1, tick, {}}}; });
        add([&](SamplePacket& sample) {
            sample.runs = {{0, tick, kind.idle(), {kind.idle()}, 0}};
        });
        for (const std::int8_t slack : std::initializer_list<std::int8_t>{-32, -1, 0, 1, 31}) {
            add([&](SamplePacket& sample) { sample.acks = {{0, tick, slack}}; });
        }
    }
    Packet packet;
    for (SamplePacket& sample : samples) {
        const SamplePacket whole = sample;
        const Bytes bytes = write_sample(sample, format, k_sample_bytes_max);
        ASSERT_EQ(sample.runs.size(), whole.runs.size());
        ASSERT_TRUE(decode_packet(bytes, {&format, &known, 16 * k_edge_tick}, packet));
        expect_same(packet, sample);
        expect_canonical(packet, bytes, format, known);
    }
}

TEST(WirePacket, OfAllTicksWithTheSameLowBitsTheNearestCounts) {
    const InputKind kind = input_kinds()[2];
    const PacketFormat format = format_of(kind, 2);
    const AlwaysKnown known(kind.idle());
    Packet packet;
    constexpr std::uint64_t k_half = 16 * 2'048;
    for (const std::uint64_t due : {0U, 1U, 16U, 65'535U, 65'536U, 1'000'000U, 4'000'000U}) {
        SamplePacket sample;
        sample.head.due = due;
        const Bytes bytes = write_sample(sample, format, k_sample_bytes_max);
        for (const std::uint64_t reference :
             {due, due + k_half - 1, due - std::min(due, k_half - 1)}) {
            ASSERT_TRUE(decode_packet(bytes, {&format, &known, reference}, packet));
            EXPECT_EQ(packet.head.due, due) << "reference " << reference;
        }
    }
    for (const std::uint64_t base : {0U, 1U, 65'535U, 65'536U, 4'000'000U}) {
        SamplePacket sample;
        sample.head.base = base;
        const Bytes bytes = write_sample(sample, format, k_sample_bytes_max);
        for (const std::uint64_t tick : {base, base + 32'767, base - std::min(base, 32'767UL)}) {
            ASSERT_TRUE(decode_packet(bytes, {&format, &known, 16 * tick + 15}, packet));
            EXPECT_EQ(packet.head.base, base) << "reference " << tick;
        }
    }
}

TEST(WirePacket, ASlackBeyondItsBoundsIsClamped) {
    const InputKind kind = input_kinds()[2];
    const PacketFormat format = format_of(kind, 3);
    const AlwaysKnown known(kind.idle());
    SamplePacket sample;
    sample.head.extras = Extras{Strain::slow, 200, {}};
    sample.acks = {{0, 0, -128}, {1, 0, -33}, {2, 0, 127}};
    const Bytes bytes = write_sample(sample, format, k_sample_bytes_max);
    Packet packet;
    ASSERT_TRUE(decode_packet(bytes, {&format, &known, 0}, packet));
    EXPECT_EQ(packet.acks[0].slack, -32);
    EXPECT_EQ(packet.acks[1].slack, -32);
    EXPECT_EQ(packet.acks[2].slack, 31);
    EXPECT_EQ(packet.head.extras->loss_run, 15);
}

// ---- What does not fit ----

TEST(WirePacket, AsManyInputsAreTakenAsFitAndNoFewer) {
    for (const InputKind& kind : input_kinds()) {
        SCOPED_TRACE(kind.name);
        for (std::uint64_t seed = 1; seed <= 15; ++seed) {
            SCOPED_TRACE(again(seed));
            Random random(seed);
            const PacketFormat format = format_of(kind, 2);
            SamplePacket whole;
            whole.head = random_head(random, 5'000);
            SampleRun run{1, 5'003, kind.next(kind.idle(), random), {}, 0};
            for (int i = 0; i < 300; ++i) {
                run.inputs.push_back(kind.next(i == 0 ? run.previous : run.inputs.back(), random));
            }
            whole.runs = {run};
            const std::size_t bytes_max = random.between<std::size_t>(64, 400);
            SamplePacket fitted = whole;
            const Bytes bytes = write_sample(fitted, format, bytes_max);
            ASSERT_LE(bytes.size(), bytes_max);
            const std::size_t count = fitted.runs.empty() ? 0 : fitted.runs[0].inputs.size();
            if (count < run.inputs.size()) {
                SamplePacket more = whole;
                more.runs[0].inputs.resize(count + 1);
                EXPECT_GT(write_sample(more, format, 4'000).size(), bytes_max);
            }
        }
    }
}

TEST(WirePacket, WhatDoesNotFitLeavesNoTrace) {
    const InputKind kind = input_kinds()[4];
    const PacketFormat format = format_of(kind, 64);
    const Bytes noise(1024, std::byte{0xA5});
    SamplePacket sample;
    for (std::uint32_t slot = 0; slot < 64; ++slot) {
        sample.acks.push_back({slot, 1'000'000U * (slot % 2), std::nullopt});
        sample.runs.push_back({slot, 1, kind.idle(), {slot == 60 ? kind.idle() : noise}, 0});
    }
    const SampleKnown known(sample);
    const Bytes bytes = write_sample(sample, format, 128);
    EXPECT_LE(bytes.size(), 128U);
    EXPECT_GT(sample.acks.size(), 10U);
    EXPECT_LT(sample.acks.size(), 64U);
    // None of those that change fits, the one that does not may.
    ASSERT_LE(sample.runs.size(), 1U);
    Packet packet;
    ASSERT_TRUE(decode_packet(bytes, {&format, &known, 0}, packet));
    expect_same(packet, sample);
}

// ---- Hostile packets ----

TEST(WirePacket, CutAnywhereItFailsOrSaysTheBeginning) {
    Packet packet;
    for (const InputKind& kind : input_kinds()) {
        SCOPED_TRACE(kind.name);
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            SCOPED_TRACE(again(seed));
            Random random(seed);
            const PacketFormat format = format_of(kind, seed % 2 == 0 ? 2 : 12);
            SamplePacket sample = random_sample(random, kind, format.players);
            const SampleKnown known(sample);
            const Bytes bytes = write_sample(sample, format, 300);
            const PacketContext context{&format, &known, 16 * sample.head.origin()};
            for (std::size_t bits = 0; bits < 8 * bytes.size(); ++bits) {
                Bytes cut(bytes.begin(),
                          bytes.begin() + static_cast<std::ptrdiff_t>((bits + 7) / 8));
                if (bits % 8 != 0) {
                    cut.back() &= static_cast<std::byte>((1U << bits % 8) - 1);
                }
                const auto decoded = decode_packet(cut, context, packet);
                if (!decoded) {
                    ASSERT_EQ(decoded.error().code, sim::ErrorCode::bad_data);
                    continue;
                }
                expect_canonical(packet, cut, format, known);
                ASSERT_LE(packet.runs.size(), sample.runs.size());
            }
        }
    }
}

TEST(WirePacket, WhateverIsAcceptedIsWhatWouldBeWritten) {
    Packet packet;
    std::uint64_t accepted = 0;
    for (const InputKind& kind : input_kinds()) {
        SCOPED_TRACE(kind.name);
        for (std::uint64_t seed = 1; seed <= 120; ++seed) {
            SCOPED_TRACE(again(seed));
            Random random(seed);
            const PacketFormat format = format_of(kind, random.chance(1, 2) ? 2 : 20);
            SamplePacket sample = random_sample(random, kind, format.players);
            const AlwaysKnown known(kind.next(kind.idle(), random));
            Bytes bytes = write_sample(sample, format, k_sample_bytes_max);
            if (random.chance(1, 4)) {
                for (std::byte& byte : bytes) {
                    byte = static_cast<std::byte>(random.below(256U));
                }
            }
            for (int flips = 0; flips < 40; ++flips) {
                Bytes mutant = bytes;
                for (std::uint32_t left = random.between(1U, 3U); left > 0; --left) {
                    mutant[random.below(mutant.size())] ^=
                        static_cast<std::byte>(1U << random.below(8U));
                }
                const PacketContext context{&format, &known, 16 * sample.head.origin()};
                if (decode_packet(mutant, context, packet)) {
                    ++accepted;
                    expect_canonical(packet, mutant, format, known);
                }
            }
            if (HasFailure()) {
                return;
            }
        }
    }
    EXPECT_GT(accepted, 1'000U);
}

// Version 3 took 32 ms for 1.1 kB of runs of 8,192 inputs without bytes.
TEST(WirePacket, InputsWithoutBytesTakeABitEach) {
    const InputKind kind = input_kinds()[0];
    const PacketFormat format = format_of(kind, 64);
    const AlwaysKnown known(kind.idle());
    SamplePacket sample;
    for (std::uint32_t slot = 0; slot < 64; ++slot) {
        sample.runs.push_back({slot, 5, {}, std::vector<Bytes>(slot < 63 ? 12 : 20'000), 0});
    }
    const Bytes bytes = write_sample(sample, format, k_sample_bytes_max);
    EXPECT_GT(bytes.size(), k_sample_bytes_max - 8);
    Packet packet;
    ASSERT_TRUE(decode_packet(bytes, {&format, &known, 0}, packet));
    EXPECT_GT(packet.inputs.size(), 8'000U);
    EXPECT_LE(packet.inputs.size(), 8 * bytes.size());
    EXPECT_EQ(packet.inputs.bytes(), 0U);
    for (const net::wire::Run& run : packet.runs) {
        EXPECT_GE(run.count, 12U);
    }
}

TEST(WirePacket, LargeInputsTakeMemoryInProportion) {
    const InputKind kind = input_kinds()[4];
    const PacketFormat format = format_of(kind, 2);
    const AlwaysKnown known(kind.idle());
    SamplePacket sample;
    SampleRun run{0, 5, kind.idle(), {}, 0};
    for (std::size_t i = 0; i < 1'000; ++i) {
        run.inputs.push_back(i == 0 ? run.previous : run.inputs.back());
        run.inputs.back()[0] ^= std::byte{1};
    }
    sample.runs = {run};
    const Bytes bytes = write_sample(sample, format, k_sample_bytes_max);
    Packet packet;
    ASSERT_TRUE(decode_packet(bytes, {&format, &known, 0}, packet));
    EXPECT_GT(packet.inputs.size(), 50U);
    EXPECT_LT(packet.inputs.bytes(), 64 * bytes.size());
}

TEST(WirePacket, WithoutTheInputBeforeARunTheRestIsLeftOut) {
    const InputKind kind = input_kinds()[2];
    const PacketFormat format = format_of(kind, 4);
    SamplePacket sample;
    for (const std::uint32_t slot : {0U, 2U, 3U}) {
        sample.runs.push_back({slot, 7 + slot, kind.idle(), {Bytes(4, std::byte{9})}, 0});
    }
    sample.acks = {{1, 9, 1}};
    const Bytes bytes = write_sample(sample, format, k_sample_bytes_max);
    SamplePacket known_part = sample;
    known_part.runs.erase(known_part.runs.begin() + 1);
    const SampleKnown known(known_part);
    Packet packet;
    ASSERT_TRUE(decode_packet(bytes, {&format, &known, 0}, packet));
    EXPECT_TRUE(packet.is_cut);
    EXPECT_EQ(packet.acks, sample.acks);
    ASSERT_EQ(packet.runs.size(), 1U);
    EXPECT_EQ(packet.runs[0].slot, 0U);
    EXPECT_EQ(packet.inputs.size(), 1U);
}

TEST(WirePacket, DecodingAgainNeedsNoMoreMemory) {
    const InputKind kind = input_kinds()[2];
    const PacketFormat format = format_of(kind, 2);
    Random random(1);
    SamplePacket sample = random_sample(random, kind, 2);
    while (sample.runs.size() < 2) {
        sample = random_sample(random, kind, 2);
    }
    const SampleKnown known(sample);
    const Bytes bytes = write_sample(sample, format, k_sample_bytes_max);
    const PacketContext context{&format, &known, 16 * sample.head.origin()};
    Packet packet;
    ASSERT_TRUE(decode_packet(bytes, context, packet));
    const std::byte* where = packet.inputs[0].data();
    ASSERT_TRUE(decode_packet(bytes, context, packet));
    EXPECT_EQ(packet.inputs[0].data(), where);
    expect_same(packet, sample);
}

}  // namespace
}  // namespace tandem::test
