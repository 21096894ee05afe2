// SPDX-License-Identifier: MIT
// Ticks: asking, stepping, comparing, sending, and the end of a match.
#include <algorithm>
#include <utility>

#include <tandem/net/session/autopsy.hpp>
#include <tandem/net/session/session.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

using std::chrono::milliseconds;

// While something sent is not acknowledged it is repeated this often; a paced match does so with
// every tick anyway.
constexpr milliseconds k_repeat_interval{20};
// With nothing to say we still say that we are here, far more often than any peer_timeout_ms.
constexpr milliseconds k_keepalive_interval{100};
// A stall is told once a person notices it, then at every whole second of it.
constexpr std::uint64_t k_waiting_first_ms = 250;
constexpr std::uint64_t k_waiting_again_ms = 1000;

}  // namespace

std::vector<Event> Session::advance(Time now, std::uint64_t due_ticks) {
    note_time(now);
    keep_time(due_ticks);
    if (stood_still_) {
        drop_all_after_standstill();
    }
    if (stage_ != SessionStage::ended) {
        watch_peers();
    }
    if (stage_ != SessionStage::ended) {
        watch();
    }
    if (stage_ == SessionStage::playing) {
        adapt_delay();
        play();
        note_beginning();
    }
    compare_histories();
    confirm();
    if (stage_ == SessionStage::playing && match_->is_complete()) {
        stage_ = SessionStage::finishing;
    }
    try_finish();
    if (stage_ == SessionStage::autopsy && now_ >= pending_desync_->deadline) {
        finish_autopsy();
    }
    flush();
    std::erase_if(peers_, [](const auto& entry) { return !entry.second.is_live(); });
    return std::exchange(events_, {});
}

void Session::begin(const std::vector<std::string>& names) {
    if (options_.plant) {
        match_->timeline().set_plant(*options_.plant);
    }
    if (auto started = match_->start(); !started) {
        fail(started.error());
        return;
    }
    stage_ = SessionStage::playing;
    for (std::uint32_t slot = 0; slot < names.size(); ++slot) {
        if (!names[slot].empty()) {
            match_->add_mark({sim::MarkKind::player_name, sim::Tick{0}, slot, 0, names[slot]});
        }
    }
    match_->add_mark(
        {sim::MarkKind::input_delay, sim::Tick{0}, match_->own().index, delay_.delay_ticks(), {}});
    held_due_.emplace(setup_.tick_rate);
    due_ticks_ = due_ticks_ == k_unpaced ? k_unpaced : 0;
    const std::uint64_t end = match_->end_tick();
    events_.push_back(Started{match_->own(), match_->players(), end, names});
}

// ---- Ticks ----

void Session::ask() {
    const std::uint64_t done = match_->ticks_done();
    const std::uint64_t delay = delay_.delay_ticks();
    const std::uint64_t until =
        due_ticks_ == k_unpaced ? done + 1 + delay : std::max(due_ticks_, done) + delay;
    const std::uint64_t before = match_->asked();
    const bool had_ended = match_->source_end().has_value();
    match_->ask_until(until);
    if (match_->asked() > before) {
        for (auto& [id, peer] : peers_) {
            peer.wants_flush = true;
        }
    }
    if (match_->source_end() && !had_ended) {
        const std::uint64_t tick = match_->source_end()->tick;
        match_->end_at(tick, sim::EndReason::source_ended, match_->own());
        on_own_stop(tick, sim::EndReason::source_ended);
    }
}

// The player without whom the next tick cannot be simulated, ourselves apart: what we were not yet
// asked for is no stall.
std::optional<Slot> Session::held_up_by() const {
    const std::optional<Slot> missing = match_->missing();
    if (missing) {
        return missing == match_->own() ? std::nullopt : missing;
    }
    for (const auto& [id, peer] : peers_) {
        const bool lags =
            match_->ticks_done() - std::min(match_->ticks_done(), peer.history_needed_from()) >=
            k_window_ticks;
        if (peer.has_slot() && lags) {
            return peer.slot;
        }
    }
    return std::nullopt;
}

void Session::play() {
    const bool is_unpaced = due_ticks_ == k_unpaced;
    const std::uint32_t ticks_max =
        is_unpaced ? options_.unpaced_ticks_max : options_.catch_up_ticks_max;
    for (std::uint32_t ticks = 0; ticks < ticks_max; ++ticks) {
        ask();
        if (match_->is_complete() || match_->ticks_done() >= due_ticks_ || match_->missing() ||
            held_up_by()) {
            break;
        }
        end_stall();
        const sim::Tick tick{match_->ticks_done()};
        if (auto stepped = match_->step(); !stepped) {
            fail(stepped.error());
            return;
        }
        if (!is_unpaced) {
            first_tick_at_ = first_tick_at_.value_or(now_);
            simulated_at_.push_back(now_);
        }
        events_.push_back(
            Ticked{tick, match_->timeline().state_hash(), match_->timeline().chain()});
        if (is_unpaced || match_->is_complete()) {
            for (auto& [id, peer] : peers_) {
                peer.wants_flush = true;
            }
        }
    }
    note_stall();
}

