// SPDX-License-Identifier: MIT
// Players that come back: their claims to a slot, and the slots that wait for them.
#include <algorithm>
#include <string>
#include <utility>

#include <tandem/net/session/handshake.hpp>
#include <tandem/net/session/host.hpp>
#include <tandem/net/ticket/ticket.hpp>
#include <tandem/net/ticket/ticket_text.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::net {
namespace {

// A state is chosen among those of the last so many ticks.
constexpr std::uint64_t k_recent_ticks = k_window_ticks / 8;

std::string match_text(const MatchId& match) { return "match " + match_id_text(match); }

std::string given_text(const SlotGiven& of) {
    return match_text(of.match) + ", slot " + std::to_string(of.slot) + ", given " +
           std::to_string(of.given) + " times";
}

std::string past_text(const std::optional<sim::ChainHash>& chain, std::uint64_t ticks) {
    return (chain ? "chain " + sim::hex64(chain->value) : std::string("no chain")) + " after " +
           std::to_string(ticks) + " ticks";
}

}  // namespace

// ---- Claims ----

// A claim is looked at only after its proof: before that it may be anybody's.
void Host::receive_claim(Peer& peer, const Hello& hello) {
    const Claim& claim = *hello.claim;
    if (auto refusal = find_wrong_secret(peer, claim)) {
        refuse(peer, *refusal);
        return;
    }
    if (claim.of.generation > ticket_.generation) {
        const Refusal refusal{RefusalReason::generation,
                              "generation " + std::to_string(ticket_.generation),
                              "generation " + std::to_string(claim.of.generation)};
        refuse(peer, refusal);
        course_.fail(Error{ErrorCode::refused, "",
                           "this match goes on elsewhere: " + refusal_text(refusal)});
        return;
    }
    // Its ticks are those of the match, but a machine that stood still has them still before it.
    if (claim.past && course_.stage() == SessionStage::playing) {
        if (auto played = play_.play_confirmed(claim.past->ticks_done); !played) {
            course_.fail(played.error());
            return;
        }
    }
    if (auto refusal = find_wrong_past(claim)) {
        refuse(peer, *refusal);
        return;
    }
    const Slot slot{claim.of.slot};
    if (Peer* before = peers_.player(slot)) {
        replace_line(*before);
    }
    const auto away = slots_away_.find(slot);
    if (is_ended() || away == slots_away_.end()) {
        refuse(peer, Refusal{RefusalReason::state, "the match is over for this slot",
                             "comes back to it"});
        return;
    }
    for (auto& [id, other] : peers_.all()) {
        if (id != peer.id && other.comer && other.slot == slot) {
            other.comer.reset();  // the newest proof takes the slot
            peers_.send(id, Bye{sim::EndReason::interrupted, "taken over with your secret"});
            drop_line(id);
            break;
        }
    }
    Comer comer;
    comer.claim = claim;
    comer.nearer_at = course_.now();
    peer.comer = std::move(comer);
    welcome(peer, hello, slot.index);
}

std::optional<Refusal> Host::find_wrong_secret(const Peer& peer, const Claim& claim) const {
    const std::uint32_t slot = claim.of.slot;
    const bool has_begun = resumption_ || (play_.has_begun() && course_.is_running());
    const std::uint32_t given = slot < ticket_.given.size() ? ticket_.given[slot] : 0;
    const SlotGiven ours{ticket_.match, slot, given, claim.of.generation};
    if (!has_begun || slot == 0 || given == 0 || ours != claim.of) {
        return Refusal{RefusalReason::secret,
                       has_begun ? given_text(ours) : match_text(ticket_.match) + ", not running",
                       given_text(claim.of)};
    }
    const TicketProof proof = prove(slot_ticket(ticket_, slot).secret, Prover::guest,
                                    peer.connection, claimed_bytes(claim));
    if (!is_same(proof, claim.proof)) {
        return Refusal{RefusalReason::secret, "another secret of " + given_text(ours),
                       "a proof that does not fit"};
    }
    if (play_.only_relays()) {
        return Refusal{RefusalReason::state, "the host only relays", "comes back"};
    }
    if (options_.wait_return_ms == 0) {
        return Refusal{RefusalReason::state, "a match to which nobody comes back", "comes back"};
    }
    return std::nullopt;
}

