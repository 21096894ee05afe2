// SPDX-License-Identifier: MIT
// Between a side and its endpoint: reads each packet that the side sends, changes it, and sends
// what then is a packet as any other.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <tandem/net/transport/passing_transport.hpp>
#include <tandem/net/wire/packet.hpp>
#include <tests/net/spoken_packet.hpp>

namespace tandem::test {

class Rewriter final : public net::PassingTransport, private net::wire::KnownInputs {
public:
    // Gets each packet. Runs have their inputs, and `previous`, the one before them; a change of an
    // input has to be made in both.
    using Rewrite = std::function<void(SpokenPacket& packet)>;

    // In a match of so many players of this game. The endpoint must outlive it.
    Rewriter(net::Transport& endpoint, const sim::GameInfo& game, std::uint32_t players,
             Rewrite rewrite)
        : PassingTransport(endpoint),
          game_(game),
          players_(players),
          rewrite_(std::move(rewrite)) {}

    void send(net::PeerId peer, net::Channel channel, sim::ByteView bytes) override {
        if (channel == net::Channel::unreliable) {
            PassingTransport::send(peer, channel, rewritten(bytes));
        } else {
            PassingTransport::send(peer, channel, bytes);
        }
    }

private:
    // It reads along, so it knows what each packet is coded against.
    std::optional<sim::ByteView> before(std::uint32_t slot, std::uint64_t tick) const override {
        if (tick == 0) {
            return game_.idle_input;
        }
        const auto known = known_.find({slot, tick - 1});
        return known == known_.end() ? std::nullopt : std::optional<sim::ByteView>(known->second);
    }
    sim::Bytes rewritten(sim::ByteView bytes) {
        const net::wire::PacketFormat format{players_, net::wire::InputFormat(game_.input_schema)};
        net::wire::Packet packet;
        EXPECT_TRUE(
            net::wire::decode_packet(bytes, {&format, this, reference_}, packet).has_value());
        reference_ = packet.head.due.value_or(packet.head.base * net::wire::k_due_parts);
        SpokenPacket changed;
        changed.head = packet.head;
        changed.acks = packet.acks;
        for (const net::wire::Run& run : packet.runs) {
            const sim::ByteView previous = before(run.slot, run.known).value_or(game_.idle_input);
            std::vector<sim::Bytes> inputs;
            for (std::uint64_t index = 0; index < run.count; ++index) {
                const sim::ByteView input = packet.inputs[run.index + index];
                inputs.emplace_back(input.begin(), input.end());
                known_.try_emplace({run.slot, run.first + index}, inputs.back());
            }
            changed.run(run.slot, run.first, std::move(inputs),
                        sim::Bytes(previous.begin(), previous.end()));
            changed.runs.back().known = run.known;
        }
        rewrite_(changed);
        return changed.bytes(game_, players_, packet.head.number);
    }

    const sim::GameInfo& game_;
    std::uint32_t players_;
    Rewrite rewrite_;
    std::uint64_t reference_ = 0;
    std::map<std::pair<std::uint32_t, std::uint64_t>, sim::Bytes> known_;  // by slot and tick
};

}  // namespace tandem::test
