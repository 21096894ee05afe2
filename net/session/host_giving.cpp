// SPDX-License-Identifier: MIT
// Gives those who come back what they lack: the inputs since, or a state of the match.
#include <algorithm>
#include <string>
#include <utility>

#include <tandem/net/session/host.hpp>
#include <tandem/net/ticket/ticket.hpp>

namespace tandem::net {
namespace {

// A moment that is older than this is not given to somebody who has just come.
constexpr Time k_gift_age_max = std::chrono::seconds(1);
// A state is cut into pieces by so many bytes in a call, which takes a few milliseconds.
constexpr std::size_t k_cut_bytes = std::size_t{4} << 20;
// Who gets no nearer to the match for so long is refused.
constexpr Time k_nearer_within = std::chrono::seconds(10);
// So many states are given to a slot within this time.
constexpr std::size_t k_gifts_max = 3;
constexpr Time k_gifts_within = std::chrono::minutes(10);
// How far a comer is, is told this often.
constexpr Time k_coming_told = std::chrono::milliseconds(500);

}  // namespace

// ---- Where a comer takes the match up ----

void Host::serve_comers() {
    std::vector<PeerId> comers;
    for (const auto& [id, peer] : peers_.all()) {
        if (peer.comer && peer.comer->is_ready && !peer.link && !is_ahead(peer.comer->claim)) {
            comers.push_back(id);
        }
    }
    std::optional<std::uint64_t> not_before;
    for (const PeerId id : comers) {
        Peer& peer = *peers_.find(id);
        // We may have played what it holds since it came.
        const auto wrong = peer.comer->gift ? std::nullopt : find_wrong_past(peer.comer->claim);
        if (wrong) {
            refuse(peer, *wrong);
        } else if (!peer.comer->gift && can_go_on(peer)) {
            go_on_with(peer);
        } else if (!peer.comer->gift) {
            const auto absent = play_.agreement().presence(peer.slot.index).absent_from();
            not_before = std::max(not_before.value_or(0), absent.value_or(0));
        }
    }
    if (not_before) {
        prepare_gift(*not_before);
    } else if (comers.empty()) {
        giver_.rest();
    }
    const bool is_longer =
        std::any_of(peers_.all().begin(), peers_.all().end(), [&](const auto& entry) {
            return entry.second.link && is_way_longer(play_.pace().line(entry.first));
        });
    spare_.advance(course_.now(), is_longer);
    for (const PeerId id : comers) {
        Peer* peer = peers_.find(id);
        if (peer != nullptr && peer->comer && !peer->link) {
            serve_comer(*peer);
        }
    }
}

void Host::prepare_gift(std::uint64_t not_before) {
    if (is_gift_fresh(not_before)) {
        return;
    }
    std::uint64_t equal_until = play_.ticks_done();
    for (const auto& [id, peer] : peers_.all()) {
        if (peer.link && !away_.contains(id) &&
            !play_.agreement().presence(peer.slot.index).absent_from()) {
            equal_until = std::min(equal_until, peer.link->ticks_compared());
        }
    }
    // Who is given a state takes part in what follows, and needs the inputs since.
    for (std::uint32_t slot = 0; slot < setup_.slots; ++slot) {
        const bool plays = !play_.agreement().presence(slot).absent_from();
        not_before = std::max(not_before, plays ? play_.agreement().inputs(slot).base() + 1 : 0);
    }
    giver_.prepare(play_.match(), std::min(not_before, play_.ticks_done()), equal_until);
}

std::shared_ptr<const Gift> Host::is_gift_fresh(std::uint64_t not_before) const {
    const auto age =
        static_cast<std::uint64_t>(k_gift_age_max / play_.pace().match_time().period()) + 1;
    return giver_.gift(play_.match(), not_before, age);
}

void Host::serve_comer(Peer& peer) {
    Comer& comer = *peer.comer;
    if (!comer.gift) {
        const auto absent = play_.agreement().presence(peer.slot.index).absent_from();
        if (!giver_.refusal().empty()) {
            refuse(peer, Refusal{RefusalReason::state, giver_.refusal(), "needs a state"});
        } else if (auto gift = is_gift_fresh(absent.value_or(0))) {
            give(peer, std::move(gift));
        }
        return;
    }
    send_backlog(peer);
    if (!comer.gift->state->pieces.build(k_cut_bytes) || !comer.backlog.empty()) {
        return;
    }
    auto answer = comer.teller->next_answer();
    if (!answer) {
        lose_for_protocol_error(peer.id, answer.error().text());
    } else if (*answer) {
        comer.backlog.push_back(
            encode_message(Pieces{comer.gift->ticks_done, **std::move(answer)}));
        comer.begun = 0;
        send_backlog(peer);
    }
}

// The match's own packets come first: nothing may wait behind a state in the queue of a line.
void Host::send_backlog(Peer& peer) {
    Comer& comer = *peer.comer;
    while (!comer.backlog.empty() && spare_.bytes() > 0) {
        const sim::Bytes& message = comer.backlog.front();
        const std::size_t bytes =
            std::min({message.size() - comer.begun, spare_.bytes(), ReturnLimits::part_bytes_max});
        const auto from = message.begin() + static_cast<std::ptrdiff_t>(comer.begun);
        comer.begun += bytes;
        const bool is_last = comer.begun == message.size();
        peers_.send(peer.id, Part{is_last, {from, from + static_cast<std::ptrdiff_t>(bytes)}});
        spare_.spend(bytes);
        get_nearer(comer);
        if (is_last) {
            comer.backlog.pop_front();
            comer.begun = 0;
        }
    }
}

// A claim of an earlier generation counts as far as it is certain: inputs behind it may be others
// now.
std::vector<std::uint64_t> Host::counted_inputs(const Peer& peer) const {
    const Claim& claim = peer.comer->claim;
    return claim.of.generation < ticket_.generation
               ? std::vector<std::uint64_t>(claim.has.size(), claim.past->ticks_done)
               : claim.has;
}

// True if its own session runs, and all inputs that it lacks are here.
bool Host::can_go_on(const Peer& peer) const {
    const Claim& claim = peer.comer->claim;
    const Agreement& agreement = play_.agreement();
    if (!claim.past || claim.has.size() != setup_.slots ||
        kept_of(claim) != claim.past->ticks_done) {
        return false;
    }
    const auto changes = agreement.presence(peer.slot.index).changes_from(claim.past->ticks_done);
    if (changes.size() > 1) {
        return false;  // a bot has played its slot since
    }
    const auto counted = counted_inputs(peer);
    for (std::uint32_t slot = 0; slot < setup_.slots; ++slot) {
        const std::uint64_t has = counted[slot];
        const bool is_own = slot == peer.slot.index;
        if (is_own ? has < *agreement.presence(slot).absent_from()
                   : has > agreement.inputs(slot).next() || has < agreement.inputs(slot).base() ||
                         (agreement.presence(slot).at(has) && !agreement.before(slot, has))) {
            return false;
        }
    }
    return true;
}

Rejoin Host::rejoin_at(const Peer& peer, std::uint64_t ticks_done) const {
    const Agreement& agreement = play_.agreement();
    Rejoin rejoin;
    rejoin.generation = ticket_.generation;
    rejoin.ticks_done = ticks_done;
    rejoin.absent_from = agreement.presence(peer.slot.index).absent_from().value_or(ticks_done);
    rejoin.due = std::max(play_.pace().due_ticks(), play_.ticks_done());
    for (std::uint32_t slot = 0; slot < setup_.slots; ++slot) {
        const Presence& presence = agreement.presence(slot);
        rejoin.presence.push_back({presence.at(ticks_done - std::min<std::uint64_t>(ticks_done, 1)),
                                   presence.changes_from(ticks_done)});
    }
    if (const auto& end = agreement.end()) {
        rejoin.end = RejoinEnd{end->tick, end->reason, end->who.index};
    }
    rejoin.names = names_;
    Time beyond{0};
    for (const auto& [id, other] : peers_.all()) {
        if (other.link && id != peer.id) {
            beyond = std::max(beyond, play_.pace().way_to(id));
        }
    }
    rejoin.way_beyond_us = static_cast<std::uint32_t>(std::min<std::int64_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(beyond).count(),
        MessageLimits::way_us_max));
    if (const auto& past = peer.comer->claim.past) {
        rejoin.past_chain = known_chain(past->ticks_done);
        rejoin.kept = kept_of(peer.comer->claim);
    }
    return rejoin;
}

