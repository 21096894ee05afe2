// SPDX-License-Identifier: MIT
// Receiving, and everything that concerns peers rather than ticks.
#include <tandem/net/session/session.hpp>

#include <algorithm>
#include <utility>

#include <tandem/net/session/handshake.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>

namespace tandem::net {

using sim::Bytes;
using sim::ByteView;

namespace {

std::chrono::milliseconds ms(std::uint32_t count) { return std::chrono::milliseconds(count); }

}  // namespace

Session::Session(SessionOptions options, sim::TickObserver* observer, Entropy entropy)
    : options_(std::move(options)),
      observer_(observer),
      delay_(options_.delay_ticks.value_or(k_delay_ticks_start)),
      entropy_(std::move(entropy)) {
    TANDEM_ASSERT(options_.catch_up_ticks_max >= 1 && options_.unpaced_ticks_max >= 1);
}

Nonce Session::draw_nonce() {
    Bytes bytes(entropy_.bytes().begin(), entropy_.bytes().end());
    sim::append_le(bytes, nonces_drawn_++);
    return sim::digest_bytes(bytes).bytes;
}

std::string Session::name_of(const Peer& peer) const {
    return "player " + std::to_string(peer.slot.index) +
           (peer.name.empty() ? "" : " (" + peer.name + ")");
}

// ---- Sending ----

void Session::send(Peer& peer, const Message& message) {
    if (!peer.is_live()) {
        return;
    }
    const Bytes payload = encode_message(message);
    const std::size_t bytes = payload.size() + (peer.cipher ? k_protection_bytes_max : 0);
    if (!peer.is_proven) {
        if (bytes > peer.credit_bytes) {
            return;
        }
        peer.credit_bytes -= bytes;
    }
    outgoing_.push_back({Outgoing::Kind::packet, peer.id, Channel::reliable,
                         peer.protect(Channel::reliable, payload)});
}

void Session::send_to_all(const Message& message, const Peer* except) {
    for (auto& [id, peer] : peers_) {
        if (peer.has_slot() && &peer != except) {
            send(peer, message);
        }
    }
}

std::vector<Outgoing> Session::take_outgoing() { return std::exchange(outgoing_, {}); }

void Session::close(Peer& peer) {
    if (peer.is_live()) {
        peer.stage = PeerStage::gone;
        delay_.forget(peer.slot.index);
        outgoing_.push_back({Outgoing::Kind::close, peer.id, Channel::reliable, {}});
    }
}

// ---- Coming and going ----

void Session::connect(PeerId id) {
    Peer& peer = peers_.insert_or_assign(id, Peer(id, now_)).first->second;
    if (stage_ == SessionStage::ended) {
        close(peer);
        return;
    }
    peer.our_nonce = draw_nonce();
    if (side() == Cipher::Side::guest) {
        peer.is_proven = true;  // we called it
        send(peer, Greeting{k_protocol_version, options_.key.has_value(), peer.our_nonce});
    }
}

bool Session::take_greeting(Peer& peer, const Greeting& greeting) {
    const Greeting own{k_protocol_version, options_.key.has_value(), peer.our_nonce};
    const bool is_host = side() == Cipher::Side::host;
    const Greeting& host = is_host ? own : greeting;
    const Greeting& guest = is_host ? greeting : own;
    peer.greeted = now_;
    if (is_host) {
        send(peer, own);
    }
    if (const auto refusal = compare_greetings(host, guest)) {
        refuse(peer, *refusal);
        return false;
    }
    peer.stage = PeerStage::joining;
    if (options_.key) {
        peer.cipher.emplace(*options_.key, host.nonce, guest.nonce, side());
    }
    return true;
}

void Session::refuse(Peer& peer, const Refusal& refusal) {
    events_.push_back(Refused{refusal.reason, true, refusal.host_value, refusal.guest_value,
                              refusal_text(refusal)});
    if (refusal.reason == RefusalReason::key_wrong) {
        peer.cipher.reset();  // they could not read it otherwise
    }
    send(peer, refusal);
    close(peer);
}

void Session::take_refusal(Peer& peer, const Refusal& refusal) {
    events_.push_back(Refused{refusal.reason, false, refusal.host_value, refusal.guest_value,
                              refusal_text(refusal)});
    close(peer);
}

void Session::lose(Peer& peer, LeftReason reason, const std::string& text) {
    if (!peer.is_live()) {
        return;
    }
    const bool had_slot = peer.has_slot();
    const bool needs_nothing = had_slot && is_agreed_to_the_end(peer);
    if (had_slot && reason == LeftReason::timeout && !needs_nothing) {
        tell_dropped(peer, text);
    }
    close(peer);
    if (stage_ == SessionStage::ended || needs_nothing) {
        return;
    }
    if (stage_ == SessionStage::autopsy) {
        if (pending_desync_->peer == peer.id) {
            finish_autopsy();
        }
    } else if (had_slot) {
        on_gone(peer, reason, text);
    } else {
        on_newcomer_gone(text);
    }
}

// Once all of a peer's ticks are known to be the same on both sides, its going changes nothing.
bool Session::is_agreed_to_the_end(const Peer& peer) const {
    const bool plays = stage_ == SessionStage::playing || stage_ == SessionStage::finishing;
    return plays && peer.ticks_compared >= finish_tick(peer);
}

void Session::lose_for_protocol_error(Peer& peer, const std::string& text) {
    if (peer.is_live()) {
        send(peer, Bye{sim::EndReason::interrupted, "protocol error: " + text});
        lose(peer, LeftReason::protocol_error,
             (peer.has_slot() ? name_of(peer) : std::string("the other side")) +
                 " sent what cannot be: " + text);
    }
}

void Session::watch_peers() {
    for (auto& [id, peer] : peers_) {
        if (!peer.is_live()) {
            continue;
        }
        // A guest that waits for its start waits for other players, who may take their time.
        const bool is_joining =
            !peer.has_slot() || (side() == Cipher::Side::host && peer.stage == PeerStage::welcomed);
        if (peer.has_slot() && now_ - peer.heard >= ms(options_.peer_timeout_ms)) {
            lose(peer, LeftReason::timeout,
                 "nothing was heard of " + name_of(peer) + " for " +
                     std::to_string(options_.peer_timeout_ms) + " ms");
        } else if (is_joining && now_ - peer.since >= ms(options_.connect_timeout_ms)) {
            lose(peer, LeftReason::timeout,
                 (peer.has_slot() ? name_of(peer) : std::string("the other side")) +
                     " did not complete the handshake within " +
                     std::to_string(options_.connect_timeout_ms) + " ms");
        } else {
            watch_report(peer);
        }
    }
}

// Once every tick of a peer is simulated here, nothing shows any more whether it gets on: one that
// goes on sending packets without ever telling what it came to would keep us for ever.
void Session::watch_report(Peer& peer) {
    const bool plays = stage_ == SessionStage::playing || stage_ == SessionStage::finishing;
    if (!plays || !peer.has_slot() || match_->ticks_done() < finish_tick(peer)) {
        return;
    }
    peer.owes_since = peer.owes_since.value_or(now_);
    // In a slow game its next tick may be further away than any timeout.
    if (now_ - *peer.owes_since >= ms(options_.peer_timeout_ms) + held_due_->period()) {
        lose(peer, LeftReason::timeout,
             name_of(peer) + " is heard, but told nothing new of its ticks after tick " +
                 std::to_string(peer.ticks_compared) + " for " +
                 std::to_string(options_.peer_timeout_ms) + " ms");
    }
}

void Session::note_time(Time now) {
    const bool plays = stage_ == SessionStage::starting || stage_ == SessionStage::playing ||
                       stage_ == SessionStage::finishing;
    if (plays && now - now_ >= ms(options_.peer_timeout_ms)) {
        stood_still_ = now - now_;
    }
    now_ = now;
}

// Nobody has heard of us for longer than anybody waits: the others have gone on without us. What
// they had sent before may say from which tick on, and may be all that was left to compare; their
// inputs, ignored until here, are of ticks that they played without us.
void Session::drop_all_after_standstill() {
    const auto lasted = std::chrono::duration_cast<std::chrono::milliseconds>(*stood_still_);
    stood_still_.reset();
    compare_histories();
    confirm();
    try_finish();
    if (stage_ == SessionStage::autopsy || stage_ == SessionStage::ended) {
        return;
    }
    for (auto& [id, peer] : peers_) {
        if (peer.has_slot()) {
            lose(peer, LeftReason::timeout,
                 "this side stood still for " + std::to_string(lasted.count()) + " ms, and " +
                     name_of(peer) + " waits no longer than " +
                     std::to_string(options_.peer_timeout_ms) + " ms");
        }
    }
}

// ---- Receiving ----

void Session::on_transport(const TransportEvent& event, Time now) {
    note_time(now);
    if (event.kind == TransportEvent::Kind::connected) {
        connect(event.peer);
        return;
    }
    const auto found = peers_.find(event.peer);
    if (found == peers_.end() || !found->second.is_live()) {
        return;
    }
    Peer& peer = found->second;
    if (event.kind == TransportEvent::Kind::disconnected) {
        lose(peer, LeftReason::closed,
             (peer.has_slot() ? name_of(peer) : std::string("the other side")) +
                 " closed the connection");
    } else if (stage_ == SessionStage::ended) {
        return;
    } else if (event.channel == Channel::reliable) {
        receive_message(peer, event.bytes);
    } else {
        receive_packet(peer, event.bytes);
    }
}

void Session::receive_message(Peer& peer, ByteView bytes) {
    peer.credit_bytes += bytes.size();
    const auto payload = peer.unprotect(Channel::reliable, bytes);
    if (!payload) {
        reject_sealed(peer, bytes);
        return;
    }
    const auto message = decode_message(*payload);
    if (!message) {
        lose_for_protocol_error(peer, message.error().text());
        return;
    }
    peer.heard = now_;
    // Its key is made of our nonce too.
    peer.is_proven = peer.is_proven || peer.cipher.has_value();
    if (!take_common(peer, *message)) {
        take_message(peer, *message);
    }
}

// With another key nothing can be opened. Only a refusal may then come in the clear, and only
// before a slot was given: later it could be anyone's.
void Session::reject_sealed(Peer& peer, ByteView bytes) {
    if (peer.stage != PeerStage::joining) {
        lose_for_protocol_error(peer, "a message that was not sealed with the match key");
        return;
    }
    if (may_be_clear(bytes)) {
        const auto message = decode_message(bytes);
        const Refusal* refusal = message ? std::get_if<Refusal>(&*message) : nullptr;
        if (refusal != nullptr) {
            take_message(peer, *refusal);
            return;
        }
    }
    refuse(peer, Refusal{RefusalReason::key_wrong, "one key", "another key"});
    if (side() == Cipher::Side::guest) {
        on_newcomer_gone("the match keys differ");
    }
}

bool Session::take_common(Peer& peer, const Message& message) {
    if (const auto* done = std::get_if<Done>(&message);
        done != nullptr && peer.stage == PeerStage::ready) {
        peer.done = *done;
        return true;
    }
    if (const auto* autopsy = std::get_if<Autopsy>(&message);
        autopsy != nullptr && peer.has_slot()) {
        take_autopsy(peer, *autopsy);
        return true;
    }
    return false;
}

void Session::receive_packet(Peer& peer, ByteView bytes) {
    if (!peer.has_slot() || match_ == nullptr) {
        ++peer.packets_dropped;  // overtook the handshake
        return;
    }
    const auto payload = peer.unprotect(Channel::unreliable, bytes);
    if (!payload) {
        ++peer.packets_dropped;
        return;
    }
    const auto packet = decode_packet(*payload);
    if (!packet) {
        lose_for_protocol_error(peer, packet.error().text());
        return;
    }
    peer.heard = now_;
    for (const Ack ack : packet->acks) {
        if (!peer.take_ack(*match_, ack)) {
            lose_for_protocol_error(peer, "it acknowledges tick " + std::to_string(ack.next) +
                                              " of stream " + std::to_string(ack.stream) +
                                              ", which was never sent");
            return;
        }
    }
    take_slack(peer, packet->slack);
    for (const RelayedSlack relayed : packet->slacks) {
        if (!relay_slack(peer, relayed)) {
            lose_for_protocol_error(peer, "it tells how early inputs of player " +
                                              std::to_string(relayed.slot) +
                                              " came, which it does not get from us");
            return;
        }
    }
    for (const Run& run : packet->runs) {
        if (!receive_run(peer, run)) {
            return;
        }
    }
}

bool Session::receive_run(Peer& peer, const Run& run) {
    const bool is_chain = run.stream == k_chain_stream;
    // A guest may have heard of the start later than of its first inputs; the host gives it.
    if (stage_ == SessionStage::gathering && side() == Cipher::Side::host) {
        lose_for_protocol_error(peer, "inputs before the match began");
        return false;
    }
    if (!is_chain &&
        (run.stream >= match_->players() ||
         std::find(peer.slots.begin(), peer.slots.end(), run.stream) != peer.slots.end())) {
        lose_for_protocol_error(peer, "it sent inputs of player " + std::to_string(run.stream) +
                                          ", for whom it does not speak");
        return false;
    }
    if (!is_chain && stood_still_) {
        return true;
    }
    const std::uint64_t wanted = is_chain ? 0 : match_->inputs(run.stream).next();
    const auto news = is_chain ? peer.take_chain(run) : match_->take_inputs(run);
    if (!news) {
        lose_for_protocol_error(peer, news.error().text());
        return false;
    }
    peer.owes_ack = true;  // also for what was known: our acknowledgement may have been lost
    if (*news > 0 && !is_chain) {
        if (wanted == 0) {
            given_at_once_[run.stream] = match_->inputs(run.stream).next();
        }
        if (match_->inputs(run.stream).next() > wanted) {
            measure_slack(peer, run.stream, wanted);
        }
        on_inputs(run.stream);
    }
    return true;
}

// ---- Stopping ----

void Session::leave() {
    if (stage_ == SessionStage::ended || stage_ == SessionStage::finishing ||
        stage_ == SessionStage::autopsy) {
        return;
    }
    if (stage_ != SessionStage::playing) {
        abandon("left before the match began");
        return;
    }
    if (!match_->source_end()) {
        match_->stop_asking();
        const std::uint64_t tick = match_->asked();
        if (tick < match_->end_tick()) {
            match_->end_at(tick, sim::EndReason::interrupted, match_->own());
            on_own_stop(tick, sim::EndReason::interrupted);
        }
    }
}

void Session::abandon(std::string why) {
    if (stage_ != SessionStage::ended) {
        send_to_all(Bye{sim::EndReason::interrupted, std::move(why)});
        end(sim::EndReason::interrupted, match_ ? match_->own() : Slot{}, std::nullopt);
    }
}

void Session::fail(const sim::Error& error) {
    const bool is_step = error.code == sim::ErrorCode::step_failed;
    const auto reason = is_step ? sim::EndReason::step_failed : sim::EndReason::recording_failed;
    // What exactly failed here (a full disk, a file's name) is nobody's business elsewhere.
    send_to_all(Bye{reason, is_step ? error.text() : "it had a fault of its own"});
    if (is_step) {
        // Whoever looks into it needs every tick up to the one that failed.
        static_cast<void>(match_->confirm(k_no_limit));
    }
    end(reason, match_->own(), error);
}

void Session::end(sim::EndReason reason, Slot slot, std::optional<sim::Error> error) {
    if (stage_ == SessionStage::ended) {
        return;
    }
    stage_ = SessionStage::ended;
    Ended ended{reason, slot, 0, {}, std::move(error)};
    if (match_ != nullptr && match_->is_started()) {
        if (auto finished = match_->finish(reason); !finished && !ended.error) {
            ended.error = finished.error();
        }
        ended.ticks = match_->ticks_told();
        ended.chain = match_->chain_told();
    }
    for (auto& [id, peer] : peers_) {
        close(peer);
    }
    events_.push_back(std::move(ended));
}

std::vector<PeerStatus> Session::peer_statuses() const {
    std::vector<PeerStatus> statuses;
    for (const auto& [id, peer] : peers_) {
        if (peer.has_slot()) {
            statuses.push_back({peer.slot, peer.slack_there, peer.slack_here, peer.ticks_compared,
                                peer.packets_dropped});
        }
    }
    return statuses;
}

}  // namespace tandem::net