void Session::note_stall() {
    const bool is_due = !match_->is_complete() && match_->ticks_done() < due_ticks_;
    const std::optional<Slot> slot = is_due ? held_up_by() : std::nullopt;
    if (!slot) {
        stall_.reset();
        return;
    }
    if (!stall_) {
        stall_ = Stall{*slot, now_, 0};
    }
    stall_->slot = *slot;
    const auto lasted = static_cast<std::uint64_t>(
        std::chrono::duration_cast<milliseconds>(now_ - stall_->since).count());
    // 250 ms, then 1, 2, 3, ... seconds.
    const std::uint64_t seconds_told = stall_->told_ms / k_waiting_again_ms;
    const std::uint64_t next =
        stall_->told_ms == 0 ? k_waiting_first_ms : (seconds_told + 1) * k_waiting_again_ms;
    if (lasted >= next) {
        stall_->told_ms = lasted;
        events_.push_back(Waiting{*slot, lasted});
    }
}

// What the user was told is what is stored.
void Session::end_stall() {
    if (stall_ && stall_->told_ms != 0) {
        const auto lasted = std::chrono::duration_cast<milliseconds>(now_ - stall_->since).count();
        match_->add_mark({sim::MarkKind::stall,
                          sim::Tick{match_->ticks_done()},
                          stall_->slot.index,
                          static_cast<std::uint64_t>(lasted),
                          {}});
    }
    stall_.reset();
}

// ---- Agreement ----

void Session::confirm() {
    if (stage_ != SessionStage::playing && stage_ != SessionStage::finishing) {
        return;
    }
    if (auto told = match_->confirm(confirmed_until()); !told) {
        fail(told.error());
    }
}

void Session::compare_histories() {
    if (stage_ != SessionStage::playing && stage_ != SessionStage::finishing) {
        return;
    }
    for (auto& [id, peer] : peers_) {
        if (!peer.has_slot()) {
            continue;
        }
        const std::uint64_t compared = peer.ticks_compared;
        if (const auto their_chain = peer.compare(match_->history())) {
            begin_autopsy(peer, peer.ticks_compared + 1, *their_chain);
            return;
        }
        if (peer.ticks_compared > compared) {
            peer.owes_since.reset();
        }
    }
    forget();
}

void Session::forget() {
    std::uint64_t history_from = match_->ticks_done();
    std::vector<std::uint64_t> inputs_from(match_->players(), match_->ticks_done());
    for (const auto& [id, peer] : peers_) {
        if (!peer.has_slot()) {
            continue;
        }
        history_from = std::min(history_from, peer.history_needed_from());
        for (const std::uint32_t slot : peer.slots) {
            inputs_from[slot] = std::min(inputs_from[slot], peer.input_flows[slot].acked);
        }
    }
    match_->history().forget_before(history_from);
    for (std::uint32_t slot = 0; slot < match_->players(); ++slot) {
        match_->forget_inputs_before(slot, inputs_from[slot]);
    }
}

void Session::begin_autopsy(Peer& peer, std::uint64_t ticks_done, sim::ChainHash their_chain) {
    if (!match_->is_started()) {
        if (auto started = match_->start(); !started) {
            fail(started.error());
            return;
        }
    }
    stage_ = SessionStage::autopsy;
    pending_desync_ = PendingDesync{peer.id, peer.slot, ticks_done, their_chain,
                                    now_ + milliseconds(options_.autopsy_timeout_ms)};
    const Moment* moment = match_->history().find(ticks_done);
    TANDEM_ASSERT(moment != nullptr);
    // Both sides have simulated that tick, so both record it.
    auto told = match_->confirm(std::max(confirmed_until(), ticks_done));
    if (told) {
        told = match_->give_evidence(*moment);
    }
    if (!told) {
        fail(told.error());
        return;
    }
    send(peer, make_autopsy(*moment));
    send_to_all(Bye{sim::EndReason::desync, "player " + std::to_string(match_->own().index) +
                                                " and " + name_of(peer) + " no longer agree"},
                &peer);
    if (peer.autopsy) {
        finish_autopsy();
    }
}

