// SPDX-License-Identifier: MIT
// Decides who takes part, from when to when, and where the match ends. The host alone decides:
// every guest's inputs pass through it, so if it has not received an input, nobody has.
#include <algorithm>
#include <utility>

#include <tandem/net/session/host.hpp>

namespace tandem::net {

// ---- Ends ----

void Host::end_own_inputs(std::uint64_t tick, sim::EndReason reason) {
    play_.agreement().end_at({tick, reason, play_.own()});
    peers_.send_to_all(End{tick, reason, play_.own().index});
}

std::uint64_t Host::finish_tick(const Peer& peer) const {
    const Agreement& agreement = play_.agreement();
    const auto absent = agreement.presence(peer.slot.index).absent_from();
    const std::uint64_t end = agreement.end() ? agreement.end()->tick : k_no_limit;
    return absent && !away_.contains(peer.id) ? std::min(end, *absent) : end;
}

void Host::receive_stop(Peer& peer, const Stop& stop) {
    const bool is_possible =
        stop.reason == sim::EndReason::source_ended || stop.reason == sim::EndReason::interrupted;
    if (!is_possible || stop.tick < play_.agreement().inputs(peer.slot.index).next()) {
        lose_for_protocol_error(peer.id, "it stops at tick " + std::to_string(stop.tick) +
                                             ", for which it sent an input");
        return;
    }
    if (stop.tick >= finish_tick(peer) || away_.contains(peer.id)) {
        return;  // the match ends earlier anyway
    }
    if (stop.reason == sim::EndReason::source_ended) {
        play_.agreement().end_at({stop.tick, stop.reason, peer.slot});
        peers_.send_to_all(End{stop.tick, stop.reason, peer.slot.index});
        return;
    }
    peer.stop = stop;
    let_go();
}

// A guest goes only after its last input has come, or nobody could play the ticks before it.
void Host::let_go() {
    for (auto& [id, peer] : peers_.all()) {
        if (peer.stop && play_.agreement().inputs(peer.slot.index).next() == peer.stop->tick) {
            const std::uint64_t tick = std::exchange(peer.stop, std::nullopt)->tick;
            remove_player(peer, tick, sim::EndReason::interrupted,
                          {peer.slot, LeftReason::left, tick,
                           peer.text() + " left before tick " + std::to_string(tick)});
        }
    }
}

bool Host::has_others(const Peer& peer) const {
    const auto others =
        std::count_if(peers_.all().begin(), peers_.all().end(), [&](const auto& entry) {
            return entry.first != peer.id && entry.second.link &&
                   !play_.agreement().presence(entry.second.slot.index).absent_from();
        });
    return others + (play_.only_relays() ? 0 : 1) >= 2;
}

// True if somebody who is away may come back to play with us.
bool Host::awaits_somebody() const {
    return options_.wait_return_ms != 0 && course_.stage() == SessionStage::playing &&
           !play_.only_relays() &&
           std::any_of(slots_away_.begin(), slots_away_.end(),
                       [](const auto& entry) { return entry.second.is_awaited; });
}

void Host::remove_player(const Peer& peer, std::uint64_t tick, sim::EndReason reason,
                         const Left& left) {
    if (has_others(peer) || awaits_somebody()) {
        play_.agreement().leave_at(peer.slot.index, tick);
        if (play_.agreement().present() < 2) {
            alone_since_ = course_.now();
            alone_from_ = alone_at();
        }
        if (peers_.find(peer.id) != nullptr) {
            play_.pace().leave_out(peer.id, true);  // it has still to hear how it ended
        }
        peers_.send_to_all(Absent{tick, peer.slot.index, false, left.text}, peer.id);
    } else if (reason == sim::EndReason::peer_lost && play_.only_relays()) {
        play_.report(left);
        end_relaying({reason, left.text + "; nobody is left to play with"});
        return;
    } else if (reason == sim::EndReason::peer_lost) {
        play_.agreement().lose_at(std::max(tick, play_.ticks_done()), peer.slot);
        course_.lost_text = left.text;
    } else {
        play_.agreement().end_at({tick, reason, peer.slot});
        peers_.send_to_all(End{tick, reason, peer.slot.index});
    }
    play_.match().add_mark({sim::MarkKind::left, sim::Tick{tick}, peer.slot.index, 0, {}});
    play_.report(left);
}

std::uint64_t Host::lost_tick(const Peer& peer) const {
    const std::uint64_t tick =
        std::min(play_.agreement().inputs(peer.slot.index).next(), finish_tick(peer));
    // The peer may have been about to return at a tick that the match no longer has.
    return play_.agreement().presence(peer.slot.index).next(tick).value_or(tick);
}

void Host::lose(PeerId id, LeftReason reason, const std::string& text) {
    Peer* peer = peers_.find(id);
    if (peer == nullptr || is_ended()) {
        return;
    }
    if (!peer->link) {
        drop_line(id);  // whoever never said who it is, or has only a claim, is no player
        return;
    }
    if (peer->dispute && reason != LeftReason::desync && course_.is_running()) {
        // The peer has its report and goes, as we would have told it.
        settle_dispute(*peer, is_odd_one(*peer).value_or(true));
        if (peers_.find(id) != nullptr) {
            lose(id, reason, text);  // it was not the odd one, and is gone all the same
        }
        return;
    }
    const bool has_started = course_.stage() != SessionStage::gathering;
    // Once all of a peer's ticks are known to be the same on both sides, its going changes nothing.
    course_.compare_end(*peer);
    const bool needs_nothing =
        course_.is_running() && peer->link->ticks_compared() >= finish_tick(*peer);
    const bool is_absent = play_.agreement().presence(peer->slot.index).absent_from().has_value();
    const std::uint64_t tick = has_started ? lost_tick(*peer) : 0;
    const bool awaits = !needs_nothing && may_await(*peer, reason);
    // It may have simulated further with inputs of its own that never came here. So it is told
    // which of its ticks the match has.
    if (reason == LeftReason::timeout && !needs_nothing) {
        if (has_started && !is_absent) {
            peers_.send(id, Absent{tick, peer->slot.index, awaits, text});
        } else {
            peers_.send(id, Bye{sim::EndReason::peer_lost, text});
        }
    }
    const bool was_away = away_.erase(id) > 0;
    forget_agreeing(id);
    const Peer& gone = *peer;
    play_.pace().remove_peer(id);
    peers_.close(id);
    if (was_away && reason != LeftReason::timeout && reason != LeftReason::closed) {
        slots_away_.erase(gone.slot);  // it has said what cannot be, or goes for good
        peers_.send_to_all(Gone{gone.slot.index, text});
        play_.report(Left{gone.slot, reason, tick, text});
        if (alone_since_ && play_.agreement().present() < 2 && !may_anybody_come()) {
            end_standing(gone.slot, text);
        }
    } else if (was_away) {
        return;  // its slot waits for it as before
    } else if (!has_started) {
        play_.agreement().inputs(gone.slot.index) = {};
        play_.report(Left{gone.slot, reason, 0, text});
    } else if (awaits) {
        open_slot(gone, tick, text);
    } else if (!needs_nothing && !is_absent) {
        remove_player(gone, tick, sim::EndReason::peer_lost, {gone.slot, reason, tick, text});
    }
    if (course_.stage() == SessionStage::disputing && gone.dispute) {
        course_.end_by_desync(course_.explain(gone));
    }
}

}  // namespace tandem::net
