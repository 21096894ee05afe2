// SPDX-License-Identifier: MIT
// The connections of a side: the stage of each handshake, the messages to each peer, and the tasks
// of the caller.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/event.hpp>
#include <tandem/net/session/comer.hpp>
#include <tandem/net/session/desync.hpp>
#include <tandem/net/session/link.hpp>
#include <tandem/net/status.hpp>
#include <tandem/net/transport/transport.hpp>
#include <tandem/net/wire/message.hpp>

namespace tandem::net {

enum class PeerStage : std::uint8_t {
    greeting,  // nothing came yet
    joining,   // greetings are exchanged, the host looks at the guest's hello
    welcomed,  // the guest has its slot
    ready,     // reset is done and agrees
};

// A connection. From its slot on it has a link; one that comes back gets it later.
struct Peer {
    PeerId id;
    sim::Bytes connection;  // its number, which both sides know and nobody can choose
    PeerStage stage = PeerStage::greeting;
    Slot slot;
    std::string name;
    ProgramsCompared programs = ProgramsCompared::unknown;  // its own and ours
    std::uint64_t ticks_limit = k_no_limit;
    Time since{0};     // connected
    Time heard_at{0};  // the last message
    Time asked{0};     // when we sent what it must answer
    std::optional<Time> round_trip;
    std::optional<Link> link;
    std::optional<Dispute> dispute;
    std::optional<Comer> comer;  // it comes back, and has no link before it can take inputs
    std::optional<Stop> stop;    // it leaves there, once all its inputs before have come
    bool done_is_sent = false;
    std::optional<Done> done;

    // An answer to what we sent at `asked` has come.
    void on_answer(Time now);
    // "player 1 (Anna)"; "the other side" before it has a slot.
    std::string text() const;
};

// "player 1 (Anna)", "player 1" without a name.
std::string player_text(Slot slot, const std::string& name);

// These texts travel. They are true whoever reads them, so they name players, and never say "we".
// A sentence that says how the peer has failed to get on for so long.
std::string progress_text(const Peer& peer, Owed owed, std::uint32_t timeout_ms);
// A sentence that says that `own` stood still for longer than this peer waits.
std::string standstill_text(const std::string& own, const Peer& peer, Time lasted, Time patience);
// A sentence that says that a peer broke the protocol. The peer and everyone else are told it.
std::string fault_text(const Peer& peer, const std::string& fault);

class Peers {
public:
    std::map<PeerId, Peer>& all() { return peers_; }
    const std::map<PeerId, Peer>& all() const { return peers_; }
    // The peer with this number, or null.
    Peer* find(PeerId id);
    // The player of this slot; null if it is not connected.
    Peer* player(Slot slot);

    // `number` is the connection's, see TransportEvent.
    Peer& connect(PeerId id, Time now, sim::Bytes number = {});
    void send(PeerId to, const Message& message);
    // Sends a message to everyone with a slot, also to those who are told where the match goes on
    // and have no link yet.
    void send_to_all(const Message& message, std::optional<PeerId> except = std::nullopt);
    // Sends our last message to everyone, also to those without a slot, who wait for an answer.
    void send_parting(const Bye& bye);
    // Closes the connection once all its messages have arrived. The peer is no longer found, but a
    // caller that holds a reference may use it until extract_outgoing.
    void close(PeerId id);

    // Gives all connections up, without a word, and calls the host anew.
    void reconnect();

    // The messages to send and the connections to close since the last call, in order.
    std::vector<Outgoing> extract_outgoing();
    void append_packet(PeerId to, sim::Bytes packet);

private:
    std::map<PeerId, Peer> peers_;
    std::vector<std::map<PeerId, Peer>::node_type> closed_;
    std::vector<Outgoing> outgoing_;
};

}  // namespace tandem::net
