// SPDX-License-Identifier: MIT
// The other end of one connection, as a session sees it: how far the handshake is, what was sent
// and acknowledged, and what is known of its history.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/session/item_log.hpp>
#include <tandem/net/session/match.hpp>
#include <tandem/net/session/phase.hpp>
#include <tandem/net/transport/cipher.hpp>
#include <tandem/net/transport/transport.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/net/wire/wire.hpp>

namespace tandem::net {

enum class PeerStage : std::uint8_t {
    greeting,  // nothing came yet
    joining,   // greetings are exchanged, the host looks at the guest's hello
    welcomed,  // the guest has its slot; unreliable packets may flow
    ready,     // reset is done and agrees
    gone,
};

// How far a stream has come on its way to a peer.
struct Flow {
    std::uint64_t acked = 0;   // the peer has every item before this one
    std::uint64_t cursor = 0;  // where to go on if not all of it fitted into one flush
};

// How early the inputs of one slot come to us from a peer.
struct Arrivals {
    SlackMean mean;
    std::int8_t untold = k_slack_unknown;  // the worst since it was last told
};

class Peer {
public:
    Peer(PeerId peer_id, Time now) : id(peer_id), since(now), greeted(now), heard(now), sent(now) {}

    // Unreliable packets need a token or a cipher (asserted).
    sim::Bytes protect(Channel channel, sim::ByteView payload);
    // Nothing where it is damaged, stray or forged.
    std::optional<sim::Bytes> unprotect(Channel channel, sim::ByteView bytes);

    // The message that answers what we said when `greeted` is here.
    void note_answer(Time now);

    // Everything of the inputs we send it and of our chain that the peer has not acknowledged,
    // oldest first, with what we have of it. Marks the flush as done.
    std::vector<sim::Bytes> make_packets(const Match& match, Time now);
    // The peer has every item of this stream before `next`; false where `next` was never sent.
    bool take_ack(const Match& match, Ack ack);
    // Their chain off the wire; the error says what is malformed.
    sim::Result<std::uint64_t> take_chain(const Run& run);
    // Compares as far as both histories go. Their chain where it first differs, whose tick is then
    // ticks_compared.
    std::optional<sim::ChainHash> compare(const History& history);

    // Inputs of that slot came so many ticks before their need. `is_ours` where we needed them,
    // false where another guest did who got them from us.
    void note_slack(std::uint32_t from_slot, std::int8_t slack_ticks, bool is_ours);
    // How far our ticks come before the peer's (phase.hpp), in 256ths of a tick.
    std::int32_t ahead_units() const;

    bool is_live() const { return stage != PeerStage::gone; }
    bool has_slot() const { return stage == PeerStage::welcomed || stage == PeerStage::ready; }
    // Before this many ticks our history is of no more use to the peer.
    std::uint64_t history_needed_from() const;
    // Whether something is on its way that was not acknowledged yet.
    bool awaits_acks(const Match& match) const;

    PeerId id;
    PeerStage stage = PeerStage::greeting;
    Slot slot;
    std::vector<std::uint32_t> slots;  // whose inputs we send it; it sends all others
    std::string name;
    std::uint64_t ticks_limit = k_no_limit;
    Nonce our_nonce{};
    std::optional<Cipher> cipher;
    std::optional<std::uint64_t> token;
    // Whether it surely hears us at the address it says it has. Before, it is sent no more than it
    // sent: a forged address must not make us a weapon against its owner.
    bool is_proven = false;
    std::size_t credit_bytes = 0;

    Time since;    // connected
    Time greeted;  // when we answered its greeting: a guest by its hello
    Time heard;    // the last sound packet
    Time sent;     // the last flush
    Time round_trip{0};
    bool wants_flush = false;
    bool owes_ack = false;

    std::array<Flow, k_slots_max> input_flows{};
    Flow chain_flow;
    ItemLog chain;                     // theirs: item k is their chain after tick k
    std::uint64_t ticks_compared = 0;  // both histories agree up to here
    // All its ticks are simulated here, and nothing new of its chain has come since.
    std::optional<Time> owes_since;
    bool done_is_sent = false;
    std::optional<Done> done;
    std::optional<Autopsy> autopsy;
    std::array<Arrivals, k_slots_max> arrivals;  // by slot
    SlackMean mean_there;
    std::int8_t slack_here = k_slack_unknown;   // the last one measured
    std::int8_t slack_there = k_slack_unknown;  // the last one told
    std::uint64_t round_trip_ticks = 0;         // from asking for an input to knowing it arrived
    std::uint64_t packets_dropped = 0;
};

}  // namespace tandem::net
