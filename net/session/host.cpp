// SPDX-License-Identifier: MIT
// Answers messages by their turn, and looks after the match in the order of its needs.
#include <tandem/net/session/host.hpp>

#include <utility>

#include <tandem/net/session/handshake.hpp>
#include <tandem/net/transport/crypto.hpp>
#include <tandem/sim/game/tick_record.hpp>

namespace tandem::net {

Host::Host(sim::AnySimulation simulation, HostOptions options, InputSource source,
           sim::TickObserver* observer)
    : Session(options.session, std::move(simulation), std::move(source), observer),
      guests_timeout_ms_(options.guests_timeout_ms),
      setup_(sim::complete_setup(play_.match().simulation().info(), std::move(options.setup))),
      ticket_(options.ticket ? *std::move(options.ticket)
                             : draw_match_ticket(random_key(), setup_.slots)),
      open_slots_(options.open_slots),
      bot_(std::move(options.bot)),
      giver_(options.session.given_state_bytes_max) {
    if (options.past) {
        ++ticket_.generation;
        resumption_.emplace(*std::move(options.past));
        await_history();
    }
}

Result<std::unique_ptr<Session>> Host::create(sim::AnySimulation simulation, HostOptions options,
                                              InputSource source, sim::TickObserver* observer) {
    const std::uint64_t all = sim::slots_mask(options.setup.slots);
    if (options.setup.slots < 2 || (options.setup.presence & all) != all) {
        return Error{ErrorCode::usage, "setup",
                     "a match has at least 2 players, all present from the start; this setup has " +
                         std::to_string(options.setup.slots)};
    }
    const std::uint32_t slots = options.setup.slots;
    if (options.open_slots > slots - 2) {
        return Error{ErrorCode::usage, "open slots",
                     std::to_string(options.open_slots) + " of " + std::to_string(slots) +
                         " are empty at the start; at least 2 players begin a match"};
    }
    if (options.ticket && options.ticket->given.size() != slots) {
        return Error{ErrorCode::usage, "ticket",
                     "a match goes on with its own ticket, which has as many slots as its setup"};
    }
    std::unique_ptr<Host> host(
        new Host(std::move(simulation), std::move(options), std::move(source), observer));
    TANDEM_TRY(host->play_.reset(host->setup_, Slot{0}));
    return std::unique_ptr<Session>(std::move(host));
}

Time Host::others_patience() const {
    return patience() + std::chrono::milliseconds(
                            play_.agreement().players() > 2 ? options_.return_timeout_ms : 0);
}

// ---- Receiving ----

Result<void> Host::check_inputs(const Peer& peer) {
    const std::uint64_t next = play_.agreement().inputs(peer.slot.index).next();
    if (course_.stage() == SessionStage::gathering && next > 0) {
        return Error{ErrorCode::bad_data, "", "inputs before the match began"};
    }
    if (peer.stop && next > peer.stop->tick) {
        return Error{ErrorCode::bad_data, "",
                     "inputs of tick " + std::to_string(peer.stop->tick) + ", at which it stops"};
    }
    return {};
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
               refusal &&
               (course_.stage() == SessionStage::gathering || (peer.comer && !peer.link))) {
        play_.report(Refused{refusal->reason, false, refusal->host_value, refusal->guest_value,
                             refusal_text(*refusal)});
        if (peer.link) {
            play_.unlink(peer);
        }
        peers_.close(peer.id);
    } else if (const auto* bye = std::get_if<Bye>(&message)) {
        // Who has lost us may come back. Who stops does not.
        lose(peer.id,
             bye->reason == sim::EndReason::peer_lost ? LeftReason::closed : LeftReason::left,
             peer.text() + " stopped: " + bye->why);
    } else if (peer.stage == PeerStage::ready && peer.comer && !peer.link) {
        receive_comer_message(peer, message);
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

void Host::watch_match() {
    compare();
    let_go();
    report_stall();
    watch_progress();
    watch_away();
    watch_bots();
    watch_standing();
    serve_comers();
    watch_comers();
    keep_for_comers();
}

void Host::abandon(std::string why) {
    if (!is_ended() && play_.only_relays()) {
        end_relaying({sim::EndReason::interrupted, std::move(why)});
    } else {
        Session::abandon(std::move(why));
    }
}

// A guest that is a little ahead has played every tick for which we have all inputs.
Result<void> Host::play_last_ticks() {
    if (course_.stage() != SessionStage::playing) {
        return {};
    }
    TANDEM_TRY(play_.play_confirmed());
    return play_.match().confirm(certain_ticks());
}

}  // namespace tandem::net
