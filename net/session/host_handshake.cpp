// SPDX-License-Identifier: MIT
// The host's half of the handshake.
#include <algorithm>
#include <utility>

#include <tandem/net/session/autopsy.hpp>
#include <tandem/net/session/handshake.hpp>
#include <tandem/net/session/host.hpp>
#include <tandem/net/ticket/ticket.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {

void Host::refuse(Peer& peer, const Refusal& refusal) {
    play_.report(Refused{refusal.reason, true, refusal.host_value, refusal.guest_value,
                         refusal_text(refusal, peer.programs)});
    peers_.send(peer.id, refusal);
    if (peer.link) {
        play_.unlink(peer);
    }
    peers_.close(peer.id);
}

void Host::receive_greeting(Peer& peer, const Greeting& greeting) {
    const Greeting own{k_protocol_version};
    peers_.send(peer.id, own);
    peer.asked = course_.now();
    peer.stage = PeerStage::joining;
    if (const auto refusal = compare_greetings(own, greeting)) {
        refuse(peer, *refusal);
    }
}

void Host::receive_hello(Peer& peer, const Hello& hello) {
    peer.on_answer(course_.now());
    if (const auto refusal = compare_identities(identity_, hello.identity)) {
        refuse(peer, *refusal);
        return;
    }
    if (hello.claim) {
        receive_claim(peer, hello);
        return;
    }
    if (course_.stage() != SessionStage::gathering || resumption_) {
        receive_newcomer(peer, hello);
        return;
    }
    if (newcomers_.contains(peer.id)) {
        lose_for_protocol_error(peer.id, "a message out of its turn");
    } else if (const std::uint32_t slot = free_slot(); slot != seats() && newcomers_.empty()) {
        welcome(peer, hello, slot);
    } else {
        newcomers_[peer.id].hello = hello;
    }
}

// A player that comes back gets its link later.
void Host::welcome(Peer& peer, const Hello& hello, std::uint32_t slot) {
    peer.slot = Slot{slot};
    peer.name = hello.player_name;
    peer.programs = compare_programs(identity_.program, hello.identity.program);
    peer.ticks_limit = hello.ticks_limit;
    peer.stage = PeerStage::welcomed;
    std::vector<std::uint32_t> others;
    for (std::uint32_t other = 0; other < setup_.slots; ++other) {
        if (other != slot) {
            others.push_back(other);
        }
    }
    if (!peer.comer) {
        play_.link(peer, std::move(others), course_.now());
    }
    Welcome message{identity_, options_.player_name, slot, {}, {}};
    write_setup(message, setup_);
    peers_.send(peer.id, message);
    // While the match runs a comer is told by its way back.
    if (peer.comer && course_.stage() != SessionStage::gathering) {
        return;
    }
    play_.report(Connected{peer.slot, peer.name, hello.identity.build, hello.identity.program,
                           peer.programs});
}

std::uint32_t Host::free_slot() const {
    for (std::uint32_t slot = 1; slot < seats(); ++slot) {
        const bool is_taken =
            std::any_of(peers_.all().begin(), peers_.all().end(), [&](const auto& entry) {
                return entry.second.link && entry.second.slot.index == slot;
            });
        if (!is_taken) {
            return slot;
        }
    }
    return seats();
}

std::uint32_t Host::guests() const {
    return static_cast<std::uint32_t>(
        std::count_if(peers_.all().begin(), peers_.all().end(),
                      [](const auto& entry) { return entry.second.link.has_value(); }));
}

// A guest whose reset differs cannot play, but others can. It gets a report by which it can find
// out why, and its place is free again.
void Host::receive_ready(Peer& peer, const Ready& ready) {
    if (const auto refusal = compare_resets(play_.match().ready(), ready)) {
        peers_.send(peer.id, make_reset_autopsy(play_.match().reset_moment()));
        refuse(peer, *refusal);
        return;
    }
    peer.stage = PeerStage::ready;
    if (peer.comer) {
        peer.comer->is_ready = true;
        peer.comer->nearer_at = course_.now();
        return;
    }
    last_ready_ = course_.now();
    start_if_all_live();
}