void Host::send_rejoin(Peer& peer, Rejoin rejoin) {
    if (peer.comer->is_new) {
        names_[peer.slot.index] = peer.name;
        rejoin.names = names_;
        rejoin.secret = give_slot(peer.slot.index);
        slots_away_[peer.slot] = {course_.now(), play_.ticks_done(), false};
        // From now on it is somebody who can be lost and come back.
        alone_since_ = alone_since_ ? std::optional(course_.now()) : std::nullopt;
    }
    rejoin.proof = prove(slot_ticket(ticket_, peer.slot.index).secret, Prover::host,
                         peer.connection, rejoined_bytes(rejoin));
    peers_.send(peer.id, rejoin);
    alone_from_ = k_no_limit;  // somebody builds on every tick that was played
    get_nearer(*peer.comer);
}

void Host::go_on_with(Peer& peer) {
    send_rejoin(peer, rejoin_at(peer, peer.comer->claim.past->ticks_done));
    attach(peer, counted_inputs(peer));
}

void Host::give(Peer& peer, std::shared_ptr<const Gift> gift) {
    auto& given = gifts_given_[peer.slot];
    std::erase_if(given, [&](Time at) { return course_.now() - at >= k_gifts_within; });
    if (given.size() >= k_gifts_max) {
        refuse(peer, Refusal{RefusalReason::state,
                             std::to_string(k_gifts_max) + " states of a slot in 10 minutes",
                             "one more"});
        return;
    }
    given.push_back(course_.now());
    Rejoin rejoin = rejoin_at(peer, gift->ticks_done);
    rejoin.given =
        GivenState{gift->state_hash, gift->hashes, gift->state->state.size(), gift->record};
    peer.comer->teller = std::make_shared<StateTeller>(*gift->state, gift->state_hash,
                                                       giving_bounds(gift->state->state.size()));
    peer.comer->gift = std::move(gift);
    send_rejoin(peer, std::move(rejoin));
}

