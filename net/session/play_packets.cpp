// SPDX-License-Identifier: MIT
// Packets of a running match: reads those that come in, and decides when one goes out.
#include <algorithm>

#include <tandem/net/session/play.hpp>
#include <tandem/net/session/stall_teller.hpp>

namespace tandem::net {
namespace {

using std::chrono::milliseconds;

// While something sent is not acknowledged it is repeated this often, but not more often than there
// are ticks; a paced match does so with every tick anyway. Answers and relayed inputs wait no
// longer either.
constexpr milliseconds k_repeat_interval{20};
// A side that has nothing to say still says that it is there.
constexpr milliseconds k_keepalive_interval{100};
// A peer that acknowledges nothing for so long is sent no more than that.
constexpr milliseconds k_patience{1'000};
// If no tick came for so many ticks' time, the match stands.
constexpr std::int64_t k_standing_ticks = 4;

}  // namespace

// ---- Receiving ----

std::optional<sim::ByteView> Play::before(std::uint32_t slot, std::uint64_t tick) const {
    return agreement_.before(slot, tick);
}

std::uint64_t Play::reference() const {
    return options_.is_paced ? pace_.due_ticks() * wire::k_due_parts
                             : ticks_done() * wire::k_due_parts;
}

Result<void> Play::receive_packet(Peers& peers, Peer& peer, sim::ByteView bytes, Time now) {
    const wire::PacketContext context{&*format_, this, reference()};
    TANDEM_TRY(wire::decode_packet(bytes, context, packet_));
    Link& link = *peer.link;
    link.on_heard(now);
    const bool is_newest = receive_head(peer, packet_.head, now);
    for (const wire::Ack& ack : packet_.acks) {
        if (ack.slot == own_.index && !only_relays() &&
            agreement_.presence(own_.index).absent_from()) {
            continue;  // it may know before we do from which tick on we return
        }
        if (!link.receive_ack(agreement_, ack)) {
            return Error{ErrorCode::bad_data, "packet",
                         "it acknowledges inputs of player " + std::to_string(ack.slot) +
                             " before tick " + std::to_string(ack.next) +
                             ", which were never sent"};
        }
        if (ack.slack) {
            receive_slack(peers, peer, ack);
        }
    }
    link.on_acks(agreement_, pace_.match_time().period(), now);
    if (is_newest && packet_.head.hash) {
        receive_hash(link, *packet_.head.hash);
    }
    return receive_runs(peers, peer);
}

// The player whose inputs we passed on must know how early they come to the side that needs them
// most.
void Play::receive_slack(Peers& peers, Peer& peer, const wire::Ack& ack) {
    if (ack.slot == own_.index) {
        peer.link->slack_there = *ack.slack;
        pace_.on_slack_there(peer.id, *ack.slack, ack.next);
    } else if (Peer* player = peers.player(Slot{ack.slot})) {
        player->link->on_slack(ack.slot, *ack.slack);
    }
}

bool Play::receive_head(const Peer& peer, const wire::PacketHead& head, Time now) {
    TimeTold told{head.number, {}, {}, {}, 0, {}};
    if (head.echo) {
        told.echo = TimeTold::Arrival{head.echo->number, wire::held_time(head.echo->held_code)};
    }
    if (head.extras) {
        told.strain = head.extras->strain;
        told.loss_run = head.extras->loss_run;
        if (head.extras->way_beyond) {
            told.way_beyond = wire::way_time(*head.extras->way_beyond);
        }
    }
    if (head.due) {
        told.due = wire::due_time(*head.due, pace_.match_time().period());
    }
    return pace_.on_packet(peer.id, told, now);
}

// A peer that simulated ticks for which it has no input of ours played them without us. It has set
// us aside, and tells that by a message. Until then there is nothing to compare.
void Play::receive_hash(Link& link, const wire::HashPoint& hash) {
    // A hash that we pass on must be near the ticks that are played.
    const bool is_known = only_relays() ? hash.ticks_done <= ticks_done() + k_window_ticks
                                        : link.acked(own_.index) >= hash.ticks_done;
    if (is_aside_ || is_known) {
        link.receive_hash(hash);
    }
}

Result<void> Play::receive_runs(Peers& peers, Peer& peer) {
    for (const wire::Run& run : packet_.runs) {
        if (!peer.link->speaks_for(run.slot)) {
            return Error{ErrorCode::bad_data, "packet",
                         "it has inputs of player " + std::to_string(run.slot) +
                             ", for whom it does not speak"};
        }
        peer.link->set_coded_from(run.slot, run.known);
        // Known inputs are acknowledged too: our acknowledgement may have been lost.
        peer.link->want_answer();
        if (ignores_inputs_ || !receive_run(*peer.link, run)) {
            continue;
        }
        for (auto& [id, other] : peers.all()) {
            if (other.link && !other.link->speaks_for(run.slot)) {
                other.link->want_answer();  // it is sent them by us
            }
        }
    }
    return {};
}

// Returns whether anything was new.
bool Play::receive_run(Link& link, const wire::Run& run) {
    InputLog& log = agreement_.inputs(run.slot);
    const std::uint64_t wanted = log.next();
    bool is_new = false;
    for (std::uint64_t index = 0; index < run.count; ++index) {
        const std::uint64_t tick = run.first + index;
        if (tick < ticks_done() + k_window_ticks && agreement_.presence(run.slot).at(tick)) {
            is_new = log.insert(tick, packet_.inputs[run.index + index]) || is_new;
        }
    }
    if (log.next() > wanted) {
        if (wanted == 0) {
            given_at_once_[run.slot] = log.next();
        }
        // Inputs far ahead help nobody now, and are no progress.
        const std::uint64_t useful = ticks_done() + k_delay_ticks_max;
        link.liveness.pay(Owed::inputs, std::min(log.next(), useful) - std::min(wanted, useful),
                          pace_.match_time().period());
        measure_slack(link, run.slot, wanted);
    }
    return is_new;
}

// `tick` was the oldest missing one of its slot and has just come. The oldest counts, because it is
// the one that may hold us up: if packets were lost, the newest says that all is well.
void Play::measure_slack(Link& link, std::uint32_t slot, std::uint64_t tick) {
    if (tick < given_at_once_[slot]) {
        return;
    }
    if (const auto slack = pace_.slack_of(tick)) {
        link.on_slack(slot, *slack);
        link.slack_here = slack;
    }
}

// ---- Sending ----

void Play::flush(Peers& peers, Time now) {
    const std::uint64_t due = pace_.due_ticks();
    const bool is_new_tick = due != sent_due_;
    const Time period = pace_.match_time().period();
    sent_due_ = due;
    for (auto& [id, peer] : peers.all()) {
        if (!peer.link) {
            continue;
        }
        Link& link = *peer.link;
        const Time quiet = now - link.last_sent();
        const bool gives_nothing_back =
            now - link.last_acked() >= k_patience && link.awaits_acks(agreement_);
        const auto& thrift = pace_.thrift(id);
        // A packet leaves at the tick nearest to the end of the interval.
        const bool is_spaced = thrift && quiet + period / 2 < thrift->interval;
        Time interval = std::max<Time>(options_.is_paced ? period : Time{0}, k_repeat_interval);
        interval = thrift ? std::max(interval, thrift->interval) : interval;
        interval = gives_nothing_back ? Time{k_keepalive_interval} : interval;
        const bool answers_at_once = !options_.is_paced || is_complete();
        const bool has_news = (link.wants_flush() || is_new_tick) && !is_spaced;
        const bool is_due = (has_news && !gives_nothing_back) || quiet >= k_keepalive_interval ||
                            (link.hears_again() && options_.is_paced) ||
                            (link.owes_answer() && (answers_at_once || quiet >= interval)) ||
                            (quiet >= interval && link.awaits_acks(agreement_));
        const bool is_copy = link.owes_copy() && quiet >= period / 2;
        if (is_due || is_copy) {
            send_packets(peers, peer, now);
        }
        if (is_due && is_new_tick && options_.second_copy && options_.is_paced && !thrift) {
            link.want_copy();
        }
    }
}

std::optional<wire::HashPoint> Play::hash_for(const Peers& peers, const Peer& peer) const {
    if (only_relays()) {
        const Peer* other = partner(peers, peer);
        return other == nullptr ? std::nullopt : other->link->last_told();
    }
    if (!match_.is_started() || ticks_done() == 0) {
        return std::nullopt;
    }
    return wire::HashPoint{ticks_done(),
                           static_cast<std::uint32_t>(match_.timeline().chain().value)};
}

void Play::send_packets(Peers& peers, Peer& peer, Time now) {
    const PacketSources sources{agreement_,
                                *format_,
                                pace_,
                                hash_for(peers, peer),
                                ticks_done(),
                                own_,
                                way_beyond(peers, peer),
                                pace_.thrift(peer.id),
                                tells_slack(peers, peer)};
    for (sim::Bytes& packet : peer.link->make_packets(sources, now)) {
        peers.append_packet(peer.id, std::move(packet));
    }
}

// Inputs that we relay go a further way, and are lost a further time.
std::optional<Time> Play::way_beyond(const Peers& peers, const Peer& peer) const {
    std::optional<Time> farthest;
    for (const auto& [id, other] : peers.all()) {
        if (other.link && id != peer.id && !other.link->speaks_for(peer.slot.index)) {
            const Time way =
                pace_.way_to(id) + pace_.loss_run_there(id) * pace_.match_time().period();
            farthest = std::max(farthest.value_or(way), way);
        }
    }
    return farthest;
}

// A machine that is too slow tells no slack. Without it ours alone would count as the need of all.
bool Play::tells_slack(const Peers& peers, const Peer& peer) const {
    return std::none_of(peers.all().begin(), peers.all().end(), [&](const auto& entry) {
        const auto& [id, other] = entry;
        return other.link && id != peer.id && !other.link->speaks_for(peer.slot.index) &&
               !agreement_.presence(other.slot.index).absent_from() &&
               pace_.strain_of(id) == wire::Strain::slow;
    });
}

// ---- Stalls ----

// If no input is missing, our time may be held back by a peer whose own does not go on.
std::optional<Slot> Play::held_up_by(const Peers& peers, Time now) const {
    if (!match_.is_started() || is_complete() || is_aside_ || pace_.match_time().is_too_slow()) {
        return std::nullopt;
    }
    const auto holder = pace_.held_by();
    const bool is_due = !options_.is_paced || !pace_.runs() || holder ||
                        ticks_done() < pace_.match_time().wanted_ticks();
    if (!is_due) {
        return std::nullopt;
    }
    // Ticks come at the pace of a peer that is paced.
    const bool stands =
        !stepped_at_ || now - *stepped_at_ >= k_standing_ticks * pace_.match_time().period();
    if (!options_.is_paced && !stands) {
        return std::nullopt;
    }
    if (const auto missing = agreement_.missing(ticks_done())) {
        return missing == own_ ? std::nullopt : missing;
    }
    if (options_.is_paced && ticks_done() < pace_.due_ticks()) {
        return std::nullopt;  // we could go on ourselves
    }
    // At the bound of the others' time ticks may still come as they should.
    for (const auto& [id, peer] : peers.all()) {
        const bool lags = peer.link && !agreement_.presence(peer.slot.index).absent_from() &&
                          ticks_done() >= peer.link->ticks_compared() + k_window_ticks;
        if (peer.link && (lags || (holder == id && stands))) {
            return peer.slot;
        }
    }
    return std::nullopt;
}

bool Play::is_left_without_last_word(const Peer& peer, Time now) const {
    return is_complete() && peer.link && !peer.done &&
           waiting_for(*peer.link, pace_, now) == WaitingFor::line;
}

void Play::report_waiting(const Waiting& waiting) {
    report(waiting);
    // The file stores the stall that the user was told.
    if (waiting.is_over) {
        match_.add_mark(
            {sim::MarkKind::stall, sim::Tick{ticks_done()}, waiting.slot.index, waiting.ms, {}});
    }
}

std::vector<PeerStatus> statuses_of(const Peers& peers, const Play& play) {
    std::vector<PeerStatus> statuses;
    for (const auto& [id, peer] : peers.all()) {
        if (!peer.link) {
            continue;
        }
        const Line& line = play.pace().line(id);
        PeerStatus status;
        status.slot = peer.slot;
        status.slack_there = peer.link->slack_there;
        status.slack_here = peer.link->slack_here;
        status.round_trip = line.round_trip();
        status.jitter = std::max(line.round_trip_high() - line.round_trip(), Time{0});
        status.loss_ppm = line.loss_ppm();
        status.ticks_compared = peer.link->ticks_compared();
        status.is_absent = play.agreement().presence(peer.slot.index).absent_from().has_value();
        statuses.push_back(status);
    }
    return statuses;
}

}  // namespace tandem::net