// The guests hear of the start half a round trip later. The host begins that much later itself, so
// that first inputs cross on the way and everybody's time begins at once.
void Host::start_match() {
    Start start{options_.ticks_limit, std::vector<std::string>(setup_.slots)};
    start.names[0] = options_.player_name;
    Time round_trip{0};
    for (const auto& [id, peer] : peers_.all()) {
        if (peer.link) {
            start.ticks_limit = std::min(start.ticks_limit, peer.ticks_limit);
            start.names[peer.slot.index] = peer.name;
            round_trip = std::max(round_trip, peer.round_trip.value_or(Time{0}));
        }
    }
    if (start.ticks_limit != k_no_limit) {
        play_.agreement().end_at({start.ticks_limit, sim::EndReason::tick_limit, play_.own()});
    }
    names_ = start.names;
    TANDEM_ASSERT(ticket_.given.size() == setup_.slots);
    start.open_slots = open_slots_;
    play_.leave_open(open_slots_);
    for (const auto& [id, peer] : peers_.all()) {
        if (!peer.link) {
            continue;
        }
        Time beyond{0};
        for (const auto& [other_id, other] : peers_.all()) {
            if (other.link && other_id != id) {
                beyond = std::max(beyond, other.round_trip.value_or(Time{0}) / 2);
            }
        }
        start.way_beyond_us = static_cast<std::uint32_t>(
            std::chrono::duration_cast<std::chrono::microseconds>(beyond).count());
        start.secret = give_slot(peer.slot.index);
        peers_.send(id, start);
    }
    start_at_ = course_.now() + round_trip / 2;
    if (guests() > 1) {
        play_.set_start_pause(round_trip / 2);
    }
    course_.await_start();
}

SlotSecret Host::give_slot(std::uint32_t slot) {
    ++ticket_.given[slot];
    const SlotTicket ticket = slot_ticket(ticket_, slot);
    return {{ticket.match, ticket.slot, ticket.given, ticket.generation}, ticket.secret.bytes()};
}

void Host::begin() {
    course_.play();
    play_.name_match(ticket_.match, ticket_.generation);
    if (auto begun = play_.begin(names_, course_.now()); !begun) {
        course_.fail(begun.error());
    }
}

void Host::watch_handshake() {
    watch_resumption();
    if (course_.stage() == SessionStage::gathering) {
        watch_lobby();
    }
    if (course_.stage() == SessionStage::starting && course_.now() >= start_at_) {
        begin();
    }
    std::vector<PeerId> late;
    for (const auto& [id, peer] : peers_.all()) {
        const bool is_joining = peer.stage != PeerStage::ready;
        if (is_joining &&
            course_.now() - peer.since >= std::chrono::milliseconds(options_.connect_timeout_ms)) {
            late.push_back(id);
        }
    }
    for (const PeerId id : late) {
        const Peer* peer = peers_.find(id);
        if (peer != nullptr) {
            lose(id, LeftReason::timeout,
                 peer->text() + " did not complete the handshake within " +
                     std::to_string(options_.connect_timeout_ms) + " ms");
        }
    }
    gathering_since_ = gathering_since_.value_or(course_.now());
    if (course_.stage() == SessionStage::gathering && guests_timeout_ms_ != 0 &&
        course_.now() - *gathering_since_ >= std::chrono::milliseconds(guests_timeout_ms_)) {
        course_.end(
            sim::EndReason::peer_lost, Slot{0},
            Error{ErrorCode::network, "",
                  "only " + std::to_string(guests()) + " of " + std::to_string(seats() - 1) +
                      " other players came within " + std::to_string(guests_timeout_ms_) + " ms"});
    }
}

}  // namespace tandem::net
