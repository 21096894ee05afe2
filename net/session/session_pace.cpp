// SPDX-License-Identifier: MIT
// Keeping time with the others: how early inputs come, how far ahead ours are asked for, and
// waiting where we run ahead.
#include <algorithm>

#include <tandem/net/session/session.hpp>

namespace tandem::net {

// ---- Slack ----

// `tick` was the oldest missing one of its stream and has just come. The oldest, because it is the
// one that may hold us up: where packets were lost, the newest says that all is well.
void Session::measure_slack(Peer& peer, std::uint8_t stream, std::uint64_t tick) {
    if (stage_ != SessionStage::playing || due_ticks_ == k_unpaced) {
        return;  // unpaced, every input is used when it comes: there is nothing to be early for
    }
    const std::uint64_t needed = std::max(match_->ticks_done(), due_ticks_);
    const auto early = static_cast<std::int64_t>(tick) - static_cast<std::int64_t>(needed);
    peer.note_slack(stream, static_cast<std::int8_t>(std::clamp<std::int64_t>(early, -127, 127)),
                    true);
}

// What the peer tells of our own inputs.
void Session::take_slack(Peer& peer, std::int8_t slack) {
    if (slack == k_slack_unknown) {
        return;
    }
    peer.slack_there = slack;
    if (stage_ != SessionStage::playing || due_ticks_ == k_unpaced) {
        return;
    }
    const std::uint64_t known = peer.input_flows[match_->own().index].acked;
    const std::uint64_t since_asked = due_ticks_ + delay_.delay_ticks();
    peer.round_trip_ticks = since_asked - std::min(since_asked, known);
    peer.mean_there.add(slack);
    delay_.report(peer.slot.index, slack, known);
}

// The player whose inputs we passed on must know how early they come to the one who needs them
// most.
bool Session::relay_slack(const Peer& from, RelayedSlack relayed) {
    const bool is_relayed = side() == Cipher::Side::host && relayed.slot != from.slot.index &&
                            relayed.slot != match_->own().index && relayed.slot < match_->players();
    for (auto& [id, peer] : peers_) {
        if (is_relayed && peer.has_slot() && peer.slot.index == relayed.slot) {
            peer.note_slack(relayed.slot, relayed.slack, false);
        }
    }
    return is_relayed;
}

// ---- Pace ----

// Over all peers, since the match waits for the last of them.
std::int32_t Session::ahead_units() const {
    std::int32_t ahead = 0;
    for (const auto& [id, peer] : peers_) {
        ahead = std::max(ahead, peer.has_slot() ? peer.ahead_units() : 0);
    }
    return ahead;
}

void Session::keep_time(std::uint64_t due_ticks) {
    if (due_ticks == k_unpaced) {
        due_ticks_ = k_unpaced;
        return;
    }
    if (!held_due_) {
        due_ticks_ = 0;
        return;
    }
    std::uint64_t lag_ticks = 0;
    for (const auto& [id, peer] : peers_) {
        lag_ticks = std::max(lag_ticks, peer.round_trip_ticks);
    }
    slow_down_ppm_ =
        awaits_beginning_ ? k_stand_still_ppm : net::slow_down_ppm(ahead_units(), lag_ticks);
    const std::uint64_t limit = std::max(due_ticks_, match_->ticks_done() + debt_ticks());
    due_ticks_ = held_due_->advance(now_, {due_ticks, slow_down_ppm_, limit});
}

// As many ticks as were simulated within debt_ms_max before the last of them, so that an input
// given now is played about so much later, however slowly the match runs.
std::uint64_t Session::debt_ticks() {
    const Time debt = std::chrono::milliseconds(options_.debt_ms_max);
    // One tick at least, or none would ever be due.
    const auto at_full_speed =
        static_cast<std::uint64_t>(std::max<Time::rep>(debt / held_due_->period(), 1));
    if (simulated_at_.empty() || simulated_at_.back() - *first_tick_at_ <= debt) {
        return at_full_speed;
    }
    while (simulated_at_.back() - simulated_at_.front() > debt) {
        simulated_at_.pop_front();
    }
    // Where a long way is what slows the match, fewer ticks on it would slow it the more.
    const std::uint64_t least = std::max(at_full_speed / 4, std::uint64_t{1});
    return std::clamp<std::uint64_t>(simulated_at_.size(), least, at_full_speed);
}

// Who begins later than we do, because its machine took longer to get ready, would be behind us by
// as much for minutes, with a delay to match. So our time stands still once the first input that it
// asks for as its time goes on is overdue, by more than the way explains, until the second one is
// here. Nothing is lost: without them there is no tick to play. A guest does not know the way from
// another one; the host does, and where it waits its own inputs cease.
void Session::note_beginning() {
    const auto missing = match_->missing();
    const std::uint64_t done = match_->ticks_done();
    const auto sender = std::find_if(peers_.begin(), peers_.end(), [&](const auto& entry) {
        return entry.second.has_slot() &&
               (side() == Cipher::Side::guest || missing == entry.second.slot);
    });
    if (due_ticks_ == k_unpaced || !missing || *missing == match_->own() ||
        sender == peers_.end() || done > given_at_once_[missing->index] + 1) {
        awaits_beginning_ = false;
        return;
    }
    const std::uint32_t slot = sender->second.slot.index;
    const std::uint64_t given = match_->inputs(slot).next();
    const std::uint64_t at_once = given_at_once_[slot];
    const auto way_ticks =
        static_cast<std::uint64_t>(sender->second.round_trip / 2 / held_due_->period() + 1);
    const std::uint64_t explained =
        way_ticks - std::min(way_ticks, std::max(at_once, std::uint64_t{1}));
    // A host begins when the farthest guest hears of it, of which a near one knows nothing.
    const bool may_be_far = given == 0 && side() == Cipher::Side::guest;
    const bool is_overdue = !may_be_far && due_ticks_ > given + explained;
    awaits_beginning_ =
        is_overdue || (awaits_beginning_ && at_once <= done && given <= at_once + 1);
}

void Session::adapt_delay() {
    const bool is_adaptive = !options_.delay_ticks && due_ticks_ != k_unpaced;
    const std::uint64_t asked = match_->asked();
    if (!is_adaptive || match_->source_end() || asked >= match_->end_tick()) {
        return;
    }
    const std::int32_t ahead_ticks = (ahead_units() + SlackMean::k_units - 1) / SlackMean::k_units;
    const std::uint32_t before = delay_.delay_ticks();
    const auto changed = delay_.decide(asked, ahead_ticks);
    if (!changed) {
        return;
    }
    match_->add_mark(
        {sim::MarkKind::input_delay, sim::Tick{asked}, match_->own().index, *changed, {}});
    events_.push_back(DelayChanged{sim::Tick{asked}, *changed, before});
}

PaceStatus Session::pace() const {
    return {delay_.delay_ticks(), slow_down_ppm_, due_ticks_,
            held_due_ ? held_due_->held() : Time{0}};
}

}  // namespace tandem::net
