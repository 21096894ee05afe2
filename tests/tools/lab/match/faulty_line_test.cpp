// SPDX-License-Identifier: MIT
// One input suffers and its packet looks sound; all else passes untouched.
#include <gtest/gtest.h>

#include <tandem/net/transport/simulated/network.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/net/wire/wire.hpp>
#include <tandem/tools/lab/match/faulty_line.hpp>
#include <tandem/tools/lab/match/script.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;

constexpr std::uint64_t k_token = 77;
constexpr std::uint64_t k_tick = 5;

// Ticks 3 to 7 of a stream, each a byte of all keys.
sim::Bytes packet(std::uint8_t stream, std::uint64_t token = k_token) {
    net::PacketWriter writer(0, 1);
    const sim::Bytes item{std::byte{k_all_keys}};
    for (std::uint64_t tick = 3; tick < 8; ++tick) {
        EXPECT_TRUE(writer.add_item(stream, tick, item));
    }
    return net::tag_packet(token, writer.finish()[0]);
}

// What the line makes of it, once it has heard the token.
sim::Bytes passed(Fault fault, const sim::Bytes& sent) {
    net::SimulatedNetwork network(1);
    net::Transport& near = network.add_endpoint();
    net::Transport& far = network.add_endpoint();
    network.connect(1, 0);
    FaultyLine line(near, fault, k_tick);
    EXPECT_TRUE(line.poll({}).empty());
    net::Welcome welcome;
    welcome.token = k_token;
    network.inject(1, 0, net::Channel::reliable, net::encode_message(welcome));
    far.flush();
    network.advance(std::chrono::milliseconds(1));
    EXPECT_FALSE(line.poll({}).empty());
    network.inject(1, 0, net::Channel::unreliable, sent);
    network.advance(std::chrono::milliseconds(2));
    const auto events = line.poll({});
    EXPECT_EQ(events.size(), 1U);
    return events.empty() ? sim::Bytes() : events.back().bytes;
}

std::vector<std::uint8_t> inputs_of(const sim::Bytes& bytes) {
    const auto payload = net::check_tag(k_token, bytes);
    EXPECT_TRUE(payload);
    const auto decoded = net::decode_packet(*payload);
    EXPECT_TRUE(decoded);
    std::vector<std::uint8_t> inputs;
    for (const std::byte byte : decoded->runs.at(0).items) {
        inputs.push_back(static_cast<std::uint8_t>(byte));
    }
    return inputs;
}

TEST(FaultyLine, LosesOneInput) {
    EXPECT_EQ(inputs_of(passed(Fault::dropped, packet(0))),
              (std::vector<std::uint8_t>{k_all_keys, k_all_keys, 0, k_all_keys, k_all_keys}));
}

TEST(FaultyLine, TurnsOneBitOver) {
    EXPECT_EQ(inputs_of(passed(Fault::flipped, packet(0))),
              (std::vector<std::uint8_t>{k_all_keys, k_all_keys, k_all_keys & ~k_hold_key,
                                         k_all_keys, k_all_keys}));
}

TEST(FaultyLine, LeavesAllElseAlone) {
    EXPECT_EQ(passed(Fault::none, packet(0)), packet(0));
    EXPECT_EQ(passed(Fault::random, packet(0)), packet(0));
    EXPECT_EQ(passed(Fault::dropped, packet(1)), packet(1));
    EXPECT_EQ(passed(Fault::dropped, packet(0, 78)), packet(0, 78));  // another session's
    EXPECT_EQ(passed(Fault::dropped, sim::Bytes(3)), sim::Bytes(3));
}

}  // namespace
}  // namespace tandem::test
