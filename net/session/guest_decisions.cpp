// SPDX-License-Identifier: MIT
// Follows the host: its word on ends and absences, also on our own absence.
#include <algorithm>
#include <utility>

#include <tandem/net/session/guest.hpp>

namespace tandem::net {

using std::chrono::milliseconds;

namespace {

constexpr Time k_say_again = milliseconds(500);

}  // namespace

void Guest::end_own_inputs(std::uint64_t tick, sim::EndReason reason) {
    play_.agreement().end_at({tick, reason, play_.own()});
    peers_.send_to_all(Stop{tick, reason});
}

void Guest::receive_end(Peer& host, const End& end) {
    if (end.tick < play_.ticks_done() || end.slot >= play_.agreement().players()) {
        lose_for_protocol_error(
            host.id, "it ends the match at tick " + std::to_string(end.tick) + ", which is over");
        return;
    }
    const Slot who{end.slot};
    play_.agreement().end_at({end.tick, end.reason, who});
    if (end.reason == sim::EndReason::interrupted && who != play_.own()) {
        play_.match().add_mark({sim::MarkKind::left, sim::Tick{end.tick}, end.slot, 0, {}});
        play_.report(Left{who, LeftReason::left, end.tick,
                          "player " + std::to_string(end.slot) + " left before tick " +
                              std::to_string(end.tick)});
    }
}

// The host plays a tick with our input, or without us if it did not have the input in time. Once it
// has acknowledged the input, or its own history has passed the tick, the tick is part of the
// match. Before that we may be alone with it, and must not record it.
std::uint64_t Guest::certain_until(const Peer& host) const {
    if (is_absent_) {
        return play_.ticks_done();  // every input of these came from the host
    }
    return std::max(host.link->acked(play_.own().index), host.link->ticks_compared());
}

std::uint64_t Guest::certain_ticks() {
    if (const Peer* peer = host()) {
        certain_ = std::max(certain_, certain_until(*peer));
    }
    return certain_;
}

void Guest::receive_absent(Peer& host, const Absent& absent) {
    if (!host.link && (absent.slot == 0 || Slot{absent.slot} == play_.own())) {
        lose_for_protocol_error(host.id, "it says player " + std::to_string(absent.slot) +
                                             " is absent while it gives a state");
        return;
    }
    if (Slot{absent.slot} == play_.own()) {
        receive_own_absence(host, absent);
        return;
    }
    if (absent.slot == 0) {
        receive_hosts_absence(host, absent);
        return;
    }
    Agreement& agreement = play_.agreement();
    const bool is_other =
        absent.slot < agreement.players() && !agreement.presence(absent.slot).absent_from();
    if (!is_other || absent.tick < agreement.inputs(absent.slot).next() ||
        absent.tick < play_.ticks_done() ||
        absent.tick < agreement.presence(absent.slot).last_change()) {
        lose_for_protocol_error(host.id, "it says player " + std::to_string(absent.slot) +
                                             " is absent from tick " + std::to_string(absent.tick) +
                                             ", which is over or for which it sent an input");
        return;
    }
    agreement.leave_at(absent.slot, absent.tick);
    play_.match().add_mark({sim::MarkKind::left, sim::Tick{absent.tick}, absent.slot, 0, {}});
    if (absent.may_return) {
        play_.report(Absented{Slot{absent.slot}, absent.tick, absent.why});
    } else {
        play_.report(Left{Slot{absent.slot}, LeftReason::left, absent.tick, absent.why});
    }
}

void Guest::receive_own_absence(Peer& host, const Absent& absent) {
    certain_ = std::max(certain_, certain_until(host));
    const std::uint64_t asked = play_.agreement().inputs(play_.own().index).next();
    const std::uint64_t changed = play_.agreement().presence(play_.own().index).last_change();
    if (is_absent_ || absent.tick < std::max(certain_, changed) || absent.tick > asked) {
        lose_for_protocol_error(host.id, "it says player " + std::to_string(absent.slot) +
                                             " is absent from tick " + std::to_string(absent.tick) +
                                             ", but it has that player's inputs before tick " +
                                             std::to_string(certain_) +
                                             " and can have none from tick " +
                                             std::to_string(asked) + " on");
        return;
    }
    certain_ = absent.tick;
    const std::string text = host.text() + " goes on without " + own_text() + " from tick " +
                             std::to_string(absent.tick) + " on: " + absent.why;
    if (!absent.may_return) {
        ticket_.reset();
        lose(host.id, LeftReason::timeout, text);
        return;
    }
    if (auto aside = play_.step_aside(absent.tick); !aside) {
        lose(host.id, LeftReason::timeout, text + "; " + aside.error().text());
        return;
    }
    is_absent_ = true;
    absent_from_ = absent.tick;
    said_back_.reset();
    host.link->retract(play_.own().index, absent.tick);
    play_.match().add_mark({sim::MarkKind::left, sim::Tick{absent.tick}, play_.own().index, 0, {}});
    play_.report(Absented{play_.own(), absent.tick, text});
}

// Most of us came to the same, and the host did not. It relays; the history that it tells of later
// ticks is that of another guest.
void Guest::receive_hosts_absence(Peer& host, const Absent& absent) {
    Agreement& agreement = play_.agreement();
    if (absent.may_return || agreement.present() < 3 || agreement.presence(0).absent_from() ||
        absent.tick < agreement.inputs(0).next()) {
        lose_for_protocol_error(host.id, "it says that it is absent from tick " +
                                             std::to_string(absent.tick) + ", where it cannot be");
        return;
    }
    agreement.leave_at(0, absent.tick);
    host.link->ignore_told_before(absent.tick);
    host.link->liveness = {};
    play_.match().add_mark({sim::MarkKind::left, sim::Tick{absent.tick}, 0, 0, {}});
    if (host.dispute) {
        course_.explain(host);
        host.dispute.reset();
        if (is_ended()) {
            return;
        }
    }
    if (course_.stage() == SessionStage::disputing) {
        course_.play();
    }
    play_.report(Left{host.slot, LeftReason::desync, absent.tick,
                      host.text() + " is set aside: " + absent.why});
    if (leaves_after_dispute_) {
        leave();
    }
}

// Says that we have caught up. The host does not answer if we have not; then we say it again.
void Guest::come_back(Peer& host) {
    const std::uint64_t told = host.link->ticks_told();
    // We may be further than the host, because our time is not bound to its time now.
    const Moment* common = play_.match().history().find(told);
    const bool has_just_said = said_back_ && course_.now() - *said_back_ < k_say_again;
    if (!is_absent_ || has_just_said || told < absent_from_ || common == nullptr ||
        course_.stage() != SessionStage::playing || play_.own_inputs().asked() < told) {
        return;
    }
    said_back_ = course_.now();
    peers_.send(host.id, Back{told, common->hashes.chain, play_.own_inputs().asked()});
}

void Guest::receive_present(Peer& host, const Present& present) {
    Agreement& agreement = play_.agreement();
    const bool is_absent = present.slot < agreement.players() &&
                           agreement.presence(present.slot).absent_from().has_value();
    const bool is_own = Slot{present.slot} == play_.own();
    if (!is_absent || present.slot == 0 || present.tick < play_.ticks_done() ||
        present.tick < agreement.presence(present.slot).last_change() ||
        (is_own && (!said_back_ || present.tick < play_.own_inputs().asked()))) {
        lose_for_protocol_error(host.id, "it says player " + std::to_string(present.slot) +
                                             " returns at tick " + std::to_string(present.tick) +
                                             ", where it cannot");
        return;
    }
    if (is_own) {
        play_.step_in(present.tick);
        host.link->skip_to(present.slot, present.tick);
        is_absent_ = false;
    } else {
        agreement.return_at(present.slot, present.tick);
    }
    peers_.send(host.id, Agreed{present.tick, present.slot});
    play_.match().add_mark({sim::MarkKind::returned, sim::Tick{present.tick}, present.slot, 0, {}});
    play_.report(Returned{Slot{present.slot}, present.tick, present.is_bot});
}

void Guest::receive_gone(Peer& host, const Gone& gone) {
    const bool is_absent = gone.slot < play_.agreement().players() &&
                           Slot{gone.slot} != play_.own() &&
                           play_.agreement().presence(gone.slot).absent_from().has_value();
    if (!is_absent) {
        lose_for_protocol_error(host.id, "it says player " + std::to_string(gone.slot) +
                                             " does not return, which was not absent");
        return;
    }
    play_.report(Left{Slot{gone.slot}, LeftReason::timeout,
                      *play_.agreement().presence(gone.slot).absent_from(), gone.why});
}

void Guest::receive_holdup(Peer& host, const Holdup& holdup) {
    if (holdup.slot >= play_.agreement().players()) {
        lose_for_protocol_error(
            host.id, "it waits for player " + std::to_string(holdup.slot) + ", whom there is not");
        return;
    }
    const Waiting waiting{Slot{holdup.slot}, holdup.what, holdup.is_over, holdup.ms};
    held_up_ = waiting.is_over ? std::nullopt : std::optional(waiting);
    play_.report_waiting(waiting);
}

void Guest::receive_approach(Peer& host, const Approach& approach) {
    if (approach.slot >= play_.agreement().players()) {
        lose_for_protocol_error(
            host.id, "player " + std::to_string(approach.slot) + " comes back, whom there is not");
        return;
    }
    if (Slot{approach.slot} != play_.own() || !fetch_) {
        play_.report(Coming{Slot{approach.slot}, approach.bytes_given, approach.bytes,
                            approach.ticks_behind});
    }
}

void Guest::receive_bye(Peer& host, const Bye& bye) {
    if (bye.reason == sim::EndReason::desync) {
        is_judged_ = true;
        if (!host.dispute) {
            course_.end(sim::EndReason::desync, Slot{0}, Error{ErrorCode::divergence, "", bye.why});
        }
        return;  // our own report comes first
    }
    const bool is_given_up = bye.reason == sim::EndReason::peer_lost && host.link.has_value();
    const std::string what = is_given_up ? " goes on without " + own_text() + ": " : " stopped: ";
    // Whoever was given up may come back.
    lose(host.id, is_given_up ? LeftReason::closed : LeftReason::left,
         host.text() + what + bye.why);
}

// ---- Losing the host ----

std::string Guest::own_text() const { return player_text(play_.own(), options_.player_name); }

void Guest::lose(PeerId id, LeftReason reason, const std::string& text) {
    Peer* peer = peers_.find(id);
    if (peer == nullptr || is_ended()) {
        return;
    }
    Peer& host = *peer;
    if (course_.stage() == SessionStage::returning) {
        lose_while_returning(id, reason, text);
        return;
    }
    const bool has_begun = play_.has_begun();
    const auto& end = play_.agreement().end();
    course_.compare_end(host);
    const bool needs_nothing =
        course_.is_running() && host.link && end && host.link->ticks_compared() >= end->tick;
    if (course_.stage() == SessionStage::disputing) {
        course_.end_by_desync(course_.explain(host));
        return;
    }
    if (!has_begun) {
        if (host.link) {
            play_.report(Left{host.slot, reason, 0, text});
        }
        course_.end(sim::EndReason::peer_lost, host.slot, Error{ErrorCode::network, "", text});
        return;
    }
    const bool is_lost = reason == LeftReason::timeout || reason == LeftReason::closed;
    if (is_lost && !needs_nothing && host.link && may_come_back()) {
        begin_return(host, text);
        return;
    }
    if (reason == LeftReason::timeout && !needs_nothing) {
        peers_.send(id, Bye{sim::EndReason::peer_lost, text});
    }
    if (!needs_nothing) {
        // Beyond the inputs of ours that the host has, the others play without us.
        certain_ = std::max(certain_, certain_until(host));
        const std::uint64_t tick =
            std::min(play_.agreement().confirmed_until(play_.ticks_done()), certain_);
        play_.report(Left{host.slot, reason, tick, text});
        course_.lost_text = text;
        play_.agreement().lose_at(std::max(tick, play_.ticks_done()), host.slot);
        play_.match().add_mark({sim::MarkKind::left, sim::Tick{tick}, host.slot.index, 0, {}});
    }
    play_.pace().remove_peer(id);
    peers_.close(id);
}

void Guest::part_after_standstill(Time lasted) {
    Peer* peer = host();
    if (peer == nullptr || !peer->link) {
        return;
    }
    compare();
    if (course_.is_running()) {
        try_finish();
    }
    peer = host();
    if (peer == nullptr || !course_.is_running()) {
        return;
    }
    lose(peer->id, LeftReason::timeout,
         standstill_text(own_text(), *peer, lasted, others_patience()));
}

// ---- Progress ----

void Guest::watch_progress(Peer& host) {
    // Only the host judges who holds the host up.
    const bool is_host_itself = !held_up_ || held_up_->slot == host.slot;
    const bool lacks_history = (is_host_itself && host.link->ticks_told() < play_.ticks_done()) ||
                               (play_.is_complete() && !host.done);
    const bool holds_up = is_host_itself && play_.may_blame(course_.now()) &&
                          play_.held_up_by(peers_, course_.now()).has_value();
    host.link->update_debts(play_.agreement(), holds_up, lacks_history, course_.elapsed());
    const Time period = play_.pace().match_time().period();
    if (const auto owed = host.link->liveness.overdue(others_patience(), period)) {
        lose(host.id, LeftReason::timeout,
             progress_text(
                 host, *owed,
                 static_cast<std::uint32_t>(
                     std::chrono::duration_cast<milliseconds>(others_patience()).count())));
    }
}

void Guest::report_stall(Peer& host) {
    std::optional<StallTeller::Holder> holder;
    // A machine that has just stood still itself blames nobody for it.
    const bool was_frozen = play_.pace().strain() == wire::Strain::frozen;
    if (!was_frozen && !held_up_ && play_.held_up_by(peers_, course_.now())) {
        // The host tells of another guest's stall. It cannot tell of its own silence.
        const WaitingFor what = waiting_for(*host.link, play_.pace(), course_.now());
        if (what == WaitingFor::line || play_.agreement().players() == 2) {
            holder = {host.slot, what};
        }
    } else if (play_.is_left_without_last_word(host, course_.now())) {
        holder = {host.slot, WaitingFor::line};
    } else if (play_.pace().strain_of(host.id) == wire::Strain::slow && !held_up_) {
        holder = {host.slot, WaitingFor::machine};
    } else if (play_.pace().match_time().is_too_slow()) {
        holder = {play_.own(), WaitingFor::machine};
    }
    if (!play_.may_blame(course_.now())) {
        holder.reset();
    }
    if (auto waiting = stalls_.find_stall(holder, play_.ticks_done(), course_.now())) {
        if (waiting->slot == host.slot && play_.pace().strain_of(host.id) == wire::Strain::frozen) {
            waiting->what = WaitingFor::frozen;  // as it says itself, now that it is back
        }
        play_.report_waiting(*waiting);
    }
}

// ---- Histories ----

void Guest::compare() {
    const Time deadline = course_.now() + milliseconds(options_.autopsy_timeout_ms);
    for (const Play::Difference& difference : play_.compare(peers_)) {
        course_.dispute(*peers_.find(difference.peer), difference.ticks_agreed,
                        difference.ticks_differ, deadline);
        course_.wait_for_report();
    }
    if (Peer* peer = host()) {
        course_.compare_end(*peer);
    }
}

// In a match of three or more the host says who is the odd one. It may have to wait for others
// first, as long as we wait for its report.
void Guest::settle_disputes() {
    Peer* peer = host();
    if (peer == nullptr || !peer->dispute || is_ended()) {
        return;
    }
    if (auto gone_on = course_.go_on(*peer); !gone_on) {
        lose_for_protocol_error(peer->id, gone_on.error().text());
        return;
    }
    const Dispute& dispute = *peer->dispute;
    const bool is_mine_to_end = is_judged_ || play_.agreement().present() < 3;
    const Time waited = milliseconds(options_.autopsy_timeout_ms);
    if (dispute.is_complete(course_.now()) &&
        (is_mine_to_end || course_.now() >= dispute.deadline() + waited)) {
        course_.end_by_desync(course_.explain(*peer));
    }
}

void Guest::try_finish() {
    Peer* peer = host();
    if (peer == nullptr && course_.stage() == SessionStage::finishing) {
        course_.end_as_agreed();
    }
    const auto& end = play_.agreement().end();
    if (peer == nullptr || !end) {
        return;
    }
    const bool only_relays = play_.agreement().presence(peer->slot.index).absent_from().has_value();
    const auto is_done = course_.finish_with(*peer, end->tick, only_relays);
    if (!is_done && only_relays) {
        // The host told the account of another guest.
        course_.end(sim::EndReason::desync, peer->slot,
                    Error{ErrorCode::divergence, "", "another guest: " + is_done.error().message});
    } else if (!is_done) {
        lose_for_protocol_error(peer->id, is_done.error().text());
    } else if (*is_done && course_.stage() == SessionStage::finishing) {
        course_.end_as_agreed();
    }
}

}  // namespace tandem::net