std::optional<Refusal> Host::find_wrong_past(const Claim& claim) const {
    if (!claim.past || is_ahead(claim)) {
        return std::nullopt;
    }
    const auto ours = known_chain(claim.past->ticks_done);
    // A claim of an earlier generation may hold more than was kept, or something so old that no
    // chain of it is known here.
    const bool is_unknown = !ours && claim.of.generation < ticket_.generation;
    if (ours == claim.past->chain || is_unknown || kept_of(claim) < claim.past->ticks_done) {
        return std::nullopt;
    }
    return Refusal{RefusalReason::history, past_text(ours, claim.past->ticks_done),
                   past_text(claim.past->chain, claim.past->ticks_done)};
}

// A guest may have played, with our inputs, what we are only about to play ourselves.
bool Host::is_ahead(const Claim& claim) const {
    const std::uint64_t done = play_.ticks_done();
    return claim.past && play_.has_begun() && claim.past->ticks_done > done &&
           claim.past->ticks_done <= play_.agreement().confirmed_until(done);
}

std::optional<sim::ChainHash> Host::known_chain(std::uint64_t ticks_done) const {
    const auto played = play_.has_begun() ? play_.match().chain_at(ticks_done) : std::nullopt;
    return played || !resumption_ ? played : resumption_->chain_at(ticks_done);
}

// The connection from before is given up. Its player, if it is there at all, reads why.
void Host::replace_line(Peer& before) {
    peers_.send(before.id, Bye{sim::EndReason::interrupted, "taken over with your secret"});
    if (away_.contains(before.id)) {
        drop_line(before.id);
    } else {
        lose(before.id, LeftReason::closed, before.text() + " comes back on another connection");
    }
}

void Host::drop_line(PeerId id) {
    away_.erase(id);
    forget_agreeing(id);
    if (Peer* peer = peers_.find(id); peer != nullptr) {
        if (peer->link) {
            play_.unlink(*peer);
        }
        peers_.close(id);
    }
}

// ---- Slots that wait ----

bool Host::may_await(const Peer& peer, LeftReason reason) const {
    const bool is_lost = reason == LeftReason::timeout || reason == LeftReason::closed;
    return is_lost && options_.wait_return_ms != 0 && !peer.stop &&
           course_.stage() == SessionStage::playing && !play_.only_relays() &&
           !play_.agreement().presence(peer.slot.index).absent_from();
}

// The inputs that a player may lack are kept for it from here on.
std::uint64_t Host::kept_for(const Peer& peer) const {
    std::uint64_t from = play_.ticks_done();
    for (std::uint32_t slot = 0; slot < setup_.slots; ++slot) {
        if (!peer.link->speaks_for(slot)) {
            from = std::min(from, peer.link->acked(slot));
        }
    }
    return from - std::min<std::uint64_t>(from, 1);
}

void Host::open_slot(const Peer& peer, std::uint64_t tick, const std::string& text) {
    slots_away_[peer.slot] = {course_.now(), kept_for(peer), true};
    play_.agreement().leave_at(peer.slot.index, tick);
    play_.match().add_mark({sim::MarkKind::left, sim::Tick{tick}, peer.slot.index, 0, {}});
    peers_.send_to_all(Absent{tick, peer.slot.index, true, text});
    if (play_.agreement().present() < 2) {
        alone_since_ = course_.now();
        alone_from_ = alone_at();
    }
    play_.report(Absented{peer.slot, tick, text, waits_ms()});
}

std::uint64_t Host::waits_ms() const {
    return play_.agreement().present() < 2 ? options_.wait_return_ms : 0;
}

std::uint64_t Host::alone_at() const {
    std::uint64_t at = 0;
    for (std::uint32_t slot = 1; slot < setup_.slots; ++slot) {
        const auto absent = play_.agreement().presence(slot).absent_from();
        TANDEM_ASSERT(absent.has_value());
        at = std::max(at, *absent);
    }
    return at;
}

