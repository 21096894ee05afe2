// SPDX-License-Identifier: MIT
// A host whose simulation is the odd one. The others agree with each other, so they play on without
// its player. It relays for them, and each is told the history of another one in place of the
// host's: so they still notice if they differ among themselves.
#include <algorithm>
#include <utility>

#include <tandem/net/session/host.hpp>

namespace tandem::net {

// `peer` is one of those who agree with each other.
void Host::stand_aside(Peer& peer) {
    own_desync_ = course_.explain(peer);
    if (is_ended()) {
        return;
    }
    const std::uint64_t ticks = peer.dispute->ticks_differ();
    const auto chain = peer.dispute->their_chain();
    std::vector<std::pair<PeerId, std::string>> odd;
    for (auto& [id, other] : peers_.all()) {
        const bool agrees = other.dispute && other.dispute->ticks_differ() == ticks &&
                            other.dispute->their_chain() == chain;
        const bool has_left =
            play_.agreement().presence(other.slot.index).absent_from() && !away_.contains(id);
        if (away_.contains(id)) {
            odd.emplace_back(id, " cannot return: only the host's history could show it the way");
        } else if (other.link && !agrees && !has_left) {
            odd.emplace_back(id, " is set aside: it did not come to what most players came to");
        }
    }
    for (const auto& [id, text] : odd) {
        const std::string who = peers_.find(id)->text();
        peers_.send(id, Bye{sim::EndReason::desync, "the others play on without " + who});
        lose(id, LeftReason::desync, who + text);
    }
    part_from_comers("the host is set aside and only relays, so nobody comes back");
    for (auto& [id, other] : peers_.all()) {
        if (other.link) {
            other.dispute.reset();
            other.link->liveness = {};
        }
    }
    dismiss_bots();
    play_.relay_only();
    course_.play();
    const std::uint64_t tick = play_.agreement().inputs(play_.own().index).next();
    peers_.send_to_all(Absent{tick, play_.own().index, false,
                              "most players agree with each other and not with the host, which "
                              "only relays from now on"});
    play_.report(Left{play_.own(), LeftReason::desync, tick,
                      "we are set aside from tick " + std::to_string(tick) +
                          " on: most players agree with each other and not with us; we "
                          "relay for them until they end"});
}

// Nobody here can say who is right in a further desync.
void Host::receive_differ_of_others(const Peer& peer, const Differ& differ) {
    const auto absent = play_.agreement().presence(play_.own().index).absent_from();
    if (differ.from + differ.chains.size() <= *absent + 1) {
        return;  // it belongs to our desync: without us nobody had played further
    }
    end_relaying({sim::EndReason::desync, peer.text() + " differs from another player after tick " +
                                              std::to_string(differ.from) +
                                              ", and the host no longer plays itself"});
}

void Host::end_relaying(const Bye& bye) {
    peers_.send_to_all(bye);
    course_.end_by_desync(*own_desync_);
}

// A guest that left before the others gets its own account back, since we have none.
void Host::finish_leavers() {
    std::vector<PeerId> finished;
    for (auto& [id, peer] : peers_.all()) {
        const auto absent = play_.agreement().presence(peer.slot.index).absent_from();
        if (peer.link && peer.done && absent && play_.ticks_done() >= *absent) {
            peers_.send(id, *peer.done);
            finished.push_back(id);
        }
    }
    for (const PeerId id : finished) {
        play_.unlink(*peers_.find(id));
        peers_.close(id);
    }
}

// Once all have ended, each gets the account of its partner and compares.
void Host::finish_relaying() {
    finish_leavers();
    const bool are_all_done =
        std::all_of(peers_.all().begin(), peers_.all().end(),
                    [](const auto& entry) { return !entry.second.link || entry.second.done; });
    if (!are_all_done) {
        return;
    }
    for (const auto& [id, peer] : peers_.all()) {
        if (peer.link) {
            const Peer* other = play_.partner(peers_, peer);
            const bool has_left =
                play_.agreement().presence(peer.slot.index).absent_from().has_value();
            peers_.send(id, other == nullptr || has_left ? *peer.done : *other->done);
        }
    }
    course_.end_by_desync(*own_desync_);
}

}  // namespace tandem::net
