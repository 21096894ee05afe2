// SPDX-License-Identifier: MIT
// Takes in events of the transport, and does in order the work that is due.
#include <tandem/net/session/guest.hpp>

#include <algorithm>
#include <utility>

#include <tandem/net/session/handshake.hpp>

namespace tandem::net {

using sim::Error;
using sim::ErrorCode;
using sim::Result;
using std::chrono::milliseconds;

Guest::Guest(sim::AnySimulation simulation, JoinOptions options, InputSource source,
             sim::TickObserver* observer)
    : options_(std::move(options)),
      identity_(identity_of(simulation.info(), options_.session.build, options_.session.program)),
      play_(options_.session, std::move(simulation), std::move(source), observer),
      course_(play_, peers_) {}

std::unique_ptr<Session> Guest::create(sim::AnySimulation simulation, JoinOptions options,
                                       InputSource source, sim::TickObserver* observer) {
    return std::unique_ptr<Session>(
        new Guest(std::move(simulation), std::move(options), std::move(source), observer));
}

Peer* Guest::host() { return peers_.all().empty() ? nullptr : &peers_.all().begin()->second; }

// In a match of three or more the others play on without us for some time, and we may return.
Time Guest::patience() const {
    const SessionOptions& options = options_.session;
    const bool may_return = play_.has_begun() && play_.agreement().players() > 2;
    return milliseconds(options.peer_timeout_ms) +
           milliseconds(may_return ? options.return_timeout_ms : 0);
}

// ---- Receiving ----

void Guest::on_transport(const TransportEvent& event, Time now) {
    if (const auto lasted = course_.on_call(now, patience())) {
        stood_still_ = lasted;
        play_.ignore_inputs(true);
    }
    if (event.kind == TransportEvent::Kind::connected) {
        Peer& host = peers_.connect(event.peer, now);
        if (is_ended()) {
            peers_.close(event.peer);
            return;
        }
        peers_.send(host.id, Greeting{k_protocol_version});
        return;
    }
    Peer* host = peers_.find(event.peer);
    if (host == nullptr) {
        return;
    }
    if (event.kind == TransportEvent::Kind::disconnected) {
        lose(*host, LeftReason::closed, host->text() + " closed the connection");
    } else if (event.channel == Channel::reliable) {
        receive_message(*host, event.bytes);
    } else {
        receive_packet(*host, event.bytes);
    }
}

void Guest::receive_message(Peer& host, sim::ByteView bytes) {
    const auto message = decode_message(bytes);
    if (!message) {
        lose_for_protocol_error(host, message.error().text());
        return;
    }
    if (host.link) {
        host.link->on_heard(course_.now());
    }
    receive_message(host, *message);
}

void Guest::receive_packet(Peer& host, sim::ByteView bytes) {
    if (!host.link) {
        return;  // it overtook the handshake
    }
    if (auto taken = play_.receive_packet(peers_, host, bytes, course_.now()); !taken) {
        lose_for_protocol_error(host, taken.error().text());
    }
}

void Guest::receive_message(Peer& host, const Message& message) {
    if (const auto* greeting = std::get_if<Greeting>(&message);
        greeting && host.stage == PeerStage::greeting) {
        receive_greeting(host, *greeting);
    } else if (const auto* welcome = std::get_if<Welcome>(&message);
               welcome && host.stage == PeerStage::joining) {
        receive_welcome(host, *welcome);
    } else if (const auto* start = std::get_if<Start>(&message);
               start && host.stage == PeerStage::welcomed) {
        receive_start(host, *start);
    } else if (const auto* refusal = std::get_if<Refusal>(&message);
               refusal && host.stage != PeerStage::ready) {
        receive_refusal(host, *refusal);
    } else if (const auto* autopsy = std::get_if<Autopsy>(&message);
               autopsy && host.stage == PeerStage::welcomed) {
        receive_reset_report(host, *autopsy);
    } else if (const auto* bye = std::get_if<Bye>(&message)) {
        receive_bye(host, *bye);
    } else if (host.stage == PeerStage::ready) {
        receive_match_message(host, message);
    } else {
        lose_for_protocol_error(host, "a message out of its turn");
    }
}

void Guest::receive_match_message(Peer& host, const Message& message) {
    const Time deadline = course_.now() + milliseconds(options_.session.autopsy_timeout_ms);
    Result<void> taken;
    if (const auto* end = std::get_if<End>(&message)) {
        receive_end(host, *end);
    } else if (const auto* absent = std::get_if<Absent>(&message)) {
        receive_absent(host, *absent);
    } else if (const auto* present = std::get_if<Present>(&message)) {
        receive_present(host, *present);
    } else if (const auto* gone = std::get_if<Gone>(&message)) {
        receive_gone(host, *gone);
    } else if (const auto* holdup = std::get_if<Holdup>(&message)) {
        receive_holdup(host, *holdup);
    } else if (const auto* done = std::get_if<Done>(&message)) {
        host.done = *done;
    } else if (const auto* differ = std::get_if<Differ>(&message)) {
        taken = course_.receive_differ(host, *differ, deadline);
    } else if (const auto* autopsy = std::get_if<Autopsy>(&message)) {
        taken = course_.receive_report(host, *autopsy, deadline);
    } else if (Course::is_of_walk(message) &&
               play_.agreement().presence(host.slot.index).absent_from()) {
        return;  // it belongs to the desync that set the host aside
    } else if (Course::is_of_walk(message)) {
        taken = Course::receive_walk(host, message);
    } else {
        taken = Error{ErrorCode::bad_data, "", "a message out of its turn"};
    }
    if (!taken) {
        lose_for_protocol_error(host, taken.error().text());
    } else if (host.dispute && course_.is_running()) {
        course_.wait_for_report();
    }
}

// ---- What is due ----

std::vector<Event> Guest::advance(Time now) {
    if (const auto lasted = course_.on_call(now, patience())) {
        stood_still_ = lasted;
    }
    course_.on_advance();
    if (stood_still_) {
        leave_after_standstill(*stood_still_);
        stood_still_.reset();
        play_.ignore_inputs(false);
    }
    watch_handshake();
    if (course_.stage() == SessionStage::playing) {
        if (auto advanced = play_.advance(peers_, now); !advanced) {
            course_.fail(advanced.error());
        } else if (const auto end = play_.extract_source_end()) {
            play_.agreement().end_at({end->tick, sim::EndReason::source_ended, play_.own()});
            stop_own_inputs(end->tick, sim::EndReason::source_ended);
        }
    }
    if (course_.is_running()) {
        compare();
    }
    if (Peer* peer = host(); peer != nullptr && course_.is_running()) {
        come_back(*peer);
        report_stall(*peer);
        watch_progress(*peer);
    }
    settle_dispute();
    if (course_.is_running()) {
        if (Peer* peer = host()) {
            certain_ = std::max(certain_, certain_until(*peer));
        }
        if (auto told = play_.match().confirm(certain_); !told) {
            course_.fail(told.error());
        }
        play_.forget(peers_);
    }
    course_.finish_if_complete();
    if (course_.is_running()) {
        if (Peer* peer = host()) {
            try_finish(*peer);
        } else if (course_.stage() == SessionStage::finishing) {
            course_.end_as_agreed();
        }
    }
    if (!is_ended()) {
        play_.flush(peers_, now);
    }
    return play_.extract_events();
}

void Guest::leave() {
    if (course_.stage() == SessionStage::disputing) {
        leaves_after_dispute_ = true;  // if we play on after it
        return;
    }
    if (course_.stage() == SessionStage::finishing || is_ended()) {
        return;
    }
    if (course_.stage() != SessionStage::playing) {
        abandon("left before the match began");
        return;
    }
    if (const auto tick = play_.stop_asking()) {
        play_.agreement().end_at({*tick, sim::EndReason::interrupted, play_.own()});
        stop_own_inputs(*tick, sim::EndReason::interrupted);
    }
}

void Guest::abandon(std::string why) {
    if (is_ended()) {
        return;
    }
    if (Peer* peer = host(); course_.stage() == SessionStage::disputing && peer != nullptr) {
        course_.end_by_desync(course_.explain(*peer));
    } else {
        peers_.send_to_all(Bye{sim::EndReason::interrupted, std::move(why)});
        course_.end(sim::EndReason::interrupted, play_.own(), std::nullopt);
    }
}

}  // namespace tandem::net
