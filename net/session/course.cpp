// SPDX-License-Identifier: MIT
// Carries out endings and disputes.
#include <tandem/net/session/course.hpp>

#include <utility>

#include <tandem/net/session/autopsy.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

// If the time between two calls is longer than this, it was we who stood still.
constexpr Time k_judged_max = std::chrono::milliseconds(250);
// The bytes of a state that are cut into pieces in one call, which takes a few milliseconds.
constexpr std::size_t k_build_bytes = std::size_t{4} << 20;

// True if a session may go from the one stage to the other.
bool may_follow(SessionStage stage, SessionStage next) {
    switch (next) {
        case SessionStage::gathering:
            return false;
        case SessionStage::starting:
            return stage == SessionStage::gathering;
        case SessionStage::playing:
            // A guest begins to play when the start reaches it.
            return stage != SessionStage::ended;
        case SessionStage::finishing:
            return stage == SessionStage::playing;
        case SessionStage::returning:
            return stage == SessionStage::gathering || stage == SessionStage::playing ||
                   stage == SessionStage::finishing;
        case SessionStage::disputing:
            return stage == SessionStage::playing || stage == SessionStage::finishing ||
                   stage == SessionStage::disputing;
        case SessionStage::ended:
            return stage != SessionStage::ended;
    }
    return false;
}

}  // namespace

std::optional<Time> Course::on_call(Time now, Time patience) {
    const Time gap = now - now_;
    now_ = now;
    const bool plays = stage_ == SessionStage::starting || is_running();
    return plays && gap >= patience ? std::optional(gap) : std::nullopt;
}

void Course::on_advance() {
    elapsed_ = std::min(now_ - advanced_at_.value_or(now_), k_judged_max);
    advanced_at_ = now_;
}

// ---- Stages ----

void Course::go_to(SessionStage next) {
    TANDEM_ASSERT(may_follow(stage_, next));
    stage_ = next;
}

void Course::finish_if_complete() {
    if (stage_ == SessionStage::playing && play_->is_complete()) {
        go_to(SessionStage::finishing);
    }
}

// ---- Endings ----

void Course::end(sim::EndReason reason, Slot slot, std::optional<Error> error) {
    if (stage_ != SessionStage::ended) {
        conclude(reason, slot, std::move(error));
    }
}

Ended Course::conclude(sim::EndReason reason, Slot slot, std::optional<Error> error) {
    go_to(SessionStage::ended);
    Ended ended{reason, slot, 0, {}, std::move(error)};
    Match& match = play_->match();
    if (match.is_started()) {
        if (auto finished = match.finish(reason); !finished && !ended.error) {
            ended.error = finished.error();
        }
        ended.ticks = match.ticks_told();
        ended.chain = match.chain_told();
    }
    while (!peers_->all().empty()) {
        peers_->close(peers_->all().begin()->first);
    }
    play_->report(ended);
    return ended;
}

void Course::fail(const Error& error) {
    const bool is_step = error.code == ErrorCode::step_failed;
    const auto reason = is_step ? sim::EndReason::step_failed : sim::EndReason::recording_failed;
    // The others are not told things that they can neither see nor change, as a file's name.
    const std::string why = is_step                       ? error.text()
                            : error.code == ErrorCode::io ? "its recording cannot be written"
                                                          : "it had a fault of its own";
    peers_->send_parting(Bye{reason, why});
    if (is_step) {
        // A person who looks into it needs every tick up to the one that failed.
        static_cast<void>(play_->match().confirm(~std::uint64_t{0}));
    }
    end(reason, play_->own(), error);
}

Ended Course::break_off(Bye bye, std::optional<Error> error) {
    const sim::EndReason reason = bye.reason;
    peers_->send_parting(bye);
    if (play_->match().is_started()) {
        static_cast<void>(play_->match().confirm(~std::uint64_t{0}));
    }
    if (stage_ != SessionStage::ended) {
        return conclude(reason, play_->own(), std::move(error));
    }
    return {reason, play_->own(), play_->match().ticks_told(), play_->match().chain_told(),
            std::move(error)};
}

void Course::end_as_agreed() {
    std::optional<Error> error;
    if (play_->own_inputs().end() && play_->own_inputs().end()->error) {
        error = play_->own_inputs().end()->error;
    } else if (!lost_text.empty()) {
        error = Error{ErrorCode::network, "", lost_text};
    }
    const AgreedEnd& agreed = *play_->agreement().end();
    end(agreed.reason, agreed.who, error);
}

void Course::end_by_desync(const Desynced& desync) {
    end(sim::EndReason::desync, desync.slot, Error{ErrorCode::divergence, "", desync.text});
}

// The peer may tell no hash of its last tick any more; a side that plays on tells later ones.
void Course::compare_end(Peer& peer) {
    const Moment* moment =
        peer.done && peer.link ? play_->match().history().find(peer.done->ticks) : nullptr;
    if (moment != nullptr && moment->hashes.chain == peer.done->chain) {
        peer.link->set_equal(peer.done->ticks);
    }
}

