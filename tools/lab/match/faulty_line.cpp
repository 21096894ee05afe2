// SPDX-License-Identifier: MIT
// Every repetition of the input suffers the same, until it is acknowledged.
#include <tandem/tools/lab/match/faulty_line.hpp>

#include <algorithm>

#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/serialize/describer.hpp>
#include <tandem/tools/lab/match/fixed_game.hpp>
#include <tandem/tools/lab/match/script.hpp>

namespace tandem::tools::lab::match {
namespace {

constexpr std::uint32_t k_slot_of_host = 0;

}  // namespace

// ---- The inputs that the host has sent ----

std::optional<sim::ByteView> FaultyLine::Sent::before(std::uint32_t slot,
                                                      std::uint64_t first) const {
    if (slot != k_slot_of_host || first > inputs_.size()) {
        return std::nullopt;
    }
    return first == 0 ? idle_ : inputs_[static_cast<std::size_t>(first - 1)];
}

void FaultyLine::Sent::append(const net::wire::Packet& packet) {
    for (const net::wire::Run& run : packet.runs) {
        // The first input is known or follows a known one, else the packet could not be read.
        for (std::uint64_t i = 0; i < run.count; ++i) {
            if (run.first + i == inputs_.size()) {
                const sim::ByteView input = packet.inputs[run.index + static_cast<std::size_t>(i)];
                inputs_.emplace_back(input.begin(), input.end());
            }
        }
    }
}

// ---- The line ----

FaultyLine::FaultyLine(net::Transport& inner, ArmFault fault, std::uint64_t tick)
    : PassingTransport(inner),
      fault_(fault),
      tick_(tick),
      schema_(sim::schema_of<FixedInput>()),
      format_{k_players, net::wire::InputFormat(schema_)} {}

std::vector<net::TransportEvent> FaultyLine::poll(std::chrono::milliseconds wait_max) {
    auto events = PassingTransport::poll(wait_max);
    if (fault_ != ArmFault::dropped && fault_ != ArmFault::flipped) {
        return events;
    }
    for (net::TransportEvent& event : events) {
        if (event.kind == net::TransportEvent::Kind::packet &&
            event.channel == net::Channel::unreliable) {
            change_input(event.bytes);
        }
    }
    return events;
}

void FaultyLine::change_input(sim::Bytes& bytes) {
    if (!net::wire::decode_packet(bytes, {&format_, &sent_, reference_}, packet_)) {
        return;
    }
    reference_ = packet_.head.due.value_or(packet_.head.base * net::wire::k_due_parts);
    sent_.append(packet_);
    // The input after it is coded against it.
    const bool is_touched =
        std::any_of(packet_.runs.begin(), packet_.runs.end(), [&](const net::wire::Run& run) {
            return run.first <= tick_ + 1 && tick_ < run.first + run.count;
        });
    if (is_touched) {
        bytes = rewritten();
    }
}

sim::Bytes FaultyLine::arriving(std::uint64_t tick, sim::ByteView sent) const {
    sim::Bytes input(sent.begin(), sent.end());
    if (tick == tick_) {
        input[0] = fault_ == ArmFault::dropped ? std::byte{0} : input[0] ^ std::byte{k_hold_key};
    }
    return input;
}

sim::Bytes FaultyLine::rewritten() const {
    sim::Bytes bytes;
    net::wire::PacketWriter writer(packet_.head, format_, net::k_packet_bytes_max, bytes);
    for (const net::wire::Ack& ack : packet_.acks) {
        writer.add_ack(ack);
    }
    for (const net::wire::Run& run : packet_.runs) {
        const sim::ByteView before = *sent_.before(run.slot, run.known);
        const sim::Bytes previous = run.known == 0 ? sim::Bytes(before.begin(), before.end())
                                                   : arriving(run.known - 1, before);
        std::vector<sim::Bytes> inputs;
        for (std::uint64_t i = 0; i < run.count; ++i) {
            inputs.push_back(
                arriving(run.first + i, packet_.inputs[run.index + static_cast<std::size_t>(i)]));
        }
        // Whatever does not fit any more comes with the next packet.
        writer.add_run({run.slot, run.first, run.known, previous, run.count},
                       [&](std::uint64_t i) -> const sim::Bytes& {
                           return inputs[static_cast<std::size_t>(i)];
                       });
    }
    writer.finish();
    return bytes;
}

}  // namespace tandem::tools::lab::match
