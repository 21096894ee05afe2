// SPDX-License-Identifier: MIT
// Answers messages by their turn, and looks after the match in the order of its needs.
#include <tandem/net/session/guest.hpp>

#include <algorithm>
#include <utility>

#include <tandem/net/session/handshake.hpp>

namespace tandem::net {

using std::chrono::milliseconds;

Guest::Guest(sim::AnySimulation simulation, JoinOptions options, InputSource source,
             sim::TickObserver* observer)
    : Session(options.session, std::move(simulation), std::move(source), observer),
      join_(std::move(options)),
      ticket_(join_.ticket) {}

std::unique_ptr<Session> Guest::create(sim::AnySimulation simulation, JoinOptions options,
                                       InputSource source, sim::TickObserver* observer) {
    return std::unique_ptr<Session>(
        new Guest(std::move(simulation), std::move(options), std::move(source), observer));
}

Peer* Guest::host() { return peers_.all().empty() ? nullptr : &peers_.all().begin()->second; }

// In a match of three or more the others play on without us for some time, and we may return.
Time Guest::others_patience() const {
    const bool may_return = play_.has_begun() && play_.agreement().players() > 2;
    return milliseconds(options_.peer_timeout_ms) +
           milliseconds(may_return ? options_.return_timeout_ms : 0);
}

// ---- Receiving ----

void Guest::greet(Peer& host) { peers_.send(host.id, Greeting{k_protocol_version}); }

void Guest::receive_message(Peer& host, const Message& message) {
    if (const auto* greeting = std::get_if<Greeting>(&message);
        greeting && host.stage == PeerStage::greeting) {
        receive_greeting(host, *greeting);
    } else if (const auto* welcome = std::get_if<Welcome>(&message);
               welcome && host.stage == PeerStage::joining) {
        receive_welcome(host, *welcome);
    } else if (const auto* start = std::get_if<Start>(&message);
               start && host.stage == PeerStage::welcomed && !comes_back()) {
        receive_start(host, *start);
    } else if (const auto* rejoin = std::get_if<Rejoin>(&message);
               rejoin && host.stage == PeerStage::welcomed) {
        receive_rejoin(host, *rejoin);
    } else if (const auto* bring = std::get_if<Bring>(&message);
               bring && host.stage == PeerStage::welcomed && comes_back()) {
        receive_bring(host, *bring);
    } else if (std::holds_alternative<Approach>(message) && host.stage == PeerStage::welcomed &&
               comes_back()) {
        return;  // it waits for others, and so do we
    } else if (const auto* refusal = std::get_if<Refusal>(&message);
               refusal && (host.stage != PeerStage::ready || is_absent_ || fetch_)) {
        receive_refusal(host, *refusal);
    } else if (const auto* autopsy = std::get_if<Autopsy>(&message);
               autopsy && host.stage == PeerStage::welcomed && !play_.has_begun()) {
        receive_reset_report(host, *autopsy);
    } else if (const auto* bye = std::get_if<Bye>(&message)) {
        receive_bye(host, *bye);
    } else if (host.stage == PeerStage::ready) {
        receive_match_message(host, message);
    } else {
        lose_for_protocol_error(host.id, "a message out of its turn");
    }
}

void Guest::receive_match_message(Peer& host, const Message& message) {
    const Time deadline = course_.now() + milliseconds(options_.autopsy_timeout_ms);
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
    } else if (const auto* approach = std::get_if<Approach>(&message)) {
        receive_approach(host, *approach);
    } else if (const auto* part = std::get_if<Part>(&message); part && fetch_) {
        receive_part(host, *part);
    } else if (course_.stage() == SessionStage::returning) {
        taken = Error{ErrorCode::bad_data, "", "a message out of its turn"};
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
        lose_for_protocol_error(host.id, taken.error().text());
    } else if (host.dispute && course_.is_running()) {
        course_.wait_for_report();
    }
}

// ---- What is due ----

void Guest::watch_match() {
    compare();
    if (Peer* peer = host(); peer != nullptr && course_.is_running()) {
        come_back(*peer);
        report_stall(*peer);
        watch_progress(*peer);
    }
}

}  // namespace tandem::net
