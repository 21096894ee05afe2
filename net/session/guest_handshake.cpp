// SPDX-License-Identifier: MIT
// The guest's half of the handshake.
#include <utility>

#include <tandem/net/session/autopsy.hpp>
#include <tandem/net/session/guest.hpp>
#include <tandem/net/session/handshake.hpp>

namespace tandem::net {

void Guest::refuse(Peer& host, const Refusal& refusal) {
    play_.report(Refused{refusal.reason, true, refusal.host_value, refusal.guest_value,
                         refusal_text(refusal)});
    peers_.send(host.id, refusal);
    course_.end(sim::EndReason::peer_lost, Slot{0},
                Error{ErrorCode::refused, "", refusal_text(refusal)});
}

void Guest::receive_refusal(Peer& host, const Refusal& refusal) {
    const std::string text = refusal_text(refusal, host.programs);
    play_.report(Refused{refusal.reason, false, refusal.host_value, refusal.guest_value, text});
    course_.end(sim::EndReason::peer_lost, Slot{0}, Error{ErrorCode::refused, "", text});
}

void Guest::receive_greeting(Peer& host, const Greeting& greeting) {
    host.on_answer(course_.now());
    if (const auto refusal = compare_greetings(greeting, Greeting{k_protocol_version})) {
        refuse(host, *refusal);
        return;
    }
    host.stage = PeerStage::joining;
    Hello hello{identity_, options_.player_name, options_.ticks_limit, std::nullopt};
    if (comes_back()) {
        hello.claim = make_claim(host);
        (away_ ? away_->past : first_past_) = hello.claim->past;
    }
    peers_.send(host.id, hello);
    host.asked = course_.now();
}

void Guest::receive_welcome(Peer& host, const Welcome& welcome) {
    host.on_answer(course_.now());
    if (const auto refusal = compare_identities(welcome.identity, identity_)) {
        refuse(host, *refusal);
        return;
    }
    if (course_.stage() == SessionStage::returning && play_.has_begun()) {
        receive_welcome_back(host, welcome);
        return;
    }
    auto setup = read_setup(welcome, play_.match().simulation().info(), join_);
    if (const auto* refusal = std::get_if<Refusal>(&setup)) {
        refuse(host, *refusal);
        return;
    }
    const auto ready = play_.reset(std::get<Setup>(std::move(setup)), Slot{welcome.slot});
    if (!ready) {
        refuse(host, Refusal{RefusalReason::setup, "can be started with it", ready.error().text()});
        return;
    }
    static_cast<void>(play_.match().confirm(0));  // nothing to tell yet, so nothing can fail
    host.slot = Slot{0};
    host.name = welcome.player_name;
    host.programs = compare_programs(identity_.program, welcome.identity.program);
    host.stage = PeerStage::welcomed;
    if (!comes_back()) {
        play_.link(host, {welcome.slot}, course_.now());
    }
    play_.report(Connected{host.slot, host.name, welcome.identity.build, welcome.identity.program,
                           host.programs});
    peers_.send(host.id, *ready);
}

void Guest::receive_start(Peer& host, const Start& start) {
    if (start.names.size() != play_.setup().slots || start.open_slots + 2 > start.names.size() ||
        host.link == std::nullopt || start.ticks_limit > options_.ticks_limit) {
        lose_for_protocol_error(host.id, "a start that does not fit the match");
        return;
    }
    host.stage = PeerStage::ready;
    ticket_ = ticket_of(start.secret);
    play_.leave_open(start.open_slots);
    if (start.ticks_limit != k_no_limit) {
        play_.agreement().end_at({start.ticks_limit, sim::EndReason::tick_limit, host.slot});
    }
    play_.pace().set_way_beyond(host.id, std::chrono::microseconds(start.way_beyond_us));
    course_.play();
    play_.name_match(ticket_->match, ticket_->generation);
    if (auto begun = play_.begin(start.names, course_.now()); !begun) {
        course_.fail(begun.error());
    }
}

// Before the start only the state after reset can differ, and only the host knows both sides of it,
// because it has heard our chain(0).
void Guest::receive_reset_report(Peer& host, const Autopsy& autopsy) {
    Match& match = play_.match();
    if (autopsy.ticks_done != 0 || autopsy.hashes.chain == match.ready().chain) {
        lose_for_protocol_error(host.id, "a report of a desync before the match began");
        return;
    }
    if (auto started = match.start(); !started) {
        course_.fail(started.error());
        return;
    }
    host.dispute.emplace(0, 0, course_.now());
    host.dispute->receive_reset_report(autopsy);
    course_.end_by_desync(course_.explain(host));
}

void Guest::watch_handshake() {
    joining_since_ = joining_since_.value_or(course_.now());
    const Time patience = std::chrono::milliseconds(options_.connect_timeout_ms);
    Peer* peer = host();
    if (course_.stage() != SessionStage::gathering) {
        return;
    }
    if (peer == nullptr && course_.now() - *joining_since_ >= patience) {
        course_.end(sim::EndReason::peer_lost, Slot{0},
                    Error{ErrorCode::network, "",
                          "nobody answered within " + std::to_string(options_.connect_timeout_ms) +
                              " ms; is a match hosted there, and does its UDP port let us in?"});
    } else if (peer != nullptr && !peer->link &&
               course_.now() - std::max(peer->since, join_.ticket ? peer->heard_at : Time{0}) >=
                   patience) {
        lose(peer->id, LeftReason::timeout,
             "the other side did not complete the handshake within " +
                 std::to_string(options_.connect_timeout_ms) + " ms");
    } else if (peer != nullptr && peer->link &&
               course_.now() - peer->link->last_heard() >=
                   std::chrono::milliseconds(options_.peer_timeout_ms)) {
        // A guest that waits for its start waits for other players, who may take their time.
        lose(peer->id, LeftReason::timeout,
             progress_text(*peer, Owed::any_sign, options_.peer_timeout_ms));
    }
}

}  // namespace tandem::net
