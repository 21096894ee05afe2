// SPDX-License-Identifier: MIT
// The host's half of the handshake, and its decisions.
#include <tandem/net/session/host.hpp>

#include <algorithm>
#include <utility>

#include <tandem/net/session/autopsy.hpp>
#include <tandem/net/session/handshake.hpp>
#include <tandem/sim/game/tick_record.hpp>

namespace tandem::net {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

Host::Host(sim::AnySimulation simulation, HostOptions options, InputSource source,
           sim::TickObserver* observer, Entropy entropy)
    : Session(std::move(options.session), observer, std::move(entropy)),
      guests_timeout_ms_(options.guests_timeout_ms) {
    setup_ = sim::complete_setup(simulation.info(), std::move(options.setup));
    identity_ = identity_of(simulation.info(), options_.build);
    token_ = sim::load_le<std::uint64_t>(draw_nonce().data());
    match_ = std::make_unique<Match>(std::move(simulation), Slot{0}, std::move(source), observer,
                                     options_.evidence_memory_bytes_max);
}

Result<std::unique_ptr<Session>> Host::create(sim::AnySimulation simulation, HostOptions options,
                                              InputSource source, sim::TickObserver* observer,
                                              Entropy entropy) {
    const std::uint64_t all = sim::slots_mask(options.setup.slots);
    if (options.setup.slots < 2 || (options.setup.presence & all) != all) {
        return Error{ErrorCode::usage, "setup",
                     "a match has at least 2 players, all present from the start; this setup has " +
                         std::to_string(options.setup.slots)};
    }
    std::unique_ptr<Host> host(new Host(std::move(simulation), std::move(options),
                                        std::move(source), observer, std::move(entropy)));
    auto ready = host->match_->reset(host->setup_);
    if (!ready) {
        return ready.error();
    }
    return std::unique_ptr<Session>(std::move(host));
}

// ---- Handshake ----

void Host::take_message(Peer& peer, const Message& message) {
    const bool plays = peer.stage == PeerStage::ready && stage_ != SessionStage::gathering;
    if (const auto* greeting = std::get_if<Greeting>(&message);
        greeting && peer.stage == PeerStage::greeting) {
        take_greeting(peer, *greeting);
    } else if (const auto* hello = std::get_if<Hello>(&message);
               hello && peer.stage == PeerStage::joining) {
        take_hello(peer, *hello);
    } else if (const auto* ready = std::get_if<Ready>(&message);
               ready && peer.stage == PeerStage::welcomed) {
        take_ready(peer, *ready);
    } else if (const auto* refusal = std::get_if<Refusal>(&message); refusal && !plays) {
        take_refusal(peer, *refusal);
    } else if (const auto* stop = std::get_if<Stop>(&message); stop && plays) {
        take_stop(peer, *stop);
    } else if (const auto* bye = std::get_if<Bye>(&message)) {
        lose(peer, LeftReason::left, name_of(peer) + " stopped: " + bye->why);
    } else {
        lose_for_protocol_error(peer, "a message out of its turn");
    }
}

void Host::take_hello(Peer& peer, const Hello& hello) {
    if (hello.host_nonce != peer.our_nonce) {
        lose_for_protocol_error(peer, "a hello that does not repeat our nonce");
        return;
    }
    peer.is_proven = true;
    peer.note_answer(now_);
    if (const auto refusal = compare_identities(identity_, hello.identity)) {
        refuse(peer, *refusal);
        return;
    }
    if (stage_ != SessionStage::gathering) {
        refuse(peer, Refusal{RefusalReason::started, "tick " + std::to_string(match_->ticks_done()),
                             "not there at the start"});
        return;
    }
    const std::uint32_t slot = free_slot();
    if (slot == setup_.slots) {
        refuse(peer,
               Refusal{RefusalReason::full, std::to_string(setup_.slots) + " players", "one more"});
        return;
    }
    match_->clear_slot(slot);
    peer.slot = Slot{slot};
    for (std::uint32_t other = 0; other < setup_.slots; ++other) {
        if (other != slot) {
            peer.slots.push_back(other);
        }
    }
    peer.name = hello.player_name;
    peer.ticks_limit = hello.ticks_limit;
    peer.token = token_;
    peer.stage = PeerStage::welcomed;
    Welcome welcome{identity_, options_.player_name, token_, slot, {}, {}};
    put_setup(welcome, setup_);
    send(peer, welcome);
    events_.push_back(Connected{peer.slot, peer.name, hello.identity.build});
}

std::uint32_t Host::free_slot() const {
    for (std::uint32_t slot = 1; slot < setup_.slots; ++slot) {
        const bool is_taken = std::any_of(peers_.begin(), peers_.end(), [&](const auto& entry) {
            return entry.second.has_slot() && entry.second.slot.index == slot;
        });
        if (!is_taken) {
            return slot;
        }
    }
    return setup_.slots;
}

std::uint32_t Host::guests() const {
    return static_cast<std::uint32_t>(std::count_if(
        peers_.begin(), peers_.end(), [](const auto& entry) { return entry.second.has_slot(); }));
}

// One whose reset differs cannot play, but others can: it gets what it needs to find out why, and
// its place is free again.
void Host::take_ready(Peer& peer, const Ready& ready) {
    if (const auto refusal = compare_resets(match_->ready(), ready)) {
        send(peer, make_autopsy(match_->reset_moment()));
        refuse(peer, *refusal);
        return;
    }
    peer.stage = PeerStage::ready;
    const bool are_all_ready = std::all_of(peers_.begin(), peers_.end(), [](const auto& entry) {
        return !entry.second.has_slot() || entry.second.stage == PeerStage::ready;
    });
    if (guests() + 1 == setup_.slots && are_all_ready) {
        start_match();
    }
}

// The guests hear of the start half a round trip later; beginning that much later ourselves shares
// the delay evenly.
void Host::start_match() {
    Start start{options_.ticks_limit, std::vector<std::string>(setup_.slots)};
    start.names[0] = options_.player_name;
    Time round_trip{0};
    for (const auto& [id, peer] : peers_) {
        if (peer.has_slot()) {
            start.ticks_limit = std::min(start.ticks_limit, peer.ticks_limit);
            start.names[peer.slot.index] = peer.name;
            round_trip = std::max(round_trip, peer.round_trip);
        }
    }
    match_->end_at(start.ticks_limit, sim::EndReason::tick_limit, match_->own());
    send_to_all(start);
    names_ = start.names;
    start_at_ = now_ + round_trip / 2;
    stage_ = SessionStage::starting;
}

void Host::watch() {
    gathering_since_ = gathering_since_.value_or(now_);
    if (stage_ == SessionStage::starting && now_ >= start_at_) {
        begin(names_);
    } else if (stage_ == SessionStage::gathering && guests_timeout_ms_ != 0 &&
               now_ - *gathering_since_ >= std::chrono::milliseconds(guests_timeout_ms_)) {
        end(sim::EndReason::peer_lost, Slot{0},
            Error{ErrorCode::network, "",
                  "only " + std::to_string(guests()) + " of " + std::to_string(setup_.slots - 1) +
                      " other players came within " + std::to_string(guests_timeout_ms_) + " ms"});
    }
}

// ---- Decisions ----

void Host::on_inputs(std::uint32_t slot) {
    for (auto& [id, peer] : peers_) {
        peer.wants_flush = peer.wants_flush || (peer.has_slot() && peer.slot.index != slot);
    }
}

std::uint64_t Host::finish_tick(const Peer& peer) const {
    return std::min(match_->end_tick(), match_->absent_from(peer.slot.index));
}

void Host::on_own_stop(std::uint64_t tick, sim::EndReason reason) {
    send_to_all(End{tick, reason, 0});
}

void Host::take_stop(Peer& peer, const Stop& stop) {
    const bool is_possible =
        stop.reason == sim::EndReason::source_ended || stop.reason == sim::EndReason::interrupted;
    if (!is_possible || stop.tick < match_->inputs(peer.slot.index).next()) {
        lose_for_protocol_error(
            peer, "it stops at tick " + std::to_string(stop.tick) + ", for which it sent an input");
        return;
    }
    if (stop.tick >= finish_tick(peer)) {
        return;  // the match ends earlier anyway
    }
    if (stop.reason == sim::EndReason::source_ended) {
        match_->end_at(stop.tick, stop.reason, peer.slot);
        send_to_all(End{stop.tick, stop.reason, peer.slot.index});
        return;
    }
    remove_guest(peer, stop.tick, stop.reason,
                 name_of(peer) + " left before tick " + std::to_string(stop.tick));
    events_.push_back(Left{peer.slot, LeftReason::left, stop.tick,
                           name_of(peer) + " left before tick " + std::to_string(stop.tick)});
}

void Host::remove_guest(Peer& peer, std::uint64_t tick, sim::EndReason reason,
                        const std::string& text) {
    const bool are_others_left = std::any_of(peers_.begin(), peers_.end(), [&](const auto& entry) {
        return &entry.second != &peer && entry.second.has_slot() &&
               match_->absent_from(entry.second.slot.index) == k_no_limit;
    });
    if (are_others_left) {
        match_->set_absent(peer.slot.index, tick);
        send_to_all(Absent{tick, peer.slot.index, text}, &peer);
    } else if (reason == sim::EndReason::peer_lost) {
        match_->lose_at(tick, peer.slot);
        lost_text_ = text;
    } else {
        match_->end_at(tick, reason, peer.slot);
        send_to_all(End{tick, reason, peer.slot.index});
    }
    match_->add_mark({sim::MarkKind::left, sim::Tick{tick}, peer.slot.index, 0, {}});
}

std::uint64_t Host::lost_tick(const Peer& peer) const {
    return std::min(match_->inputs(peer.slot.index).next(), finish_tick(peer));
}

// It may have simulated further with inputs of its own that never came here; so it learns which of
// its ticks there are.
void Host::tell_dropped(Peer& peer, const std::string& text) {
    if (stage_ == SessionStage::gathering) {
        send(peer, Bye{sim::EndReason::peer_lost, text});
    } else if (stage_ != SessionStage::autopsy) {
        send(peer, Absent{lost_tick(peer), peer.slot.index, text});
    }
}

void Host::on_gone(Peer& peer, LeftReason reason, const std::string& text) {
    std::uint64_t tick = 0;
    if (stage_ != SessionStage::gathering) {
        tick = lost_tick(peer);
        if (tick == match_->absent_from(peer.slot.index)) {
            return;  // it had left before, and all of its inputs are here: nobody misses it
        }
        remove_guest(peer, tick, sim::EndReason::peer_lost, text);
    }
    events_.push_back(Left{peer.slot, reason, tick, text});
}

// Whoever never said who it is was no player.
void Host::on_newcomer_gone(const std::string& text) { static_cast<void>(text); }

}  // namespace tandem::net
