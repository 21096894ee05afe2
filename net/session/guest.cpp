// SPDX-License-Identifier: MIT
// The guest's half of the handshake, and following the host.
#include <tandem/net/session/guest.hpp>

#include <algorithm>
#include <utility>

#include <tandem/net/session/handshake.hpp>

namespace tandem::net {

using sim::Error;
using sim::ErrorCode;

Guest::Guest(sim::AnySimulation simulation, JoinOptions options, InputSource source,
             sim::TickObserver* observer, Entropy entropy)
    : Session(options.session, observer, std::move(entropy)),
      simulation_(std::move(simulation)),
      source_(std::move(source)),
      join_options_(std::move(options)) {
    identity_ = identity_of(simulation_->info(), options_.build);
}

std::unique_ptr<Session> Guest::create(sim::AnySimulation simulation, JoinOptions options,
                                       InputSource source, sim::TickObserver* observer,
                                       Entropy entropy) {
    return std::unique_ptr<Session>(new Guest(std::move(simulation), std::move(options),
                                              std::move(source), observer, std::move(entropy)));
}

// ---- Handshake ----

void Guest::take_message(Peer& host, const Message& message) {
    const bool plays = host.stage == PeerStage::ready;
    if (const auto* greeting = std::get_if<Greeting>(&message);
        greeting && host.stage == PeerStage::greeting) {
        take_host_greeting(host, *greeting);
    } else if (const auto* welcome = std::get_if<Welcome>(&message);
               welcome && host.stage == PeerStage::joining) {
        take_welcome(host, *welcome);
    } else if (const auto* start = std::get_if<Start>(&message);
               start && host.stage == PeerStage::welcomed) {
        take_start(host, *start);
    } else if (const auto* refusal = std::get_if<Refusal>(&message); refusal && !plays) {
        take_refusal(host, *refusal);
        end(sim::EndReason::peer_lost, Slot{0},
            Error{ErrorCode::refused, "", refusal_text(*refusal)});
    } else if (const auto* end_message = std::get_if<End>(&message); end_message && plays) {
        take_end(host, *end_message);
    } else if (const auto* absent = std::get_if<Absent>(&message); absent && plays) {
        take_absent(host, *absent);
    } else if (const auto* bye = std::get_if<Bye>(&message)) {
        take_bye(host, *bye);
    } else {
        lose_for_protocol_error(host, "a message out of its turn");
    }
}

void Guest::take_host_greeting(Peer& host, const Greeting& greeting) {
    if (take_greeting(host, greeting)) {
        send(host, Hello{identity_, options_.player_name, options_.ticks_limit, greeting.nonce});
        return;
    }
    const Refused& refused = std::get<Refused>(events_.back());
    end(sim::EndReason::peer_lost, Slot{0}, Error{ErrorCode::refused, "", refused.text});
}

void Guest::refuse_host(Peer& host, const Refusal& refusal) {
    refuse(host, refusal);
    end(sim::EndReason::peer_lost, Slot{0}, Error{ErrorCode::refused, "", refusal_text(refusal)});
}

void Guest::take_welcome(Peer& host, const Welcome& welcome) {
    host.note_answer(now_);
    if (const auto refusal = compare_identities(welcome.identity, identity_)) {
        refuse_host(host, *refusal);
        return;
    }
    auto setup = take_setup(welcome, simulation_->info(), join_options_);
    if (const auto* refusal = std::get_if<Refusal>(&setup)) {
        refuse_host(host, *refusal);
        return;
    }
    setup_ = std::get<Setup>(std::move(setup));
    match_ =
        std::make_unique<Match>(*std::exchange(simulation_, std::nullopt), Slot{welcome.slot},
                                std::move(source_), observer_, options_.evidence_memory_bytes_max);
    static_cast<void>(match_->confirm(0));  // nothing to tell yet, so nothing can fail
    const auto ready = match_->reset(setup_);
    if (!ready) {
        refuse_host(host,
                    Refusal{RefusalReason::setup, "can be started with it", ready.error().text()});
        return;
    }
    host.slot = Slot{0};
    host.slots = {welcome.slot};
    host.name = welcome.player_name;
    host.token = welcome.token;
    host.stage = PeerStage::welcomed;
    events_.push_back(Connected{host.slot, host.name, welcome.identity.build});
    send(host, *ready);
}

void Guest::take_start(Peer& host, const Start& start) {
    if (start.names.size() != setup_.slots || start.ticks_limit > options_.ticks_limit) {
        lose_for_protocol_error(host, "a start that does not fit the match");
        return;
    }
    host.stage = PeerStage::ready;
    match_->end_at(start.ticks_limit, sim::EndReason::tick_limit, host.slot);
    begin(start.names);
}

void Guest::watch() {
    joining_since_ = joining_since_.value_or(now_);
    // Later there may be nobody left either, whose last ticks are still to be played.
    if (stage_ == SessionStage::gathering && peers_.empty() &&
        now_ - *joining_since_ >= std::chrono::milliseconds(options_.connect_timeout_ms)) {
        end(sim::EndReason::peer_lost, Slot{0},
            Error{ErrorCode::network, "",
                  "nobody answered within " + std::to_string(options_.connect_timeout_ms) +
                      " ms; is a match hosted there, and does its UDP port let us in?"});
    }
}

// ---- Following the host ----

// The host plays a tick with our input or, where it did not have it in time, without us. Once it
// has acknowledged the input the tick is one of the match, as it is once its own chain has passed
// it; before that we may be alone with it, and must not record it.
void Guest::note_confirmed(const Peer& host) {
    const std::uint64_t acked = host.input_flows[match_->own().index].acked;
    confirmed_ = std::max({confirmed_, acked, host.chain.next()});
}

std::uint64_t Guest::confirmed_until() {
    for (const auto& [id, host] : peers_) {
        if (host.has_slot()) {
            note_confirmed(host);
        }
    }
    return confirmed_;
}

void Guest::tell_dropped(Peer& host, const std::string& text) {
    send(host, Bye{sim::EndReason::peer_lost, text});
}

std::uint64_t Guest::finish_tick(const Peer& host) const {
    static_cast<void>(host);
    return match_->end_tick();
}

void Guest::on_own_stop(std::uint64_t tick, sim::EndReason reason) {
    send_to_all(Stop{tick, reason});
}

void Guest::take_end(Peer& host, const End& end) {
    if (end.tick < match_->ticks_done() || end.slot >= match_->players()) {
        lose_for_protocol_error(
            host, "it ends the match at tick " + std::to_string(end.tick) + ", which is over");
        return;
    }
    const Slot who{end.slot};
    const bool is_left = end.reason == sim::EndReason::interrupted && who != match_->own();
    match_->end_at(end.tick, end.reason, who);
    if (is_left) {
        match_->add_mark({sim::MarkKind::left, sim::Tick{end.tick}, end.slot, 0, {}});
        events_.push_back(Left{who, LeftReason::left, end.tick,
                               "player " + std::to_string(end.slot) + " left before tick " +
                                   std::to_string(end.tick)});
    }
}

void Guest::take_drop(Peer& host, const Absent& absent) {
    note_confirmed(host);
    if (absent.tick < confirmed_ || absent.tick > match_->asked()) {
        lose_for_protocol_error(
            host, "it says player " + std::to_string(absent.slot) +
                      ", which we are, is absent from tick " + std::to_string(absent.tick) +
                      ", but it has our inputs before tick " + std::to_string(confirmed_) +
                      " and can have none from tick " + std::to_string(match_->asked()) + " on");
        return;
    }
    confirmed_ = absent.tick;
    lose(host, LeftReason::timeout,
         name_of(host) + " goes on without us from tick " + std::to_string(absent.tick) +
             " on: " + absent.why);
}

void Guest::take_absent(Peer& host, const Absent& absent) {
    if (Slot{absent.slot} == match_->own()) {
        take_drop(host, absent);
        return;
    }
    const bool is_other = absent.slot != 0 && absent.slot < match_->players();
    // Of a slot that is absent already, ticks without any input are over as well.
    if (!is_other || absent.tick < match_->inputs(absent.slot).next() ||
        absent.tick < match_->ticks_done()) {
        lose_for_protocol_error(host, "it says player " + std::to_string(absent.slot) +
                                          " is absent from tick " + std::to_string(absent.tick) +
                                          ", which is over or for which it sent an input");
        return;
    }
    match_->set_absent(absent.slot, absent.tick);
    match_->add_mark({sim::MarkKind::left, sim::Tick{absent.tick}, absent.slot, 0, {}});
    events_.push_back(Left{Slot{absent.slot}, LeftReason::left, absent.tick, absent.why});
}

void Guest::take_bye(Peer& host, const Bye& bye) {
    if (bye.reason == sim::EndReason::desync) {
        close(host);
        end(sim::EndReason::desync, Slot{0}, Error{ErrorCode::divergence, "", bye.why});
        return;
    }
    lose(host, LeftReason::left, name_of(host) + " stopped: " + bye.why);
}

void Guest::on_gone(Peer& host, LeftReason reason, const std::string& text) {
    const bool has_begun = match_ != nullptr && match_->is_started();
    std::uint64_t tick = 0;
    if (has_begun) {
        // Beyond what the host has of ours, the others play without us.
        note_confirmed(host);
        tick = std::min(match_->complete_until(), confirmed_);
    }
    events_.push_back(Left{host.slot, reason, tick, text});
    if (!has_begun) {
        end(sim::EndReason::peer_lost, host.slot, Error{ErrorCode::network, "", text});
        return;
    }
    lost_text_ = text;
    match_->lose_at(tick, host.slot);
    match_->add_mark({sim::MarkKind::left, sim::Tick{tick}, host.slot.index, 0, {}});
}

void Guest::on_newcomer_gone(const std::string& text) {
    if (stage_ != SessionStage::ended) {
        const bool is_refused = !events_.empty() && std::holds_alternative<Refused>(events_.back());
        end(sim::EndReason::peer_lost, Slot{0},
            Error{is_refused ? ErrorCode::refused : ErrorCode::network, "", text});
    }
}

}  // namespace tandem::net