// From now on it is sent inputs like one that was absent and has kept its connection.
void Host::attach(Peer& peer, const std::vector<std::uint64_t>& has) {
    std::vector<std::uint32_t> others;
    for (std::uint32_t slot = 0; slot < setup_.slots; ++slot) {
        if (slot != peer.slot.index) {
            others.push_back(slot);
        }
    }
    play_.relink(peer, std::move(others), has, course_.now());
    play_.pace().leave_out(peer.id, true);
    peer.link->stop_comparing();
    away_[peer.id] = course_.now();
}

// ---- The walk ----

void Host::receive_comer_message(Peer& peer, const Message& message) {
    Comer& comer = *peer.comer;
    const auto* ask = std::get_if<Ask>(&message);
    const auto* enough = std::get_if<Enough>(&message);
    Result<void> received;
    if (ask != nullptr && comer.gift && ask->ticks_done == comer.gift->ticks_done) {
        received = comer.teller->receive(ask->hashes);
    } else if (enough != nullptr && comer.gift && enough->ticks_done == comer.gift->ticks_done) {
        attach(peer, std::vector<std::uint64_t>(setup_.slots, comer.gift->ticks_done));
        get_nearer(comer);
    } else if (const auto* brought = std::get_if<Brought>(&message); brought && resumption_) {
        received = resumption_->receive(peer.id, *brought);
    } else if (const auto* agreed = std::get_if<Agreed>(&message)) {
        receive_agreed(peer, *agreed);
    } else {
        received = Error{ErrorCode::bad_data, "", "a message out of its turn"};
    }
    if (!received) {
        lose_for_protocol_error(peer.id, received.error().text());
    }
}

// ---- How far they are ----

void Host::get_nearer(Comer& comer) const { comer.nearer_at = course_.now(); }

// Nothing as long as it has not been told where it takes the match up.
std::optional<std::uint64_t> Host::ticks_behind(const Peer& peer) const {
    const std::uint64_t done = play_.ticks_done();
    const Comer& comer = *peer.comer;
    if (peer.link && peer.link->last_told()) {
        return done - std::min(done, peer.link->last_told()->ticks_done);
    }
    if (comer.gift) {
        return done - std::min(done, comer.gift->ticks_done);
    }
    const auto& past = comer.claim.past;
    return peer.link && past ? std::optional(done - std::min(done, past->ticks_done))
                             : std::nullopt;
}

void Host::watch_comers() {
    const bool is_told = course_.now() - coming_told_ >= k_coming_told;
    coming_told_ = is_told ? course_.now() : coming_told_;
    std::vector<std::pair<PeerId, std::string>> refused;
    for (auto& [id, peer] : peers_.all()) {
        if (!peer.comer || peer.stage != PeerStage::ready) {
            continue;
        }
        Comer& comer = *peer.comer;
        const std::uint64_t told = comer.teller ? comer.teller->bytes_told() : 0;
        const auto nearest = ticks_behind(peer);
        const std::uint64_t behind = nearest.value_or(0);
        if (told > comer.bytes_given || (nearest && behind < comer.behind.value_or(k_no_limit))) {
            comer.bytes_given = std::max(told, comer.bytes_given);
            comer.behind = nearest ? std::min(behind, comer.behind.value_or(behind)) : comer.behind;
            get_nearer(comer);
        }
        if (is_told) {
            const std::uint64_t bytes = comer.gift ? comer.gift->state->state.size() : 0;
            const Approach approach{peer.slot.index, std::min(told, bytes), bytes, behind};
            play_.report(Coming{peer.slot, approach.bytes_given, approach.bytes, behind});
            peers_.send_to_all(approach);
        }
        // Packets of a side that is further behind cannot be read any more.
        const bool is_too_late = peer.link ? behind >= 3 * k_window_ticks
                                           : comer.gift && behind >= 3 * (k_window_ticks / 4);
        if (is_too_late || course_.now() - comer.nearer_at >= k_nearer_within) {
            refused.emplace_back(id,
                                 std::to_string(behind) + " ticks behind" +
                                     (peer.link ? ", and gets no nearer" : ", without a state"));
        }
    }
    for (const auto& [id, text] : refused) {
        Peer& peer = *peers_.find(id);
        away_.erase(id);
        forget_agreeing(id);
        refuse(peer,
               Refusal{RefusalReason::speed, "tick " + std::to_string(play_.ticks_done()), text});
    }
}

}  // namespace tandem::net
