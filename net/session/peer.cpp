// SPDX-License-Identifier: MIT
// What goes into a packet for a peer, and what a peer's packet says.
#include <tandem/net/session/peer.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

using sim::Bytes;
using sim::ByteView;

// One flush may take so many packets for inputs, and so many more for the chain. Ordinary windows
// fit into one.
constexpr std::size_t k_input_packets_max = 8;
constexpr std::size_t k_chain_packets_max = 4;
constexpr std::size_t k_chain_item_bytes = 8;
// A reliable message that was lost several times says nothing about the line's ordinary delay.
constexpr std::chrono::milliseconds k_round_trip_max{500};

// Adds items from the oldest unacknowledged one on, or from where the last flush ran out of room,
// so that a window larger than a flush is still sent whole in turn.
template <class ItemOf>
void add_flow(PacketWriter& writer, Flow& flow, std::uint8_t stream, std::uint64_t end,
              ItemOf&& item_of) {
    std::uint64_t tick = flow.cursor > flow.acked && flow.cursor < end ? flow.cursor : flow.acked;
    while (tick < end && writer.add_item(stream, tick, item_of(tick))) {
        ++tick;
    }
    flow.cursor = tick < end ? tick : 0;
}

}  // namespace

Bytes Peer::protect(Channel channel, ByteView payload) {
    if (cipher) {
        return cipher->seal(channel, payload);
    }
    if (channel == Channel::reliable) {
        return Bytes(payload.begin(), payload.end());
    }
    TANDEM_ASSERT(token.has_value());
    return tag_packet(*token, payload);
}

std::optional<Bytes> Peer::unprotect(Channel channel, ByteView bytes) {
    if (cipher) {
        return cipher->open(channel, bytes);
    }
    if (channel == Channel::reliable) {
        return Bytes(bytes.begin(), bytes.end());
    }
    const auto payload = token ? check_tag(*token, bytes) : std::nullopt;
    return payload ? std::optional<Bytes>(Bytes(payload->begin(), payload->end())) : std::nullopt;
}

void Peer::note_answer(Time now) { round_trip = std::min<Time>(now - greeted, k_round_trip_max); }

std::vector<Bytes> Peer::make_packets(const Match& match, Time now) {
    PacketWriter writer(std::exchange(arrivals[slot.index].untold, k_slack_unknown),
                        k_input_packets_max + k_chain_packets_max);
    writer.add_ack({k_chain_stream, chain.next()});
    for (std::uint32_t other = 0; other < match.players(); ++other) {
        if (std::find(slots.begin(), slots.end(), other) != slots.end()) {
            continue;
        }
        const auto stream = static_cast<std::uint8_t>(other);
        writer.add_ack({stream, match.inputs(other).next()});
        const std::int8_t slack = std::exchange(arrivals[other].untold, k_slack_unknown);
        if (slack != k_slack_unknown) {
            writer.add_slack({stream, slack});
        }
    }
    writer.limit(k_input_packets_max);
    for (const std::uint32_t own : slots) {
        const ItemLog& inputs = match.inputs(own);
        add_flow(writer, input_flows[own], static_cast<std::uint8_t>(own), inputs.next(),
                 [&](std::uint64_t tick) { return ByteView(inputs.at(tick)); });
    }
    writer.limit(k_input_packets_max + k_chain_packets_max);
    if (match.is_started()) {
        std::array<std::byte, k_chain_item_bytes> item{};
        add_flow(writer, chain_flow, k_chain_stream, match.ticks_done(), [&](std::uint64_t tick) {
            sim::store_le(match.history().find(tick + 1)->hashes.chain.value, item.data());
            return ByteView(item);
        });
    }
    std::vector<Bytes> packets = writer.finish();
    for (Bytes& packet : packets) {
        packet = protect(Channel::unreliable, packet);
    }
    sent = now;
    wants_flush = false;
    owes_ack = false;
    return packets;
}

bool Peer::take_ack(const Match& match, Ack ack) {
    const bool is_chain = ack.stream == k_chain_stream;
    const std::uint64_t last = is_chain ? (match.is_started() ? match.ticks_done() : 0)
                               : ack.stream < match.players() ? match.inputs(ack.stream).next()
                                                              : 0;
    if (ack.next > last) {
        return false;
    }
    Flow& flow = is_chain ? chain_flow : input_flows[ack.stream];
    flow.acked = std::max(flow.acked, ack.next);
    return true;
}

sim::Result<std::uint64_t> Peer::take_chain(const Run& run) {
    if (run.items.size() != run.count * k_chain_item_bytes) {
        return sim::Error{sim::ErrorCode::bad_data, "chain from tick " + std::to_string(run.first),
                          std::to_string(run.items.size()) + " bytes for " +
                              std::to_string(run.count) + " hashes of 8 bytes"};
    }
    std::uint64_t news = 0;
    for (std::uint64_t index = 0; index < run.count; ++index) {
        const ByteView item = run.items.subspan(index * k_chain_item_bytes, k_chain_item_bytes);
        const std::uint64_t tick = run.first + index;
        if (tick < ticks_compared + k_window_ticks &&
            chain.put(tick, Bytes(item.begin(), item.end()))) {
            ++news;
        }
    }
    return news;
}

std::optional<sim::ChainHash> Peer::compare(const History& history) {
    while (chain.has(ticks_compared)) {
        const Moment* ours = history.find(ticks_compared + 1);
        if (ours == nullptr) {
            break;
        }
        const sim::ChainHash theirs{sim::load_le<std::uint64_t>(chain.at(ticks_compared).data())};
        if (theirs != ours->hashes.chain) {
            return theirs;
        }
        ++ticks_compared;
        chain.forget_before(ticks_compared);
    }
    // Whoever agrees on a tick had its inputs. Without this a peer that acknowledges our chain but
    // never our inputs would make us keep them for ever.
    for (const std::uint32_t own : slots) {
        input_flows[own].acked = std::max(input_flows[own].acked, ticks_compared);
    }
    return std::nullopt;
}

void Peer::note_slack(std::uint32_t from_slot, std::int8_t slack_ticks, bool is_ours) {
    Arrivals& from = arrivals[from_slot];
    from.untold = from.untold == k_slack_unknown ? slack_ticks : std::min(from.untold, slack_ticks);
    if (is_ours) {
        from.mean.add(slack_ticks);
        slack_here = from_slot == slot.index ? slack_ticks : slack_here;
    }
}

std::int32_t Peer::ahead_units() const {
    std::optional<std::int32_t> worst_here;
    for (const Arrivals& from : arrivals) {
        if (from.mean.value()) {
            worst_here = std::min(worst_here.value_or(*from.mean.value()), *from.mean.value());
        }
    }
    const bool is_known = mean_there.value().has_value() && worst_here.has_value();
    return is_known ? net::ahead_units(*mean_there.value(), *worst_here) : 0;
}

std::uint64_t Peer::history_needed_from() const {
    return std::min(ticks_compared, chain_flow.acked);
}

bool Peer::awaits_acks(const Match& match) const {
    const bool awaits_chain = match.is_started() && chain_flow.acked < match.ticks_done();
    return awaits_chain || std::any_of(slots.begin(), slots.end(), [&](std::uint32_t own) {
               return input_flows[own].acked < match.inputs(own).next();
           });
}

}  // namespace tandem::net