void Session::take_autopsy(Peer& peer, const Autopsy& autopsy) {
    // Before the start there is one thing to disagree on, and one who knows both sides of it: the
    // host, which has heard the guest's chain(0).
    const bool is_of_reset = side() == Cipher::Side::guest && autopsy.ticks_done == 0 &&
                             match_ != nullptr && autopsy.hashes.chain != match_->ready().chain;
    if (match_ == nullptr || stage_ == SessionStage::starting ||
        (stage_ == SessionStage::gathering && !is_of_reset)) {
        lose_for_protocol_error(peer, "a report of a desync before the match began");
        return;
    }
    peer.autopsy = autopsy;
    if (stage_ == SessionStage::autopsy) {
        if (pending_desync_->peer == peer.id) {
            finish_autopsy();
        }
        return;
    }
    if (stage_ == SessionStage::gathering) {
        begin_autopsy(peer, 0, autopsy.hashes.chain);
        return;
    }
    const Moment* moment = match_->history().find(autopsy.ticks_done);
    if (autopsy.ticks_done <= peer.ticks_compared || moment == nullptr ||
        moment->hashes.chain == autopsy.hashes.chain) {
        lose_for_protocol_error(peer, "a report of a desync after " +
                                          std::to_string(autopsy.ticks_done) +
                                          " ticks, where we agree");
        return;
    }
    begin_autopsy(peer, autopsy.ticks_done, autopsy.hashes.chain);
}

void Session::finish_autopsy() {
    const PendingDesync pending = *pending_desync_;
    const auto peer = peers_.find(pending.peer);
    const Autopsy* theirs = nullptr;
    if (peer != peers_.end() && peer->second.autopsy &&
        peer->second.autopsy->ticks_done == pending.ticks_done) {
        theirs = &*peer->second.autopsy;
    }
    const Moment* ours = match_->history().find(pending.ticks_done);
    Desynced desync = explain_desync(match_->timeline().simulation().info(), match_->players(),
                                     pending.slot, *ours, pending.their_chain, theirs);
    match_->add_mark({sim::MarkKind::desync, desync.tick, pending.slot.index,
                      theirs == nullptr ? 0 : theirs->state_hash.value, desync.text});
    const sim::Error error{sim::ErrorCode::divergence, "", desync.text};
    events_.push_back(std::move(desync));
    end(sim::EndReason::desync, pending.slot, error);
}

// Whether this peer and we are done with each other.
bool Session::finish_with(Peer& peer) {
    const std::uint64_t tick = finish_tick(peer);
    if (match_->ticks_done() < tick || peer.ticks_compared < tick) {
        return false;
    }
    const Moment* moment = match_->history().find(tick);
    if (!peer.done_is_sent && moment != nullptr) {
        send(peer, Done{tick, moment->hashes.chain});
        peer.done_is_sent = true;
    }
    if (!peer.done) {
        return false;
    }
    if (peer.done->ticks != tick ||
        (moment != nullptr && peer.done->chain != moment->hashes.chain)) {
        lose_for_protocol_error(peer, "it ended after " + std::to_string(peer.done->ticks) +
                                          " ticks, agreed were " + std::to_string(tick));
        return false;
    }
    return true;
}

void Session::try_finish() {
    if (stage_ != SessionStage::playing && stage_ != SessionStage::finishing) {
        return;
    }
    bool are_all_done = true;
    for (auto& [id, peer] : peers_) {
        if (!peer.has_slot()) {
            continue;
        }
        const bool is_done = finish_with(peer);
        if (is_done && stage_ == SessionStage::playing) {
            close(peer);  // left while the others go on
        }
        are_all_done = are_all_done && (is_done || !peer.is_live());
    }
    if (stage_ != SessionStage::finishing || !are_all_done) {
        return;
    }
    std::optional<sim::Error> error;
    if (match_->source_end() && match_->source_end()->error) {
        error = match_->source_end()->error;
    } else if (!lost_text_.empty()) {
        error = sim::Error{sim::ErrorCode::network, "", lost_text_};
    }
    end(match_->end_reason(), match_->end_slot(), error);
}

// ---- Sending ----

void Session::flush() {
    if (stage_ == SessionStage::ended || match_ == nullptr) {
        return;
    }
    for (auto& [id, peer] : peers_) {
        if (peer.has_slot()) {
            flush_peer(peer);
        }
    }
}

void Session::flush_peer(Peer& peer) {
    const Time quiet = now_ - peer.sent;
    const bool answers_at_once = due_ticks_ == k_unpaced || stage_ == SessionStage::finishing;
    const bool is_due =
        peer.wants_flush || (peer.owes_ack && (answers_at_once || quiet >= k_repeat_interval)) ||
        quiet >= k_keepalive_interval || (quiet >= k_repeat_interval && peer.awaits_acks(*match_));
    if (!is_due) {
        return;
    }
    for (sim::Bytes& packet : peer.make_packets(*match_, now_)) {
        outgoing_.push_back(
            {Outgoing::Kind::packet, peer.id, Channel::unreliable, std::move(packet)});
    }
}

}  // namespace tandem::net
