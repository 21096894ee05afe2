// SPDX-License-Identifier: MIT
// A guest that comes back: it calls its host again, proves which slot is its own, and takes the
// match up where the host says, from its own state or from one that it is given.
#include <algorithm>
#include <string>
#include <utility>

#include <tandem/net/session/guest.hpp>
#include <tandem/net/session/handshake.hpp>
#include <tandem/net/ticket/ticket.hpp>

namespace tandem::net {
namespace {

using std::chrono::milliseconds;

// A host that does not answer is called anew after this time. A handshake over a bad line takes
// about as long.
constexpr Time k_call_again = std::chrono::seconds(5);
// A host that answers and closes at once is not called without a rest.
constexpr Time k_rest = milliseconds(500);
// Our own state is cut into pieces by so many bytes in a call, which takes a few milliseconds.
constexpr std::size_t k_pieces_bytes = std::size_t{4} << 20;
// A host that gives a state and says nothing for so long is called anew.
constexpr Time k_giving_patience = std::chrono::seconds(10);

SlotGiven given_of(const SlotTicket& ticket) {
    return {ticket.match, ticket.slot, ticket.given, ticket.generation};
}

}  // namespace

// ---- Losing the host for a while ----

bool Guest::may_come_back() const {
    return ticket_ && options_.wait_return_ms != 0 && play_.has_begun() &&
           course_.stage() == SessionStage::playing && !play_.own_inputs().end() &&
           play_.own_inputs().may_ask() && !play_.agreement().presence(0).absent_from();
}

void Guest::begin_return(Peer& host, const std::string& text) {
    certain_ = std::max(certain_, certain_until(host));
    const std::uint64_t tick =
        is_absent_ ? absent_from_
                   : std::min(play_.agreement().confirmed_until(play_.ticks_done()), certain_);
    if (!is_absent_) {
        play_.report(Absented{play_.own(), tick, text, options_.wait_return_ms});
    }
    held_up_.reset();
    said_back_.reset();
    away_ = Away{course_.now(), course_.now(), text, {}};
    play_.pace().remove_peer(host.id);
    course_.await_return();
    peers_.reconnect();
}

void Guest::watch_return() {
    if (course_.stage() == SessionStage::gathering && join_.ticket) {
        return;  // the handshake has a patience of its own
    }
    if (course_.stage() != SessionStage::returning) {
        return;
    }
    const Time now = course_.now();
    Peer* peer = host();
    if (fetch_ && peer != nullptr) {
        go_on_fetching(*peer);
        return;
    }
    if (now - away_->since >= milliseconds(options_.wait_return_ms)) {
        give_up_return("the host was not found again within " +
                       std::to_string(options_.wait_return_ms) + " ms");
    } else if (now - std::max(away_->called, peer == nullptr ? Time{0} : peer->heard_at) >=
               k_call_again) {
        call_again();
    }
}

void Guest::call_again() {
    fetch_.reset();
    away_->called = course_.now();
    peers_.reconnect();
}

// A line that fails again is called again, after a moment. What the host says or breaks ends it.
void Guest::lose_while_returning(PeerId id, LeftReason reason, const std::string& text) {
    if (reason == LeftReason::timeout || reason == LeftReason::closed) {
        fetch_.reset();
        peers_.close(id);
        away_->called = course_.now() + k_rest - k_call_again;
    } else {
        give_up_return(text);
    }
}

// The certain ticks are kept here; nothing is played on.
void Guest::give_up_return(const std::string& why) {
    fetch_.reset();
    const std::string text = away_->why.empty() ? why : away_->why + "; " + why;
    play_.report(Left{Slot{0}, LeftReason::timeout, play_.match().ticks_told(), text});
    play_.match().add_mark({sim::MarkKind::left, sim::Tick{play_.match().ticks_told()}, 0, 0, {}});
    course_.end(sim::EndReason::peer_lost, Slot{0}, Error{ErrorCode::network, "", text});
}

// ---- The claim ----

SlotTicket ticket_of(const SlotSecret& secret) {
    return {secret.of.match, secret.of.slot, secret.of.given, secret.of.generation,
            SecretKey(secret.secret)};
}

bool Guest::comes_back() const {
    return course_.stage() == SessionStage::returning || (join_.ticket && !play_.has_begun());
}

Claim Guest::make_claim(const Peer& host) const {
    Claim claim;
    claim.of = given_of(*ticket_);
    if (play_.has_begun()) {
        const std::uint64_t told = std::min(certain_, play_.ticks_done());
        claim.past = HeldPast{told, *play_.match().chain_at(told)};
        if (can_go_back_to(told)) {
            for (std::uint32_t slot = 0; slot < play_.agreement().players(); ++slot) {
                claim.has.push_back(play_.agreement().inputs(slot).next());
            }
        }
    } else if (join_.past) {
        claim.past = HeldPast{join_.past->ticks_done, join_.past->chain};
    }
    claim.proof = prove(ticket_->secret, Prover::guest, host.connection, claimed_bytes(claim));
    return claim;
}

// The host may say that we were absent from any tick on from the last certain one.
bool Guest::can_go_back_to(std::uint64_t ticks_done) const {
    for (std::uint64_t ticks = ticks_done; ticks < play_.ticks_done(); ++ticks) {
        const Moment* moment = play_.match().history().find(ticks);
        if (moment == nullptr || !moment->has_state) {
            return false;
        }
    }
    return !lost_inputs_;
}

// The welcome of one whose match runs here: there is nothing to reset.
void Guest::receive_welcome_back(Peer& host, const Welcome& welcome) {
    const bool is_same =
        welcome.setup == sim::encode_setup(play_.setup()) && Slot{welcome.slot} == play_.own();
    if (!is_same) {
        refuse(host, Refusal{RefusalReason::setup, "another match's setup or slot",
                             "slot " + std::to_string(play_.own().index) + " of its own"});
        return;
    }
    host.slot = Slot{0};
    host.name = welcome.player_name;
    host.programs = compare_programs(identity_.program, welcome.identity.program);
    host.stage = PeerStage::welcomed;
    peers_.send(host.id, play_.match().ready());
}

// ---- The host's answer ----

void Guest::receive_rejoin(Peer& host, Rejoin rejoin) {
    if (rejoin.secret && !ticket_) {
        ticket_ = ticket_of(*rejoin.secret);
    }
    if (!ticket_) {
        lose_for_protocol_error(host.id, "a place in the match without the secret of a slot");
        return;
    }
    if (auto wrong = find_wrong_rejoin(host, rejoin)) {
        lose_for_protocol_error(host.id, *wrong);
        return;
    }
    if (host.link) {
        play_.unlink(host);  // a newcomer is given a link where it takes the match up
    }
    host.stage = PeerStage::ready;
    if (!rejoin.given && rejoin.generation > ticket_->generation) {
        go_on_in_next_generation(host, rejoin);
        return;
    }
    if (!rejoin.given) {
        go_on_with_own_state(host, rejoin);
        return;
    }
    if (rejoin.given->state_bytes > options_.given_state_bytes_max) {
        refuse(host,
               Refusal{RefusalReason::state,
                       "a state of " + std::to_string(rejoin.given->state_bytes) + " bytes",
                       "takes " + std::to_string(options_.given_state_bytes_max) + " at most"});
        return;
    }
    if (play_.has_begun() && rejoin.ticks_done < play_.ticks_done()) {
        give_up_return("the match has kept " + std::to_string(rejoin.kept) + " of " +
                       std::to_string(play_.match().ticks_told()) +
                       " ticks; come back with their recording");
        return;
    }
    lost_inputs_ = true;
    if (auto follows = play_.follow_from(rejoin); !follows) {
        lose_for_protocol_error(host.id, follows.error().text());
        return;
    }
    if (course_.stage() == SessionStage::gathering) {
        away_ = Away{course_.now(), course_.now(), {}, {}};
        course_.await_return();
    }
    fetch_ = std::make_unique<Fetch>();
    fetch_->rejoin = std::move(rejoin);
    fetch_->base = std::make_unique<OwnState>(play_.match().simulation().info().state_schema,
                                              state_to_begin_with());
    fetch_->since = course_.now();
    fetch_->nearer_at = course_.now();
}

std::optional<std::string> Guest::find_wrong_rejoin(const Peer& host, const Rejoin& rejoin) const {
    const TicketProof proof =
        prove(ticket_->secret, Prover::host, host.connection, rejoined_bytes(rejoin));
    // A time of so many ticks can still be reckoned with.
    const auto ticks_max = static_cast<std::uint64_t>(
        Time::max() / play_.pace().match_time().period() / std::int64_t{4});
    const std::uint32_t slots = play_.agreement().players();
    if (!is_same(proof, rejoin.proof)) {
        return "a host that does not know this slot's secret";
    }
    if (rejoin.generation < ticket_->generation) {
        return "generation " + std::to_string(rejoin.generation) + " of the match, after " +
               std::to_string(ticket_->generation);
    }
    if (rejoin.presence.size() != slots || rejoin.ticks_done > ticks_max ||
        rejoin.due > ticks_max || rejoin.due < rejoin.ticks_done ||
        rejoin.absent_from > ticks_max ||
        (rejoin.given && rejoin.absent_from > rejoin.ticks_done) ||
        (rejoin.end && rejoin.end->tick < rejoin.ticks_done)) {
        return "a place in the match that cannot be";
    }
    const auto past = claimed_past();
    const bool is_kept = past && rejoin.kept == past->ticks_done;
    if (is_kept && rejoin.past_chain && rejoin.past_chain != past->chain) {
        return "another history of the match than its receiver has recorded";
    }
    if (rejoin.kept > (past ? past->ticks_done : 0)) {
        return "that the match has kept more ticks than its receiver has recorded";
    }
    const bool is_own_state_fit = play_.has_begun() && past &&
                                  rejoin.ticks_done == past->ticks_done &&
                                  can_go_back_to(past->ticks_done);
    if (!rejoin.given && !is_own_state_fit) {
        return "that the match goes on from tick " + std::to_string(rejoin.ticks_done) +
               ", where its receiver cannot";
    }
    return std::nullopt;
}

std::optional<HeldPast> Guest::claimed_past() const { return away_ ? away_->past : first_past_; }

// The host's list of who takes part when goes on where ours ends.
bool Guest::follow_presence(const Rejoin& rejoin) {
    Agreement& agreement = play_.agreement();
    const std::uint64_t from = rejoin.ticks_done;
    for (std::uint32_t slot = 0; slot < agreement.players(); ++slot) {
        const auto known = agreement.presence(slot).changes_from(from);
        const auto& theirs = rejoin.presence[slot].changes;
        const bool was_present =
            agreement.presence(slot).at(from - std::min<std::uint64_t>(from, 1));
        if (was_present != rejoin.presence[slot].is_present || known.size() > theirs.size() ||
            !std::equal(known.begin(), known.end(), theirs.begin())) {
            return false;
        }
        if (Slot{slot} == play_.own()) {
            continue;
        }
        for (std::size_t index = known.size(); index < theirs.size(); ++index) {
            const bool leaves = !agreement.presence(slot).absent_from();
            if (leaves && theirs[index] < agreement.inputs(slot).next()) {
                return false;
            }
            leaves ? agreement.leave_at(slot, theirs[index])
                   : agreement.return_at(slot, theirs[index]);
        }
    }
    const auto& own = rejoin.presence[play_.own().index].changes;
    const std::size_t known = agreement.presence(play_.own().index).changes_from(from).size();
    // At most the absence that lasts is new to us: we cannot have been back without knowing.
    const std::size_t expected = known + (is_absent_ ? 0U : 1U);
    return own.size() == expected && (is_absent_ || own.back() == rejoin.absent_from);
}

void Guest::go_on_with_own_state(Peer& host, const Rejoin& rejoin) {
    if (!follow_presence(rejoin)) {
        lose_for_protocol_error(host.id, "who takes part when, but not as was told before");
        return;
    }
    if (rejoin.end) {
        play_.agreement().end_at({rejoin.end->tick, rejoin.end->reason, Slot{rejoin.end->slot}});
    }
    std::vector<std::uint64_t> has;
    for (std::uint32_t slot = 0; slot < play_.agreement().players(); ++slot) {
        has.push_back(play_.agreement().inputs(slot).next());
    }
    std::uint64_t& own = has[play_.own().index];
    own = std::min(own, rejoin.absent_from);
    play_.relink(host, {play_.own().index}, has, course_.now());
    host.link->set_equal(rejoin.ticks_done);  // as its proof of our past says
    play_.set_time(rejoin.due, course_.now());
    course_.play();
    away_.reset();
    if (!is_absent_) {
        // It is true of every side that it goes on without us from there.
        receive_own_absence(
            host, Absent{rejoin.absent_from, play_.own().index, true, "the connection was lost"});
    }
}

// The host was resumed and stands just where our certain ticks end. What was given for later ticks
// does not count any more.
void Guest::go_on_in_next_generation(Peer& host, const Rejoin& rejoin) {
    if (auto gone_back = play_.go_back_to(rejoin); !gone_back) {
        lose_for_protocol_error(host.id, gone_back.error().text());
        return;
    }
    const std::vector<std::uint64_t> has(play_.agreement().players(), rejoin.ticks_done);
    resume_play(host, rejoin, has);
}

void Guest::resume_play(Peer& host, const Rejoin& rejoin, const std::vector<std::uint64_t>& has) {
    ticket_->generation = rejoin.generation;
    play_.relink(host, {play_.own().index}, has, course_.now());
    host.link->set_equal(rejoin.ticks_done);
    play_.set_time(rejoin.due, course_.now());
    certain_ = rejoin.ticks_done;
    is_absent_ = true;
    absent_from_ = rejoin.absent_from;
    said_back_.reset();
    lost_inputs_ = false;
    away_.reset();
    course_.play();
}

// ---- What a resumed host lacks ----

void Guest::receive_bring(Peer& host, const Bring& bring) {
    const auto past = claimed_past();
    if (!past || bring.from >= past->ticks_done) {
        lose_for_protocol_error(host.id, "it asks for ticks that were not claimed");
        return;
    }
    constexpr std::size_t k_content_bytes = std::size_t{64} << 10;
    Brought brought{bring.from, {}};
    std::size_t bytes = 0;
    for (std::uint64_t tick = bring.from; tick < past->ticks_done; ++tick) {
        const sim::Bytes* record = recorded(tick);
        if (record == nullptr) {
            brought.records.clear();  // without the first ones the others are of no use
            peers_.send(host.id, brought);
            return;
        }
        if (brought.records.size() == ReturnLimits::records_max ||
            bytes + record->size() > k_content_bytes) {
            peers_.send(host.id, std::exchange(brought, Brought{tick, {}}));
            bytes = 0;
        }
        brought.records.push_back(*record);
        bytes += record->size();
    }
    peers_.send(host.id, brought);
}

const sim::Bytes* Guest::recorded(std::uint64_t tick) const {
    if (play_.has_begun()) {
        return play_.match().record_at(tick);
    }
    const JoinOptions::Past& past = *join_.past;
    const std::uint64_t from = past.ticks_done - past.records.size();
    return tick < from || tick >= past.ticks_done ? nullptr : &past.records[tick - from];
}

// ---- A state that is given ----

// Whatever is here already need not travel.
sim::Bytes Guest::state_to_begin_with() const {
    if (play_.has_begun()) {
        return play_.match().simulation().save();
    }
    if (join_.past && !join_.past->state.empty()) {
        return join_.past->state;
    }
    return play_.match().reset_moment().state;
}

void Guest::go_on_fetching(Peer& host) {
    Fetch& fetch = *fetch_;
    const GivenState& given = *fetch.rejoin.given;
    const Time now = course_.now();
    if (now - fetch.nearer_at >= milliseconds(options_.wait_return_ms)) {
        give_up_return("the host gives no more of its state");
        return;
    }
    if (now - std::max(fetch.nearer_at, host.heard_at) >= k_giving_patience) {
        call_again();
        return;
    }
    if (!fetch.base->pieces.build(k_pieces_bytes)) {
        return;
    }
    if (!fetch.walk) {
        fetch.walk = std::make_unique<StateWalk>(*fetch.base, given.state_hash, given.state_bytes,
                                                 giving_bounds(given.state_bytes));
    }
    for (auto hashes = fetch.walk->next_ask(); !hashes.empty(); hashes = fetch.walk->next_ask()) {
        peers_.send(host.id, Ask{fetch.rejoin.ticks_done, std::move(hashes)});
    }
    if (now - fetch.told >= milliseconds(500)) {
        fetch.told = now;
        play_.report(Coming{play_.own(), std::min(fetch.walk->bytes_told(), given.state_bytes),
                            given.state_bytes, 0});
    }
    if (fetch.walk->end() == StateWalk::End::whole) {
        begin_at_given_state(host);
    } else if (fetch.walk->is_over()) {
        give_up_return("the state that the host gives does not come about");
    }
}

void Guest::receive_part(Peer& host, const Part& part) {
    sim::Bytes& parts = fetch_->parts;
    fetch_->nearer_at = course_.now();
    if (parts.size() + part.bytes.size() > k_message_bytes_max) {
        lose_for_protocol_error(host.id, "a message without an end");
        return;
    }
    sim::append(parts, part.bytes);
    if (!part.is_last) {
        return;
    }
    const auto message = decode_message(std::exchange(parts, {}));
    const auto* pieces = message ? std::get_if<Pieces>(&*message) : nullptr;
    if (pieces == nullptr) {
        lose_for_protocol_error(host.id, "parts of what is no part of a state");
        return;
    }
    receive_pieces(host, *pieces);
}

void Guest::receive_pieces(Peer& host, const Pieces& pieces) {
    if (!fetch_ || !fetch_->walk || pieces.ticks_done != fetch_->rejoin.ticks_done) {
        lose_for_protocol_error(host.id, "pieces of a state that was not asked for");
        return;
    }
    if (auto received = fetch_->walk->receive(pieces.contents); !received) {
        lose_for_protocol_error(host.id, received.error().text());
        return;
    }
    fetch_->nearer_at = course_.now();
}

void Guest::begin_at_given_state(Peer& host) {
    const std::unique_ptr<Fetch> fetch = std::move(fetch_);
    const Rejoin& rejoin = fetch->rejoin;
    peers_.send(host.id, Enough{rejoin.ticks_done});
    play_.relink(host, {play_.own().index},
                 std::vector<std::uint64_t>(play_.agreement().players(), rejoin.ticks_done),
                 course_.now());
    host.link->set_equal(rejoin.ticks_done);  // our history begins there, and it is the host's
    play_.pace().set_way_beyond(host.id, std::chrono::microseconds(rejoin.way_beyond_us));
    const bool is_new = !play_.has_begun();
    play_.name_match(ticket_->match, rejoin.generation);
    if (auto begun = play_.begin_at_given(rejoin, fetch->walk->state(), course_.now()); !begun) {
        course_.fail(begun.error());
        return;
    }
    const auto waited = static_cast<std::uint64_t>((course_.now() - fetch->since) /
                                                   play_.pace().match_time().period());
    play_.set_time(rejoin.due + waited, course_.now());
    if (is_new) {
        play_.pace().settle_first_delay();
    }
    ticket_->generation = rejoin.generation;
    certain_ = rejoin.ticks_done;
    is_absent_ = true;
    absent_from_ = rejoin.ticks_done;
    said_back_.reset();
    lost_inputs_ = false;
    away_.reset();
    course_.play();
}

}  // namespace tandem::net
