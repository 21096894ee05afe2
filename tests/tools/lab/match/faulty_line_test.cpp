// SPDX-License-Identifier: MIT
// One input suffers and its packet looks sound; all else passes untouched.
#include <gtest/gtest.h>

#include <tandem/net/transport/simulated/network.hpp>
#include <tandem/net/wire/packet.hpp>
#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/serialize/describer.hpp>
#include <tandem/tools/lab/match/faulty_line.hpp>
#include <tandem/tools/lab/match/fixed_game.hpp>
#include <tandem/tools/lab/match/script.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;
using sim::Bytes;

constexpr std::uint64_t k_tick = 5;
constexpr std::uint32_t k_host = 0;
constexpr std::uint8_t k_other_keys = k_all_keys & ~k_hold_key;

struct Stretch {
    std::uint64_t first = 0;
    std::vector<std::uint8_t> keys;
};

// What one side sent or received so far: the next packet is coded against it.
class Known final : public net::wire::KnownInputs {
public:
    std::optional<sim::ByteView> before(std::uint32_t, std::uint64_t first) const override {
        return first > inputs.size() ? std::nullopt : std::optional(view(first));
    }
    void put(std::uint64_t tick, std::uint8_t keys) {
        inputs.resize(std::max<std::size_t>(inputs.size(), static_cast<std::size_t>(tick + 1)));
        inputs[static_cast<std::size_t>(tick)] = Bytes{std::byte{keys}};
    }
    std::vector<Bytes> inputs;

private:
    sim::ByteView view(std::uint64_t first) const {
        return first == 0 ? idle_ : inputs[static_cast<std::size_t>(first - 1)];
    }
    Bytes idle_ = Bytes(1);
};

class FaultyLineTest : public testing::Test {
protected:
    FaultyLineTest()
        : schema_(sim::schema_of<FixedInput>()),
          format_{k_players, net::wire::InputFormat(schema_)},
          near_(network_.add_endpoint()),
          far_(network_.add_endpoint()) {
        network_.connect(1, 0);
        network_.advance(now_ += std::chrono::milliseconds(1));
        static_cast<void>(near_.poll({}));
    }

    // A packet of the host.
    Bytes packet(std::uint32_t slot, const Stretch& stretch) {
        Bytes bytes;
        net::wire::PacketHead head;
        head.number = static_cast<std::uint8_t>(++number_);
        head.due = stretch.first * net::wire::k_due_parts;
        head.hash = net::wire::HashPoint{stretch.first, 77};
        net::wire::PacketWriter writer(head, format_, net::k_packet_bytes_max, bytes);
        EXPECT_TRUE(writer.add_ack({1, stretch.first + 1, 1}));
        const sim::ByteView known = *sent_.before(slot, stretch.first);
        const Bytes previous(known.begin(), known.end());
        for (std::size_t i = 0; i < stretch.keys.size(); ++i) {
            sent_.put(stretch.first + i, stretch.keys[i]);
        }
        EXPECT_EQ(
            writer.add_run({slot, stretch.first, stretch.first, previous, stretch.keys.size()},
                           [&](std::uint64_t i) -> const Bytes& {
                               return sent_.inputs[static_cast<std::size_t>(stretch.first + i)];
                           }),
            stretch.keys.size());
        writer.finish();
        return bytes;
    }

    // What the line makes of it.
    Bytes passed(FaultyLine& line, const Bytes& sent) {
        network_.inject(1, 0, net::Channel::unreliable, sent);
        network_.advance(now_ += std::chrono::milliseconds(1));
        const auto events = line.poll({});
        EXPECT_EQ(events.size(), 1U);
        return events.empty() ? Bytes() : events.back().bytes;
    }

    // The keys that the guest reads out of a packet, which knows no others than those that came.
    std::vector<std::uint8_t> read(const Bytes& bytes) {
        net::wire::Packet packet;
        const auto decoded = net::wire::decode_packet(bytes, {&format_, &received_, 0}, packet);
        EXPECT_TRUE(decoded) << decoded.error().text();
        EXPECT_EQ(packet.acks.size(), 1U);
        EXPECT_EQ(packet.head.hash.value_or(net::wire::HashPoint{}).chain_low, 77U);
        EXPECT_EQ(packet.runs.size(), 1U);
        std::vector<std::uint8_t> keys;
        for (std::size_t i = 0; i < packet.inputs.size(); ++i) {
            keys.push_back(static_cast<std::uint8_t>(packet.inputs[i][0]));
            received_.put(packet.runs.at(0).first + i, keys.back());
        }
        return keys;
    }

    sim::Schema schema_;
    net::wire::PacketFormat format_;
    net::SimulatedNetwork network_{1};
    net::Transport& near_;
    net::Transport& far_;
    net::Time now_{0};
    unsigned number_ = 0;
    Known sent_;
    Known received_;
};

using Keys8 = std::vector<std::uint8_t>;

TEST_F(FaultyLineTest, LosesOneInput) {
    FaultyLine line(near_, ArmFault::dropped, k_tick);
    EXPECT_EQ(read(passed(line, packet(k_host, {0, Keys8(8, k_all_keys)}))),
              (Keys8{k_all_keys, k_all_keys, k_all_keys, k_all_keys, k_all_keys, 0, k_all_keys,
                     k_all_keys}));
}

TEST_F(FaultyLineTest, TurnsOneBitOver) {
    FaultyLine line(near_, ArmFault::flipped, k_tick);
    EXPECT_EQ(read(passed(line, packet(k_host, {0, Keys8(7, k_all_keys)}))),
              (Keys8{k_all_keys, k_all_keys, k_all_keys, k_all_keys, k_all_keys, k_other_keys,
                     k_all_keys}));
}

// An input is told as a difference to the one before it, which the guest has got otherwise than the
// host has sent it.
TEST_F(FaultyLineTest, LeavesTheInputsAfterItAsTheyWere) {
    FaultyLine line(near_, ArmFault::dropped, k_tick);
    EXPECT_EQ(read(passed(line, packet(k_host, {0, Keys8(5, k_all_keys)}))), Keys8(5, k_all_keys));
    EXPECT_EQ(read(passed(line, packet(k_host, {5, Keys8(1, k_all_keys)}))), Keys8{0});
    // Repeated, and with more behind it.
    EXPECT_EQ(read(passed(line, packet(k_host, {5, Keys8(2, k_all_keys)}))),
              (Keys8{0, k_all_keys}));
    EXPECT_EQ(read(passed(line, packet(k_host, {6, Keys8(2, k_all_keys)}))), Keys8(2, k_all_keys));
    const Bytes later = packet(k_host, {7, Keys8(3, k_all_keys)});
    EXPECT_EQ(passed(line, later), later);
}

TEST_F(FaultyLineTest, LeavesAllElseAlone) {
    const Bytes packet_of_host = packet(k_host, {0, Keys8(8, k_all_keys)});
    for (const ArmFault fault : {ArmFault::none, ArmFault::random}) {
        FaultyLine line(near_, fault, k_tick);
        EXPECT_EQ(passed(line, packet_of_host), packet_of_host);
    }
    FaultyLine line(near_, ArmFault::dropped, k_tick);
    const Bytes packet_of_another = packet(1, {0, Keys8(8, k_all_keys)});
    EXPECT_EQ(passed(line, packet_of_another), packet_of_another);
    const Bytes before = packet(k_host, {0, Keys8(5, k_all_keys)});
    EXPECT_EQ(passed(line, before), before);
    EXPECT_EQ(passed(line, Bytes(3)), Bytes(3));
}

}  // namespace
}  // namespace tandem::test