Result<bool> Course::finish_with(Peer& peer, std::uint64_t ticks, bool is_told_by_another) {
    if (play_->ticks_done() < ticks) {
        return false;
    }
    const Moment* moment = play_->match().history().find(ticks);
    compare_end(peer);
    const bool is_compared = peer.link->ticks_compared() >= ticks;
    if (!peer.done_is_sent && moment != nullptr && (is_compared || is_told_by_another)) {
        peers_->send(peer.id, Done{ticks, moment->hashes.chain});
        peer.done_is_sent = true;
    }
    if (!peer.done) {
        return false;
    }
    if (peer.done->ticks != ticks) {
        return Error{ErrorCode::bad_data, "",
                     "it ended after " + std::to_string(peer.done->ticks) + " ticks, agreed were " +
                         std::to_string(ticks)};
    }
    if (moment != nullptr && peer.done->chain != moment->hashes.chain) {
        return Error{ErrorCode::divergence, "",
                     "after the last of " + std::to_string(ticks) + " ticks its history differs"};
    }
    return is_compared;
}

// ---- A desync ----

void Course::dispute(Peer& peer, std::uint64_t ticks_agreed, std::uint64_t ticks_differ,
                     Time deadline) {
    peer.dispute.emplace(ticks_agreed, ticks_differ, deadline);
    play_->report(Alarm{peer.slot, ticks_agreed, ticks_differ});
    peers_->send(peer.id, peer.dispute->our_chains(play_->match().history()));
}

Result<void> Course::receive_differ(Peer& peer, const Differ& differ, Time deadline) {
    return receive_dispute(peer, differ.from, deadline, [&](Dispute& heard) {
        return heard.receive_chains(differ, play_->match().history());
    });
}

Result<void> Course::receive_report(Peer& peer, const Autopsy& autopsy, Time deadline) {
    return receive_dispute(peer, autopsy.ticks_done, deadline, [&](Dispute& heard) {
        return heard.receive_report(autopsy, play_->match().history());
    });
}

Result<void> Course::receive_dispute(Peer& peer, std::uint64_t ticks_differ, Time deadline,
                                     const ReceiveTheirs& receive_theirs) {
    if (play_->match().history().find(peer.link->ticks_compared()) == nullptr) {
        return Error{ErrorCode::bad_data, "",
                     "it tells of a difference after tick " + std::to_string(ticks_differ) +
                         ", but its history is too old to compare"};
    }
    Dispute heard =
        peer.dispute.value_or(Dispute(peer.link->ticks_compared(), ticks_differ, deadline));
    auto report = receive_theirs(heard);
    TANDEM_TRY(report);
    if (!peer.dispute) {
        dispute(peer, heard.ticks_agreed(), heard.ticks_differ(), deadline);
    }
    peer.dispute = std::move(heard);
    if (*report) {
        peers_->send(peer.id, **std::move(report));
    }
    if (peer.dispute->needs_own_state()) {
        const Moment* moment = play_->match().history().find(peer.dispute->ticks_differ());
        peer.dispute->give_own_state(own_state(*moment), moment->state_hash);
    }
    return {};
}

std::shared_ptr<OwnState> Course::own_state(const Moment& moment) {
    if (!moment.has_state || moment.state.size() > PieceLimits::state_bytes_max) {
        return nullptr;
    }
    std::shared_ptr<OwnState> own = own_state_.lock();
    if (!own || own_state_ticks_ != moment.ticks_done) {
        own = std::make_shared<OwnState>(play_->match().simulation().info().state_schema,
                                         moment.state);
        own_state_ = own;
        own_state_ticks_ = moment.ticks_done;
    }
    return own;
}

bool Course::is_of_walk(const Message& message) {
    return std::holds_alternative<Ask>(message) || std::holds_alternative<Pieces>(message) ||
           std::holds_alternative<Enough>(message);
}

Result<void> Course::receive_walk(Peer& peer, const Message& message) {
    if (!peer.dispute) {
        return Error{ErrorCode::bad_data, "", "a message out of its turn"};
    }
    if (const auto* ask = std::get_if<Ask>(&message)) {
        return peer.dispute->receive_ask(*ask);
    }
    if (const auto* pieces = std::get_if<Pieces>(&message)) {
        return peer.dispute->receive_pieces(*pieces);
    }
    return peer.dispute->receive_enough(std::get<Enough>(message));
}

Result<void> Course::go_on(Peer& peer) {
    auto messages = peer.dispute->go_on(k_build_bytes);
    TANDEM_TRY(messages);
    for (const Message& message : *messages) {
        peers_->send(peer.id, message);
    }
    return {};
}

Desynced Course::explain(const Peer& peer) {
    Match& match = play_->match();
    const Dispute& dispute = *peer.dispute;
    const Moment* ours = match.history().find(dispute.ticks_differ());
    const sim::GameInfo& game = match.simulation().info();
    const StatesAtDesync states = dispute.states(*ours, game.state_schema);
    Desynced desync = explain_desync(game, play_->agreement().players(), peer.slot, *ours, states,
                                     dispute.their_chain(), dispute.report(), peer.programs);
    match.add_mark({sim::MarkKind::desync, desync.tick, peer.slot.index,
                    desync.theirs ? desync.theirs->value : 0, desync.text});
    // Both sides have simulated that tick, so both record it.
    const std::uint64_t certain = std::max(dispute.ticks_differ(), match.ticks_told());
    auto told = match.confirm(certain);
    if (told && states.ours != nullptr) {
        told = match.give_evidence(*ours, *states.ours);
    }
    play_->report(desync);
    if (!told) {
        fail(told.error());
    }
    return desync;
}

}  // namespace tandem::net
