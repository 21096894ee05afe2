// SPDX-License-Identifier: MIT
// Compares histories, ends the match, and sets the odd one aside if histories differ.
#include <algorithm>
#include <string>
#include <utility>

#include <tandem/net/session/host.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::net {

namespace {

// A text for all players. The desync's own speaks to its two sides, as "here" and "there".
std::string set_aside_text(const Peer& peer, Slot own, const Desynced& desync) {
    std::string text =
        peer.text() + " is set aside: desync after tick " + std::to_string(desync.tick.number) +
        ": " +
        (desync.cause == DesyncCause::unknown ? "its report did not arrive, so the cause is open"
                                              : cause_text(desync.cause, desync.programs));
    if (!desync.fields.empty()) {
        text += "; " + sim::difference_text(desync.fields.front()) + " (player " +
                std::to_string(own.index) + " | player " + std::to_string(peer.slot.index) + ")";
    }
    return text;
}

}  // namespace

void Host::compare() {
    const Time deadline = course_.now() + std::chrono::milliseconds(options_.autopsy_timeout_ms);
    for (const Play::Difference& difference : play_.compare(peers_)) {
        Peer& peer = *peers_.find(difference.peer);
        course_.dispute(peer, difference.ticks_agreed, difference.ticks_differ, deadline);
        if (!has_others(peer)) {
            course_.wait_for_report();
        }
    }
}

// The majority decides, else our own word. Those who differ from us count together if they came to
// the same.
std::optional<bool> Host::is_odd_one(const Peer& peer) const {
    if (play_.agreement().presence(peer.slot.index).absent_from()) {
        return true;  // who takes no part has no vote
    }
    const std::uint64_t ticks = peer.dispute->ticks_differ();
    std::size_t with_us = 1;
    std::size_t with_peer = 1;
    for (const auto& [id, other] : peers_.all()) {
        if (!other.link || id == peer.id || away_.contains(id) ||
            play_.agreement().presence(other.slot.index).absent_from()) {
            continue;
        }
        if (other.dispute && !other.dispute->their_chain() &&
            !other.dispute->is_complete(course_.now())) {
            return std::nullopt;
        }
        if (other.dispute) {
            const bool is_same = other.dispute->ticks_differ() == ticks &&
                                 other.dispute->their_chain() == peer.dispute->their_chain();
            with_peer += is_same ? 1U : 0U;
        } else if (other.link->ticks_compared() >= ticks) {
            ++with_us;
        } else {
            return std::nullopt;
        }
    }
    return with_peer <= with_us;
}

void Host::settle_disputes() {
    std::vector<std::pair<PeerId, std::string>> wrong;
    for (auto& [id, peer] : peers_.all()) {
        if (!peer.dispute || is_ended()) {
            continue;
        }
        if (auto gone_on = course_.go_on(peer); !gone_on) {
            wrong.emplace_back(id, gone_on.error().text());
        }
    }
    for (const auto& [id, text] : wrong) {
        lose_for_protocol_error(id, text);
    }
    std::vector<PeerId> settled;
    for (const auto& [id, peer] : peers_.all()) {
        if (peer.dispute && peer.dispute->is_complete(course_.now())) {
            settled.push_back(id);
        }
    }
    for (const PeerId id : settled) {
        Peer* peer = peers_.find(id);
        if (peer == nullptr || !peer->dispute || is_ended()) {
            return;
        }
        if (!has_others(*peer)) {
            course_.end_by_desync(course_.explain(*peer));
            return;
        }
        const auto is_odd = is_odd_one(*peer);
        if (is_odd) {
            settle_dispute(*peer, *is_odd);
        }
    }
}

// The peer's inputs stand, because its player pressed them. Its state is what differs.
void Host::settle_dispute(Peer& peer, bool is_odd) {
    if (!is_odd) {
        stand_aside(peer);
        return;
    }
    const Desynced desync = course_.explain(peer);
    if (is_ended()) {
        return;
    }
    const std::string text = set_aside_text(peer, play_.own(), desync);
    peers_.send(peer.id, Bye{sim::EndReason::desync, "the others play on without " + peer.text()});
    lose(peer.id, LeftReason::desync, text);
}

void Host::try_finish() {
    if (play_.only_relays()) {
        finish_relaying();
        return;
    }
    bool are_all_done = true;
    std::vector<PeerId> finished;
    std::vector<std::pair<PeerId, std::string>> wrong;
    for (auto& [id, peer] : peers_.all()) {
        if (!peer.link || away_.contains(id)) {
            continue;
        }
        const auto is_done = course_.finish_with(peer, finish_tick(peer), false);
        if (!is_done) {
            wrong.emplace_back(id, is_done.error().text());
        } else if (*is_done && course_.stage() == SessionStage::playing) {
            finished.push_back(id);  // it left while the others go on
        }
        are_all_done = are_all_done && is_done && *is_done;
    }
    for (const PeerId id : finished) {
        play_.unlink(*peers_.find(id));
        peers_.close(id);
    }
    for (const auto& [id, text] : wrong) {
        lose_for_protocol_error(id, text);
    }
    const bool is_last = std::all_of(peers_.all().begin(), peers_.all().end(), [&](auto& entry) {
        return !entry.second.link || (entry.second.done && are_all_done);
    });
    if (course_.stage() == SessionStage::finishing && is_last) {
        course_.end_as_agreed();
    }
}

}  // namespace tandem::net
