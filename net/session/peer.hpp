// SPDX-License-Identifier: MIT
// The other end of one connection: how far the handshake is, what was sent and acknowledged, and
// what is known of its history.
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
    std::uint64_t cursor = 0;  // where to continue if not all items fitted into one flush
};

// The slack of one slot's inputs from a peer.
struct Arrivals {
    SlackMean mean;
    std::int8_t untold = k_slack_unknown;  // the worst since the last report
};

class Peer {
public:
    Peer(PeerId peer_id, Time now) : id(peer_id), since(now), greeted(now), heard(now), sent(now) {}

    // Encrypts or tags a packet. Unreliable packets need a token or a cipher (asserted).
    sim::Bytes protect(Channel channel, sim::ByteView payload);
    // Decrypts or checks a packet. Returns nothing if it is damaged, stray or forged.
    std::optional<sim::Bytes> unprotect(Channel channel, sim::ByteView bytes);

    // Notes that the answer to our message of time `greeted` has arrived.
    void note_answer(Time now);

    // Packets with all inputs for this peer and all of our chain that it has not acknowledged,
    // oldest first, and with our acknowledgements. Notes the flush as done.
    std::vector<sim::Bytes> make_packets(const Match& match, Time now);
    // Takes an acknowledgement. Returns false if the item before `next` was never sent.
    bool take_ack(const Match& match, Ack ack);
    // Takes a part of the peer's chain. The error says what is malformed.
    sim::Result<std::uint64_t> take_chain(const Run& run);
    // Compares both histories as far as they are known. Returns the peer's chain at the first
    // difference, whose tick is then ticks_compared.
    std::optional<sim::ChainHash> compare(const History& history);

    // Notes the slack of inputs of this slot. `is_ours`: at our side; otherwise at a guest who got
    // them through us.
    void note_slack(std::uint32_t from_slot, std::int8_t slack_ticks, bool is_ours);
    // How far our ticks are ahead of the peer's (phase.hpp), in 256ths of a tick.
    std::int32_t ahead_units() const;

    bool is_live() const { return stage != PeerStage::gone; }
    bool has_slot() const { return stage == PeerStage::welcomed || stage == PeerStage::ready; }
    // The peer no longer needs our history before this many ticks.
    std::uint64_t history_needed_from() const;
    // Whether something was sent that is not acknowledged yet.
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
    // Whether it is certain that the peer receives at its address. Before that, it is sent no more
    // bytes than it sent. Otherwise an attacker with a forged address could make us flood its
    // owner.
    bool is_proven = false;
    std::size_t credit_bytes = 0;

    Time since;    // connected
    Time greeted;  // when we answered its greeting; a guest answers with its hello
    Time heard;    // the last sound packet
    Time sent;     // the last flush
    Time round_trip{0};
    bool wants_flush = false;
    bool owes_ack = false;

    std::array<Flow, k_slots_max> input_flows{};
    Flow chain_flow;
    ItemLog chain;                     // theirs: item k is their chain after tick k
    std::uint64_t ticks_compared = 0;  // both histories agree up to here
    // Since when all its ticks are simulated here and nothing new of its chain has come.
    std::optional<Time> owes_since;
    bool done_is_sent = false;
    std::optional<Done> done;
    std::optional<Autopsy> autopsy;
    std::array<Arrivals, k_slots_max> arrivals;  // by slot
    SlackMean mean_there;
    std::int8_t slack_here = k_slack_unknown;   // the last one measured
    std::int8_t slack_there = k_slack_unknown;  // the last one reported
    std::uint64_t round_trip_ticks = 0;         // from asking for an input to its acknowledgement
    std::uint64_t packets_dropped = 0;
};

}  // namespace tandem::net
