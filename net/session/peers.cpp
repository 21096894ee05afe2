// SPDX-License-Identifier: MIT
// Sends to one peer or to all, and closes connections.
#include <tandem/net/session/peers.hpp>

#include <algorithm>
#include <utility>

namespace tandem::net {
namespace {

// A reliable message that was lost several times says nothing about the line's ordinary delay.
constexpr std::chrono::milliseconds k_round_trip_max{1'000};

}  // namespace

void Peer::on_answer(Time now) {
    const Time measured = std::min<Time>(now - asked, k_round_trip_max);
    round_trip = std::min(round_trip.value_or(measured), measured);
}

std::string Peer::text() const {
    return link || comer ? player_text(slot, name) : "the other side";
}

std::string player_text(Slot slot, const std::string& name) {
    return "player " + std::to_string(slot.index) + (name.empty() ? "" : " (" + name + ")");
}

std::string progress_text(const Peer& peer, Owed owed, std::uint32_t timeout_ms) {
    const std::string span = " for " + std::to_string(timeout_ms) + " ms";
    switch (owed) {
        case Owed::any_sign:
            return "nothing was heard of " + peer.text() + span;
        case Owed::inputs:
            return peer.text() + " is heard, but gave no inputs, or hardly any," + span;
        case Owed::acknowledgements:
            return peer.text() + " is heard, but acknowledged no inputs" + span;
        case Owed::history:
            break;
    }
    return peer.text() + " is heard, but told nothing new of its ticks after tick " +
           std::to_string(peer.link->ticks_told()) + span;
}

std::string standstill_text(const std::string& own, const Peer& peer, Time lasted, Time patience) {
    const auto text = [](Time span) {
        return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(span).count()) +
               " ms";
    };
    return own + " stood still for " + text(lasted) + ", and " + peer.text() +
           " waits no longer than " + text(patience);
}

std::string fault_text(const Peer& peer, const std::string& fault) {
    // Before a peer has a slot only two sides know it, and "the other side" differs for each.
    return (peer.link ? peer.text() + " sent what cannot be: " : "protocol error: ") + fault;
}

Peer* Peers::find(PeerId id) {
    const auto found = peers_.find(id);
    return found == peers_.end() ? nullptr : &found->second;
}

Peer* Peers::player(Slot slot) {
    const auto found = std::find_if(peers_.begin(), peers_.end(), [&](const auto& entry) {
        return entry.second.link && entry.second.slot == slot;
    });
    return found == peers_.end() ? nullptr : &found->second;
}

Peer& Peers::connect(PeerId id, Time now, sim::Bytes number) {
    Peer peer;
    peer.id = id;
    peer.connection = std::move(number);
    peer.since = now;
    peer.asked = now;
    return peers_.insert_or_assign(id, std::move(peer)).first->second;
}

void Peers::send(PeerId to, const Message& message) {
    if (peers_.contains(to)) {
        outgoing_.push_back(
            {Outgoing::Kind::packet, to, Channel::reliable, encode_message(message)});
    }
}

void Peers::send_to_all(const Message& message, std::optional<PeerId> except) {
    for (const auto& [id, peer] : peers_) {
        const bool follows = peer.link || (peer.comer && peer.comer->gift);
        if (follows && id != except) {
            send(id, message);
        }
    }
}

void Peers::send_parting(const Bye& bye) {
    for (const auto& [id, peer] : peers_) {
        send(id, bye);
    }
}

void Peers::close(PeerId id) {
    if (auto node = peers_.extract(id)) {
        closed_.push_back(std::move(node));
        outgoing_.push_back({Outgoing::Kind::close, id, Channel::reliable, {}});
    }
}

void Peers::reconnect() {
    while (!peers_.empty()) {
        closed_.push_back(peers_.extract(peers_.begin()));
    }
    outgoing_.push_back({Outgoing::Kind::reconnect, {}, Channel::reliable, {}});
}

std::vector<Outgoing> Peers::extract_outgoing() {
    closed_.clear();
    return std::exchange(outgoing_, {});
}

void Peers::append_packet(PeerId to, sim::Bytes packet) {
    outgoing_.push_back({Outgoing::Kind::packet, to, Channel::unreliable, std::move(packet)});
}

}  // namespace tandem::net
