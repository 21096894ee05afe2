// SPDX-License-Identifier: MIT
// Both kinds of side receive and work in one order. Each step that differs is a virtual function.
#include <tandem/net/session/session.hpp>

#include <utility>

#include <tandem/net/session/handshake.hpp>

namespace tandem::net {

Session::Session(const SessionOptions& options, sim::AnySimulation simulation, InputSource source,
                 sim::TickObserver* observer)
    : options_(options),
      identity_(identity_of(simulation.info(), options_.build, options_.program)),
      play_(options_, std::move(simulation), std::move(source), observer),
      course_(play_, peers_) {}

// ---- Receiving ----

void Session::on_transport(const TransportEvent& event, Time now) {
    if (const auto lasted = course_.on_call(now, others_patience())) {
        play_.ignore_inputs(true);
        stood_still_ = lasted;
    }
    if (event.kind == TransportEvent::Kind::connected) {
        Peer& peer = peers_.connect(event.peer, now, event.bytes);
        if (is_ended()) {
            // It called while we went, and would wait for our answer.
            peers_.send(event.peer, Bye{sim::EndReason::interrupted, parting_});
            peers_.close(event.peer);
        } else {
            greet(peer);
        }
        return;
    }
    Peer* peer = peers_.find(event.peer);
    if (peer == nullptr) {
        return;
    }
    if (event.kind == TransportEvent::Kind::disconnected) {
        lose(peer->id, LeftReason::closed, peer->text() + " closed the connection");
    } else if (event.channel == Channel::reliable) {
        receive_bytes(*peer, event.bytes);
    } else {
        receive_packet(*peer, event.bytes);
    }
}

void Session::receive_bytes(Peer& peer, sim::ByteView bytes) {
    const auto message = decode_message(bytes);
    if (!message) {
        lose_for_protocol_error(peer.id, message.error().text());
        return;
    }
    peer.heard_at = course_.now();
    if (peer.link) {
        peer.link->on_heard(course_.now());
    }
    receive_message(peer, *message);
}

void Session::receive_packet(Peer& peer, sim::ByteView bytes) {
    if (!peer.link) {
        return;  // it overtook the handshake
    }
    auto received = play_.receive_packet(peers_, peer, bytes, course_.now());
    if (received) {
        received = check_inputs(peer);
    }
    if (!received) {
        lose_for_protocol_error(peer.id, received.error().text());
    }
}

void Session::lose_for_protocol_error(PeerId id, const std::string& text) {
    if (const Peer* peer = peers_.find(id)) {
        peers_.send(id, Bye{sim::EndReason::interrupted, fault_text(*peer, text)});
        lose(id, LeftReason::protocol_error, peer->text() + " sent what cannot be: " + text);
    }
}

// ---- What is due ----

std::vector<Event> Session::advance(Time now) {
    if (const auto lasted = course_.on_call(now, others_patience())) {
        stood_still_ = lasted;
    }
    course_.on_advance();
    if (stood_still_) {
        part_after_standstill(*stood_still_);
        stood_still_.reset();
        play_.ignore_inputs(false);
    }
    watch_handshake();
    watch_return();
    if (course_.stage() == SessionStage::playing) {
        if (auto advanced = play_.advance(peers_, now); !advanced) {
            course_.fail(advanced.error());
        } else if (const auto end = play_.extract_source_end()) {
            end_own_inputs(end->tick, sim::EndReason::source_ended);
        }
    }
    if (course_.is_running()) {
        watch_match();
    }
    settle_disputes();
    if (course_.is_running()) {
        if (auto told = play_.match().confirm(certain_ticks()); !told) {
            course_.fail(told.error());
        }
        play_.forget(peers_);
    }
    course_.finish_if_complete();
    if (course_.is_running()) {
        try_finish();
    }
    if (!is_ended()) {
        play_.flush(peers_, now);
    }
    return play_.extract_events();
}

void Session::leave() {
    if (course_.stage() == SessionStage::disputing) {
        leaves_after_dispute_ = true;
    } else if (course_.stage() == SessionStage::finishing || is_ended()) {
        return;  // it ends anyway
    } else if (course_.stage() != SessionStage::playing) {
        abandon(course_.stage() == SessionStage::returning ? "left while it came back"
                                                           : "left before the match began");
    } else if (play_.only_relays()) {
        abandon("the host left");
    } else if (play_.is_aside()) {
        abandon("left while it took no part");
    } else if (const auto tick = play_.stop_asking()) {
        end_own_inputs(*tick, sim::EndReason::interrupted);
    }
}

void Session::abandon(std::string why) {
    if (is_ended()) {
        return;
    }
    if (course_.stage() == SessionStage::disputing) {
        for (auto& [id, peer] : peers_.all()) {
            if (peer.dispute) {
                course_.end_by_desync(course_.explain(peer));
                return;
            }
        }
    }
    parting_ = std::move(why);
    peers_.send_parting(Bye{sim::EndReason::interrupted, parting_});
    if (auto played = play_last_ticks(); !played) {
        course_.fail(played.error());
        return;
    }
    course_.end(sim::EndReason::interrupted, play_.own(), std::nullopt);
}

}  // namespace tandem::net
