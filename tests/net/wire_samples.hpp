// SPDX-License-Identifier: MIT
// Packets for tests of the wire: examples, random ones, and a receiver who knows what stands before
// each run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <tandem/net/wire/packet.hpp>
#include <tandem/sim/math/random.hpp>
#include <tests/net/input_kinds.hpp>
#include <tests/sim/by_hand.hpp>

namespace tandem::test {

// What a sealed datagram of 1,200 bytes leaves for a packet.
inline constexpr std::size_t k_sample_bytes_max = 1144;

// ---- Packets before they are written ----

struct SampleRun {
    std::uint32_t slot = 0;
    std::uint64_t first = 0;
    sim::Bytes previous;
    std::vector<sim::Bytes> inputs;
    std::uint64_t back = 0;  // `previous` is so many ticks further before `first`
};

struct SamplePacket {
    net::wire::PacketHead head;
    std::vector<net::wire::Ack> acks;
    std::vector<SampleRun> runs;
};

// ---- The examples of PROTOCOL.md: two players, inputs of four bytes ----

// Player 0 to player 1, an input that changes once in seven ticks.
inline SamplePacket held_example() {
    const sim::Bytes before = sim::bytes_of({1, 2, 3, 4});
    const sim::Bytes after = sim::bytes_of({1, 2, 9, 4});
    SamplePacket sample;
    sample.head.number = 42;
    sample.head.echo = net::wire::Echo{40, 20};
    sample.head.due = 16 * 1000;
    sample.head.hash = net::wire::HashPoint{1000, 0x89AB'CDEF};
    sample.acks = {{1, 1001, std::int8_t{1}}};
    sample.runs = {{0, 997, before, {before, before, before, after, after, after, after}, 0}};
    return sample;
}

// Player 1 to player 0, who is unpaced, late and lost packets: two inputs of which every byte
// changes.
inline SamplePacket random_example() {
    SamplePacket sample;
    sample.head.number = 43;
    sample.head.extras = net::wire::Extras{net::wire::Strain::slow, 3, std::uint8_t{56}};
    sample.head.base = 1000;
    sample.acks = {{0, 1000, std::nullopt}};
    sample.runs = {
        {1,
         999,
         sim::Bytes(4),
         {sim::bytes_of({0x12, 0x34, 0x56, 0x78}), sim::bytes_of({0x9A, 0xBC, 0xDE, 0xF0})},
         0}};
    return sample;
}

// Who knows the input before every run of a sample, and of no other.
class SampleKnown final : public net::wire::KnownInputs {
public:
    explicit SampleKnown(const SamplePacket& sample) {
        for (const SampleRun& run : sample.runs) {
            known_[{run.slot, run.first - run.back}] = run.previous;
        }
    }
    std::optional<sim::ByteView> before(std::uint32_t slot, std::uint64_t tick) const override {
        const auto found = known_.find({slot, tick});
        return found == known_.end() ? std::nullopt : std::optional<sim::ByteView>(found->second);
    }

private:
    std::map<std::pair<std::uint32_t, std::uint64_t>, sim::Bytes> known_;
};

// Who knows the same input of every slot and tick.
class AlwaysKnown final : public net::wire::KnownInputs {
public:
    explicit AlwaysKnown(sim::Bytes input) : input_(std::move(input)) {}
    std::optional<sim::ByteView> before(std::uint32_t, std::uint64_t) const override {
        return input_;
    }

private:
    sim::Bytes input_;
};

// Writes a sample and leaves in it what fitted.
inline sim::Bytes write_sample(SamplePacket& sample, const net::wire::PacketFormat& format,
                               std::size_t bytes_max) {
    sim::Bytes out;
    net::wire::PacketWriter writer(sample.head, format, bytes_max, out);
    std::erase_if(sample.acks, [&](const auto& ack) { return !writer.add_ack(ack); });
    for (SampleRun& run : sample.runs) {
        const auto at = [&](std::uint64_t index) { return sim::ByteView(run.inputs[index]); };
        run.inputs.resize(writer.add_run(
            {run.slot, run.first, run.first - run.back, run.previous, run.inputs.size()}, at));
    }
    std::erase_if(sample.runs, [](const SampleRun& run) { return run.inputs.empty(); });
    writer.finish();
    return out;
}

// The sample that a packet was decoded from.
inline SamplePacket sample_of(const net::wire::Packet& packet,
                              const net::wire::KnownInputs& known) {
    SamplePacket sample{packet.head, packet.acks, {}};
    for (const net::wire::Run& run : packet.runs) {
        const sim::ByteView previous = *known.before(run.slot, run.known);
        SampleRun made{run.slot,
                       run.first,
                       sim::Bytes(previous.begin(), previous.end()),
                       {},
                       run.first - run.known};
        for (std::uint64_t i = 0; i < run.count; ++i) {
            const sim::ByteView input = packet.inputs[run.index + i];
            made.inputs.emplace_back(input.begin(), input.end());
        }
        sample.runs.push_back(std::move(made));
    }
    return sample;
}

// A head with any parts, and ticks near `tick`.
inline net::wire::PacketHead random_head(Random& random, std::uint64_t tick) {
    namespace wire = net::wire;
    wire::PacketHead head;
    const auto byte = [&] { return static_cast<std::uint8_t>(random.below(256U)); };
    head.number = byte();
    if (random.chance(3, 4)) {
        head.echo = wire::Echo{byte(), byte()};
    }
    if (random.chance(1, 4)) {
        wire::Extras extras{static_cast<wire::Strain>(random.below(3U)),
                            static_cast<std::uint8_t>(random.below(16U)),
                            {}};
        if (random.chance(1, 2)) {
            extras.way_beyond = byte();
        }
        head.extras = extras;
    }
    if (random.chance(3, 4)) {
        head.due = 16 * tick + random.below(16U);
    } else {
        head.base = tick;
    }
    if (random.chance(3, 4)) {
        head.hash = wire::HashPoint{tick - random.below(std::min<std::uint64_t>(tick, 300) + 1),
                                    random.next32()};
    }
    head.says_known = random.chance(1, 4);
    return head;
}

inline SamplePacket random_sample(Random& random, const InputKind& kind, std::uint32_t players) {
    SamplePacket sample;
    const std::uint64_t tick = random.next64() >> random.between(6U, 63U);
    sample.head = random_head(random, tick);
    const std::uint32_t share = random.between(1U, players);  // one slot of so many is in a list
    const auto near = [&] {
        return tick + random.below(600U) - random.below(std::min(tick, 300UL) + 1);
    };
    for (std::uint32_t slot = 0; slot < players; ++slot) {
        if (random.chance(1, share)) {
            net::wire::Ack ack{slot, near(), {}};
            if (random.chance(3, 4)) {
                ack.slack = static_cast<std::int8_t>(random.between(-32, 31));
            }
            sample.acks.push_back(ack);
        }
        if (random.chance(1, share)) {
            SampleRun run{slot, near(), kind.next(kind.idle(), random), {}, 0};
            if (sample.head.says_known && random.chance(3, 4)) {
                run.back = random.below(std::min<std::uint64_t>(run.first, 500) + 1);
            }
            const std::uint64_t count = random.between(1U, random.chance(1, 8) ? 200U : 14U);
            const std::uint32_t hold = random.below(8U);
            for (std::uint64_t i = 0; i < count; ++i) {
                const sim::Bytes& before = i == 0 ? run.previous : run.inputs.back();
                run.inputs.push_back(random.chance(hold, 8) ? before : kind.next(before, random));
            }
            sample.runs.push_back(std::move(run));
        }
    }
    return sample;
}

}  // namespace tandem::test
