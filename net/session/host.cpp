// SPDX-License-Identifier: MIT
// Takes in events of the transport, and does in order the work that is due.
#include <tandem/net/session/host.hpp>

#include <utility>

#include <tandem/net/session/handshake.hpp>
#include <tandem/sim/game/tick_record.hpp>

namespace tandem::net {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

Host::Host(sim::AnySimulation simulation, HostOptions options, InputSource source,
           sim::TickObserver* observer)
    : options_(std::move(options.session)),
      guests_timeout_ms_(options.guests_timeout_ms),
      setup_(sim::complete_setup(simulation.info(), std::move(options.setup))),
      identity_(identity_of(simulation.info(), options_.build, options_.program)),
      play_(options_, std::move(simulation), std::move(source), observer),
      course_(play_, peers_) {}

Result<std::unique_ptr<Session>> Host::create(sim::AnySimulation simulation, HostOptions options,
                                              InputSource source, sim::TickObserver* observer) {
    const std::uint64_t all = sim::slots_mask(options.setup.slots);
    if (options.setup.slots < 2 || (options.setup.presence & all) != all) {
        return Error{ErrorCode::usage, "setup",
                     "a match has at least 2 players, all present from the start; this setup has " +
                         std::to_string(options.setup.slots)};
    }
    std::unique_ptr<Host> host(
        new Host(std::move(simulation), std::move(options), std::move(source), observer));
    TANDEM_TRY(host->play_.reset(host->setup_, Slot{0}));
    return std::unique_ptr<Session>(std::move(host));
}

Time Host::guests_patience() const {
    return patience() + std::chrono::milliseconds(
                            play_.agreement().players() > 2 ? options_.return_timeout_ms : 0);
}

// ---- Receiving ----

void Host::on_transport(const TransportEvent& event, Time now) {
    if (const auto lasted = course_.on_call(now, guests_patience())) {
        play_.ignore_inputs(true);
        stood_still_ = lasted;
    }
    if (event.kind == TransportEvent::Kind::connected) {
        peers_.connect(event.peer, now);
        if (is_ended()) {
            peers_.close(event.peer);
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
        receive_message(*peer, event.bytes);
    } else {
        receive_packet(*peer, event.bytes);
    }
}

void Host::receive_message(Peer& peer, sim::ByteView bytes) {
    const auto message = decode_message(bytes);
    if (!message) {
        lose_for_protocol_error(peer.id, message.error().text());
        return;
    }
    if (peer.link) {
        peer.link->on_heard(course_.now());
    }
    receive_message(peer, *message);
}

void Host::receive_packet(Peer& peer, sim::ByteView bytes) {
    if (!peer.link) {
        return;  // it overtook the handshake
    }
    if (auto taken = play_.receive_packet(peers_, peer, bytes, course_.now()); !taken) {
        lose_for_protocol_error(peer.id, taken.error().text());
    } else if (course_.stage() == SessionStage::gathering &&
               play_.agreement().inputs(peer.slot.index).next() > 0) {
        lose_for_protocol_error(peer.id, "inputs before the match began");
    } else if (peer.stop && play_.agreement().inputs(peer.slot.index).next() > peer.stop->tick) {
        lose_for_protocol_error(
            peer.id, "inputs of tick " + std::to_string(peer.stop->tick) + ", at which it stops");
    }
}

void Host::receive_message(Peer& peer, const Message& message) {
    if (const auto* greeting = std::get_if<Greeting>(&message);
        greeting && peer.stage == PeerStage::greeting) {
        receive_greeting(peer, *greeting);
    } else if (const auto* hello = std::get_if<Hello>(&message);
               hello && peer.stage == PeerStage::joining && !peer.link) {
        receive_hello(peer, *hello);
    } else if (const auto* ready = std::get_if<Ready>(&message);
               ready && peer.stage == PeerStage::welcomed) {
        receive_ready(peer, *ready);
    } else if (const auto* refusal = std::get_if<Refusal>(&message);
               refusal && course_.stage() == SessionStage::gathering) {
        play_.report(Refused{refusal->reason, false, refusal->host_value, refusal->guest_value,
                             refusal_text(*refusal)});
        if (peer.link) {
            play_.unlink(peer);
        }
        peers_.close(peer.id);
    } else if (const auto* bye = std::get_if<Bye>(&message)) {
        lose(peer.id, LeftReason::left, peer.text() + " stopped: " + bye->why);
    } else if (peer.stage == PeerStage::ready && course_.stage() != SessionStage::gathering) {
        receive_match_message(peer, message);
    } else {
        lose_for_protocol_error(peer.id, "a message out of its turn");
    }
}

void Host::receive_match_message(Peer& peer, const Message& message) {
    const Time deadline = course_.now() + std::chrono::milliseconds(options_.autopsy_timeout_ms);
    Result<void> taken;
    if (const auto* stop = std::get_if<Stop>(&message)) {
        receive_stop(peer, *stop);
    } else if (const auto* done = std::get_if<Done>(&message)) {
        peer.done = *done;
    } else if (const auto* back = std::get_if<Back>(&message)) {
        receive_back(peer, *back);
    } else if (const auto* agreed = std::get_if<Agreed>(&message)) {
        receive_agreed(peer, *agreed);
    } else if (const auto* other = std::get_if<Differ>(&message); other && play_.only_relays()) {
        receive_differ_of_others(peer, *other);
        return;
    } else if ((std::holds_alternative<Autopsy>(message) || Course::is_of_walk(message)) &&
               play_.only_relays()) {
        return;  // it belongs to the desync that set us aside
    } else if (Course::is_of_walk(message)) {
        taken = Course::receive_walk(peer, message);
    } else if (const auto* differ = std::get_if<Differ>(&message); differ && play_.has_begun()) {
        taken = course_.receive_differ(peer, *differ, deadline);
    } else if (const auto* autopsy = std::get_if<Autopsy>(&message); autopsy && play_.has_begun()) {
        taken = course_.receive_report(peer, *autopsy, deadline);
    } else {
        taken = Error{ErrorCode::bad_data, "", "a message out of its turn"};
    }
    if (!taken) {
        lose_for_protocol_error(peer.id, taken.error().text());
    } else if (peer.dispute && course_.is_running() && !has_others(peer)) {
        course_.wait_for_report();
    }
}

// ---- What is due ----

std::vector<Event> Host::advance(Time now) {
    if (const auto lasted = course_.on_call(now, guests_patience())) {
        stood_still_ = lasted;
    }
    course_.on_advance();
    if (stood_still_) {
        drop_all_after_standstill(*stood_still_);
        stood_still_.reset();
        play_.ignore_inputs(false);
    }
    watch_handshake();
    if (course_.stage() == SessionStage::playing) {
        if (auto advanced = play_.advance(peers_, now); !advanced) {
            course_.fail(advanced.error());
        } else if (const auto end = play_.extract_source_end()) {
            end_own_inputs(end->tick, sim::EndReason::source_ended);
        }
    }
    if (course_.is_running()) {
        compare();
        let_go();
        report_stall();
        watch_progress();
        watch_away();
    }
    settle_disputes();
    if (course_.is_running()) {
        if (auto told = play_.match().confirm(~std::uint64_t{0}); !told) {
            course_.fail(told.error());
        }
        play_.forget(peers_);
    }
    course_.finish_if_complete();
    try_finish();
    if (!is_ended()) {
        play_.flush(peers_, now);
    }
    return play_.extract_events();
}

void Host::leave() {
    if (course_.stage() == SessionStage::finishing || course_.stage() == SessionStage::disputing ||
        is_ended()) {
        return;  // it ends anyway
    }
    if (course_.stage() != SessionStage::playing) {
        abandon("left before the match began");
        return;
    }
    if (play_.only_relays()) {
        abandon("the host left");
    } else if (const auto tick = play_.stop_asking()) {
        end_own_inputs(*tick, sim::EndReason::interrupted);
    }
}

void Host::abandon(std::string why) {
    if (is_ended()) {
        return;
    }
    if (play_.only_relays()) {
        end_relaying({sim::EndReason::interrupted, std::move(why)});
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
    peers_.send_to_all(Bye{sim::EndReason::interrupted, std::move(why)});
    // A guest that is a little ahead has played every tick for which we have all inputs.
    if (course_.stage() == SessionStage::playing) {
        if (auto played = play_.play_confirmed(); !played) {
            course_.fail(played.error());
            return;
        }
        if (auto told = play_.match().confirm(~std::uint64_t{0}); !told) {
            course_.fail(told.error());
            return;
        }
    }
    course_.end(sim::EndReason::interrupted, play_.own(), std::nullopt);
}

std::vector<PeerStatus> Host::peer_statuses() const { return statuses_of(peers_, play_); }

}  // namespace tandem::net
