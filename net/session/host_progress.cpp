// SPDX-License-Identifier: MIT
// Watches who gets on, goes on without a player that does not, and lets it return.
#include <algorithm>
#include <utility>

#include <tandem/net/session/host.hpp>

namespace tandem::net {

namespace {

// A player returns so many ticks after the last input that anybody has asked for, beside two ways
// there and back: all must know of it before.
constexpr std::uint64_t k_return_ticks = 10;

}  // namespace

// ---- Progress ----

void Host::watch_progress() {
    std::vector<std::pair<PeerId, std::string>> lost;
    for (auto& [id, peer] : peers_.all()) {
        if (!peer.link || peer.dispute || away_.contains(id)) {
            continue;
        }
        const bool lacks_history =
            peer.link->ticks_told() < std::min(play_.ticks_done(), finish_tick(peer)) ||
            (play_.is_complete() && !peer.done);
        peer.link->update_debts(play_.agreement(),
                                holder_ == peer.slot && play_.may_blame(course_.now()),
                                lacks_history, course_.elapsed());
        const Time period = play_.pace().match_time().period();
        if (const auto owed = peer.link->liveness.overdue(patience(), period)) {
            lost.emplace_back(id, progress_text(peer, *owed, options_.peer_timeout_ms));
        }
    }
    for (const auto& [id, text] : lost) {
        Peer* peer = peers_.find(id);
        if (peer == nullptr || is_ended()) {
            continue;
        }
        if (may_await(*peer, LeftReason::timeout)) {
            set_aside(*peer, text);
        } else {
            lose(id, LeftReason::timeout, text);
        }
    }
}

// It keeps its connection for a while: a short failure of the line costs no new one.
void Host::set_aside(Peer& peer, const std::string& text) {
    const std::uint64_t tick = lost_tick(peer);
    open_slot(peer, tick, text);
    play_.pace().leave_out(peer.id, true);
    peer.link->stop_comparing();  // until it has come back, with a history that we know
    forget_agreeing(peer.id);
    away_[peer.id] = course_.now();
}

void Host::receive_back(Peer& peer, const Back& back) {
    const auto away = away_.find(peer.id);
    const Moment* ours = play_.match().history().find(back.ticks_done);
    if (away == away_.end() || ours == nullptr) {
        return;  // it has crossed with our giving it up, or is not as far as it thinks
    }
    if (back.asked > play_.ticks_done() + k_window_ticks || ours->hashes.chain != back.chain) {
        lose_for_protocol_error(peer.id, "it comes back with another history than the others'");
        return;
    }
    peer.link->restart_comparing(back.ticks_done);
    peer.link->liveness = {};
    away_.erase(away);
    slots_away_.erase(peer.slot);
    peer.comer.reset();
    play_.pace().leave_out(peer.id, false);
    begin_presence(peer.slot, back.asked, false);
}

// All must know of it before anybody plays that tick.
std::uint64_t Host::begin_presence(Slot slot, std::uint64_t asked, bool is_bot) {
    Time way{0};
    Return turn{slot, 0, {}};
    for (const auto& [id, other] : peers_.all()) {
        way = std::max(way, other.link ? play_.pace().way_to(id) : Time{0});
        if (other.link || (other.comer && other.comer->gift)) {
            turn.not_agreed.insert(id);
        }
    }
    const auto margin = static_cast<std::uint64_t>(4 * way / play_.pace().match_time().period());
    turn.tick = std::max({asked, play_.own_inputs().asked(), play_.ticks_done(),
                          play_.agreement().presence(slot.index).last_change()}) +
                margin + k_return_ticks;
    const std::uint64_t tick = turn.tick;
    returns_.push_back(std::move(turn));
    play_.agreement().return_at(slot.index, tick);
    peers_.send_to_all(Present{tick, slot.index, is_bot});
    play_.match().add_mark({sim::MarkKind::returned, sim::Tick{tick}, slot.index, 0, {}});
    play_.report(Returned{slot, tick, is_bot});
    withhold_inputs();
    return tick;
}

void Host::receive_agreed(Peer& peer, const Agreed& agreed) {
    for (Return& turn : returns_) {
        if (turn.slot.index == agreed.slot && turn.tick == agreed.tick) {
            turn.not_agreed.erase(peer.id);
        }
    }
    withhold_inputs();
}

// A peer that is given up need not agree to anything.
void Host::forget_agreeing(PeerId id) {
    for (Return& turn : returns_) {
        turn.not_agreed.erase(id);
    }
    withhold_inputs();
}

// Without our input nobody plays a tick. So nobody plays a tick without knowing which players have
// returned for it.
void Host::withhold_inputs() {
    std::erase_if(returns_, [](const Return& turn) { return turn.not_agreed.empty(); });
    for (auto& [id, peer] : peers_.all()) {
        if (!peer.link) {
            continue;
        }
        std::optional<std::uint64_t> from;
        for (const Return& turn : returns_) {
            if (turn.not_agreed.contains(id)) {
                from = std::min(from.value_or(turn.tick), turn.tick);
            }
        }
        peer.link->withhold_from(from);
    }
}

// Whoever has not come back on its connection by then needs another one. Its slot waits on.
void Host::watch_away() {
    if (course_.stage() == SessionStage::finishing) {
        part_from_comers("the match is over");
        return;
    }
    std::vector<PeerId> overdue;
    for (const auto& [id, since] : away_) {
        const Peer& peer = *peers_.find(id);
        const auto absent = play_.agreement().presence(peer.slot.index).absent_from();
        const bool is_too_late =
            (bot_ || !play_.stands()) &&
            course_.now() - since >= std::chrono::milliseconds(options_.return_timeout_ms);
        // The inputs that it lacks are kept for so long.
        const bool is_too_far =
            play_.ticks_done() - std::min(play_.ticks_done(), *absent) >= k_window_ticks / 2;
        if (!peer.comer && (is_too_late || is_too_far)) {
            overdue.push_back(id);
        }
    }
    for (const PeerId id : overdue) {
        peers_.send(id, Bye{sim::EndReason::peer_lost,
                            peers_.find(id)->text() + " did not come back in time"});
        drop_line(id);
    }
}

// ---- Stalls ----

void Host::report_stall() {
    holder_ = play_.held_up_by(peers_, course_.now());
    std::optional<StallTeller::Holder> holder;
    // A machine that has just stood still itself blames nobody for it.
    const bool was_frozen = play_.pace().strain() == wire::Strain::frozen;
    const Peer* peer = holder_ && !was_frozen ? peers_.player(*holder_) : nullptr;
    if (peer != nullptr) {
        holder = {peer->slot, waiting_for(*peer->link, play_.pace(), course_.now())};
    }
    for (const auto& [id, other] : peers_.all()) {
        const bool is_slow =
            other.link && !away_.contains(id) && play_.pace().strain_of(id) == wire::Strain::slow;
        if (!holder && play_.is_left_without_last_word(other, course_.now())) {
            holder = {other.slot, WaitingFor::line};
        } else if (!holder && is_slow) {
            holder = {other.slot, WaitingFor::machine};
        }
    }
    if (!holder && play_.pace().match_time().is_too_slow()) {
        holder = {play_.own(), WaitingFor::machine};
    }
    if (!play_.may_blame(course_.now())) {
        holder.reset();
    }
    auto waiting = stalls_.find_stall(holder, play_.ticks_done(), course_.now());
    if (!waiting) {
        return;
    }
    const Peer* who = peers_.player(waiting->slot);
    if (who != nullptr && play_.pace().strain_of(who->id) == wire::Strain::frozen) {
        waiting->what = WaitingFor::frozen;  // as it says itself, now that it is back
    }
    play_.report_waiting(*waiting);
    peers_.send_to_all(Holdup{waiting->slot.index, waiting->what, waiting->is_over, waiting->ms},
                       who == nullptr ? std::nullopt : std::optional(who->id));
}

void Host::part_after_standstill(Time lasted) {
    compare();
    if (course_.is_running()) {
        try_finish();
    }
    const std::string own = player_text(play_.own(), options_.player_name);
    std::vector<std::pair<PeerId, std::string>> lost;
    for (const auto& [id, peer] : peers_.all()) {
        if (peer.link && course_.is_running() && !peer.dispute) {
            lost.emplace_back(id, standstill_text(own, peer, lasted, others_patience()));
        }
    }
    for (const auto& [id, text] : lost) {
        lose(id, LeftReason::timeout, text);
    }
}

}  // namespace tandem::net