// With nobody left to play with, the match stands: from the tick on in which we are alone we give
// no input, and nobody can play it. Those before are everybody's, and who comes back may need them.
void Host::watch_standing() {
    const bool is_alone = course_.stage() == SessionStage::playing && alone_since_ &&
                          play_.agreement().present() < 2 && !play_.only_relays();
    play_.stand(is_alone ? std::optional(alone_at()) : std::nullopt);
    if (!is_alone) {
        alone_since_.reset();
        alone_from_ = play_.agreement().present() < 2 ? alone_from_ : k_no_limit;
        return;
    }
    const bool is_first = awaits_newcomers_alone();
    const std::uint32_t waits_ms = is_first ? guests_timeout_ms_ : options_.wait_return_ms;
    const bool is_patient = is_first && waits_ms == 0;
    // Who is on its way has its own bounds (watch_comers).
    const bool is_awaited = std::any_of(
        peers_.all().begin(), peers_.all().end(),
        [](const auto& entry) { return entry.second.comer && entry.second.comer->is_ready; });
    if (is_patient || is_awaited ||
        course_.now() - *alone_since_ < std::chrono::milliseconds(waits_ms)) {
        return;
    }
    if (is_first) {
        course_.lost_text = "nobody came within " + std::to_string(waits_ms) + " ms";
        play_.agreement().lose_at(play_.ticks_done(), Slot{1});
        play_.stand(std::nullopt);
        return;
    }
    Slot last;
    for (const auto& [slot, away] : slots_away_) {
        last = slots_away_.contains(last) && away.since <= slots_away_[last].since ? last : slot;
    }
    const std::string text = player_text(last, names_[last.index]) + " did not come back within " +
                             std::to_string(options_.wait_return_ms) + " ms";
    // The tick is that of the absence, also after somebody has built on what was played since.
    const auto absent = play_.agreement().presence(last.index).absent_from();
    play_.report(Left{last, LeftReason::timeout,
                      std::min(absent.value_or(alone_from_), play_.ticks_done()), text});
    end_standing(last, text);
}

// `last` is the one for whom we waited.
void Host::end_standing(Slot last, const std::string& text) {
    const auto absent = play_.agreement().presence(last.index).absent_from();
    const std::uint64_t from = std::min(absent.value_or(alone_from_), play_.ticks_done());
    course_.lost_text = text;
    play_.agreement().lose_at(play_.ticks_done(), last);
    play_.match().add_mark({sim::MarkKind::left, sim::Tick{from}, last.index, 0, {}});
    play_.stand(std::nullopt);
}

bool Host::may_anybody_come() const {
    const bool comes = std::any_of(peers_.all().begin(), peers_.all().end(), [](const auto& entry) {
        return entry.second.comer.has_value();
    });
    return comes || !slots_away_.empty() || open_slot_for_newcomer();
}

// Whoever comes back needs the inputs from here on.
void Host::keep_for_comers() {
    std::optional<std::uint64_t> from;
    const std::uint64_t done = play_.ticks_done();
    const std::uint64_t oldest = done - std::min(done, k_window_ticks / 2);
    for (auto& [slot, away] : slots_away_) {
        // Who was away for longer is given a state, of a tick that was a short time ago.
        const std::uint64_t needed =
            away.keeps_from >= oldest ? away.keeps_from : done - std::min(done, k_recent_ticks);
        from = std::min(from.value_or(needed), needed);
    }
    const auto keep_from_gift = [&](std::uint64_t ticks) {
        const std::uint64_t needed = ticks - std::min<std::uint64_t>(ticks, 1);
        from = std::min(from.value_or(needed), needed);
    };
    for (const auto& [id, peer] : peers_.all()) {
        if (peer.comer && peer.comer->gift) {
            keep_from_gift(peer.comer->gift->ticks_done);
        }
    }
    if (const auto gift = giver_.oldest()) {
        keep_from_gift(*gift);
    }
    play_.keep_inputs_from(from);
}

// At the end nobody waits for those who are not there, and those who come are told.
void Host::part_from_comers(const std::string& why) {
    std::vector<PeerId> comers;
    for (const auto& [id, peer] : peers_.all()) {
        if (peer.comer || away_.contains(id)) {
            comers.push_back(id);
        }
    }
    for (const PeerId id : comers) {
        peers_.send(id, Bye{sim::EndReason::interrupted, why});
        drop_line(id);
    }
}

}  // namespace tandem::net
