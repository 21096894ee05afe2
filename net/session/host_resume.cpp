// SPDX-License-Identifier: MIT
// A host that goes on with a match: it waits for those who took part, takes what they hold and it
// does not, and begins where the longest history ends.
#include <algorithm>
#include <string>
#include <utility>

#include <tandem/net/session/handshake.hpp>
#include <tandem/net/session/host.hpp>

namespace tandem::net {
namespace {

// Those who wait for others are told that we are here, this often.
constexpr Time k_here_told = std::chrono::milliseconds(500);

}  // namespace

// Everybody who took part before may come back.
void Host::await_history() {
    const std::uint64_t ticks = resumption_->past().ticks_done;
    for (std::uint32_t slot = 1; slot < setup_.slots; ++slot) {
        if (ticket_.given[slot] > 0) {
            slots_away_[Slot{slot}] = {Time{0}, ticks - std::min<std::uint64_t>(ticks, 1), true};
        }
    }
    names_ = resumption_->past().names;
    names_.resize(setup_.slots);
}

void Host::watch_resumption() {
    if (!resumption_ || course_.stage() != SessionStage::gathering) {
        return;
    }
    const bool is_told = course_.now() - coming_told_ >= k_here_told;
    coming_told_ = is_told ? course_.now() : coming_told_;
    for (auto& [id, peer] : peers_.all()) {
        if (!peer.comer || !peer.comer->is_ready) {
            continue;
        }
        if (!peer.comer->is_asked) {
            peer.comer->is_asked = true;
            if (const auto bring = resumption_->add(id, peer.comer->claim.past)) {
                peers_.send(id, *bring);
            }
        }
        peer.comer->nearer_at = course_.now();
        if (is_told) {
            peers_.send(id, Approach{peer.slot.index, 0, 0, 0});
        }
    }
    for (const PeerId id : resumption_->try_out(play_.match().simulation(), setup_)) {
        resumption_->forget(id);
        if (Peer* peer = peers_.find(id); peer != nullptr) {
            refuse(*peer, Refusal{RefusalReason::history,
                                  "other ticks than those that were brought", "brings them"});
        }
    }
    go_on_if_all_are_here();
}

void Host::go_on_if_all_are_here() {
    std::size_t here = 0;
    for (const auto& [id, peer] : peers_.all()) {
        here += peer.comer && resumption_->is_settled(id) ? 1U : 0U;
    }
    const Time waited = course_.now() - gathering_since_.value_or(course_.now());
    const bool is_late = waited >= std::chrono::milliseconds(options_.wait_return_ms);
    if (here == slots_away_.size() || (is_late && here > 0)) {
        go_on();
    } else if (is_late) {
        course_.end(sim::EndReason::peer_lost, Slot{0},
                    Error{ErrorCode::network, "",
                          "nobody of the match came back within " +
                              std::to_string(options_.wait_return_ms) + " ms"});
    }
}

void Host::go_on() {
    play_.name_match(ticket_.match, ticket_.generation);
    if (auto begun =
            play_.resume(resumption_->past(), resumption_->longest(), names_, course_.now());
        !begun) {
        course_.fail(begun.error());
        return;
    }
    resumed_at_ = play_.ticks_done();
    for (auto& [slot, away] : slots_away_) {
        away.since = course_.now();
        away.keeps_from = resumed_at_ - std::min<std::uint64_t>(resumed_at_, 1);
    }
    if (options_.ticks_limit != k_no_limit) {
        play_.agreement().end_at({options_.ticks_limit, sim::EndReason::tick_limit, play_.own()});
    }
    course_.play();
    alone_since_ = course_.now();
    alone_from_ = resumed_at_;
    play_.stand(alone_at());
    std::set<Slot> here;
    for (auto& [id, peer] : peers_.all()) {
        if (peer.comer) {
            peer.comer->nearer_at = course_.now();
            here.insert(peer.slot);
        }
    }
    for (const auto& [slot, away] : slots_away_) {
        if (!here.contains(slot)) {
            play_.report(Absented{slot, resumed_at_,
                                  player_text(slot, names_[slot.index]) + " has not come yet", 0});
        }
    }
}

// The ticks of a comer's past that the match has kept: one that held more than was brought in time
// was not waited for.
std::uint64_t Host::kept_of(const Claim& claim) const {
    const std::uint64_t claimed = claim.past ? claim.past->ticks_done : 0;
    return claim.of.generation < ticket_.generation ? std::min(claimed, resumed_at_) : claimed;
}

// ---- Slots that nobody has yet ----

// True if no slot of this match has ever been given to anybody, so that nobody can come back to it.
bool Host::awaits_newcomers_alone() const {
    return std::all_of(ticket_.given.begin(), ticket_.given.end(),
                       [](std::uint32_t given) { return given == 0; });
}

std::optional<Slot> Host::open_slot_for_newcomer() const {
    for (std::uint32_t slot = 1; slot < setup_.slots; ++slot) {
        const bool is_taken =
            std::any_of(peers_.all().begin(), peers_.all().end(), [&](const auto& entry) {
                return entry.second.comer && entry.second.slot.index == slot;
            });
        if (ticket_.given[slot] == 0 && !is_taken) {
            return Slot{slot};
        }
    }
    return std::nullopt;
}

void Host::receive_newcomer(Peer& peer, const Hello& hello) {
    const auto slot = open_slot_for_newcomer();
    if (!slot || course_.stage() != SessionStage::playing || play_.only_relays()) {
        refuse(peer, Refusal{RefusalReason::started, "tick " + std::to_string(play_.ticks_done()),
                             "not there at the start"});
        return;
    }
    Comer comer;
    comer.is_new = true;
    comer.nearer_at = course_.now();
    peer.comer = std::move(comer);
    welcome(peer, hello, slot->index);
}

}  // namespace tandem::net
