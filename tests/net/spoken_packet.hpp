// SPDX-License-Identifier: MIT
// An unreliable packet that a puppet says, true or not.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <tandem/net/wire/packet.hpp>
#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/game/game_info.hpp>

namespace tandem::test {

// Put together by a test; bytes() gives what goes over the wire.
struct SpokenPacket {
    SpokenPacket() { head.due = 0; }

    SpokenPacket& ack(std::uint32_t slot, std::uint64_t next,
                      std::optional<std::int8_t> slack = std::nullopt) {
        acks.push_back({slot, next, slack});
        return *this;
    }
    // `previous` is what the receiver has before them; nothing: the game's idle input.
    SpokenPacket& run(std::uint32_t slot, std::uint64_t first, std::vector<sim::Bytes> inputs,
                      std::optional<sim::Bytes> previous = std::nullopt) {
        runs.push_back({slot, first, first, std::move(inputs), std::move(previous)});
        return *this;
    }
    // So many inputs of two zero bytes, which is what the counter's idle input is.
    SpokenPacket& idle_run(std::uint32_t slot, std::uint64_t first, std::uint64_t count) {
        return run(slot, first, std::vector<sim::Bytes>(count, sim::Bytes(2)));
    }
    // The sender's history after so many ticks.
    SpokenPacket& hash(std::uint64_t ticks_done, sim::ChainHash chain) {
        head.hash = net::wire::HashPoint{ticks_done, static_cast<std::uint32_t>(chain.value)};
        return *this;
    }

    sim::Bytes bytes(const sim::GameInfo& game, std::uint32_t players, std::uint8_t number) const {
        const net::wire::PacketFormat format{players, net::wire::InputFormat(game.input_schema)};
        sim::Bytes out;
        net::wire::PacketHead numbered = head;
        numbered.number = number;
        net::wire::PacketWriter writer(numbered, format, net::k_packet_bytes_max, out);
        for (const net::wire::Ack& each : acks) {
            writer.add_ack(each);
        }
        for (const Run& each : runs) {
            const auto input = [&](std::uint64_t index) {
                return sim::ByteView(each.inputs[index]);
            };
            const sim::Bytes previous = each.previous.value_or(game.idle_input);
            writer.add_run({each.slot, each.first, each.known, previous, each.inputs.size()},
                           net::wire::InputsAt(input));
        }
        writer.finish();
        return out;
    }

    struct Run {
        std::uint32_t slot = 0;
        std::uint64_t first = 0;
        std::uint64_t known = 0;  // `previous` is the input before this tick
        std::vector<sim::Bytes> inputs;
        std::optional<sim::Bytes> previous;
    };
    net::wire::PacketHead head;
    std::vector<net::wire::Ack> acks;
    std::vector<Run> runs;
};

}  // namespace tandem::test
