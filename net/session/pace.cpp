// SPDX-License-Identifier: MIT
// Puts together the reports about time.
#include <tandem/net/session/pace.hpp>

#include <algorithm>

#include <tandem/net/options.hpp>

namespace tandem::net {
namespace {

using std::chrono::milliseconds;

// A packet is seen at the next look at the network, a millisecond later, and our own tick begins at
// such a look too.
constexpr Time k_look = std::chrono::microseconds(1'500);
// The delay may exceed the need of the line by so much, because the need is an estimate.
constexpr std::uint32_t k_margin_ticks = 1;
// A stretch of which the quickest packet counts.
constexpr Time k_stretch = milliseconds(500);
// If nobody called us for so long, the machine stood still.
constexpr Time k_frozen_gap = milliseconds(250);
// So long a time between two calls is a hitch, if it is so much longer than usual.
constexpr Time k_hitch = milliseconds(50);
constexpr std::int64_t k_hitch_looks = 4;
// A side that starts late starts no later than this, whatever it is told.
constexpr Time k_first_jump_max = std::chrono::seconds(1);
// Our time runs on so far while an input is missing.
constexpr Time k_asked_ahead_max = std::chrono::seconds(1);
// The peers are told for so long that we stood still.
constexpr Time k_frozen_told = std::chrono::seconds(1);
// Packets on a long way are apart by half of the way's excess over its shortest, but no more than
// two signs of life are.
constexpr std::int64_t k_excess_share = 2;
constexpr Time k_spaced_max = milliseconds(100);
// A slow machine may add so much more: two looks at an eighth of the usual speed are as long.
constexpr Time k_strained_excess = milliseconds(250);
// Behind a queue repeats stay rare for so long.
constexpr Time k_thrifty_after = std::chrono::seconds(1);
// So many inputs come beside those that are under way for the shortest round trip: the newest, and
// one that just missed a look.
constexpr std::uint64_t k_inputs_more = 2;
// While our time is held back by less than this, it still tells when inputs are needed.
constexpr std::uint64_t k_behind_ticks_max = 31;

std::uint32_t ticks_up(Time span, Time period) {
    return static_cast<std::uint32_t>((span + period - Time{1}) / period);
}

}  // namespace

void Pace::Phase::add(Sample sample, Time now) {
    if (now >= stretch_end) {
        best_before = best;
        best.reset();
        stretch_end = now + k_stretch;
    }
    if (!best || sample.round_trip < best->round_trip) {
        best = sample;
    }
}

Time Pace::Phase::ahead() const {
    if (best && best_before) {
        return best->round_trip <= best_before->round_trip ? best->ahead : best_before->ahead;
    }
    return best ? best->ahead : best_before ? best_before->ahead : Time{0};
}

Pace::Pace(const Options& options)
    : options_(options),
      match_time_(options.rate, options.step_max),
      delay_(options.delay_ticks.value_or(k_delay_ticks_unpaced)) {}

void Pace::add_peer(PeerId peer, Time round_trip) {
    peers_.insert_or_assign(peer, PacedPeer(Line(round_trip, match_time_.period())));
}

void Pace::remove_peer(PeerId peer) {
    peers_.erase(peer);
    delay_.forget(peer);
}

void Pace::settle_first_delay() {
    if (!options_.delay_ticks && options_.is_paced && !peers_.empty()) {
        delay_ = DelayControl(std::min(line_need_ticks(), k_delay_ticks_max));
    }
}

bool Pace::on_packet(PeerId id, const TimeTold& told, Time now) {
    PacedPeer& peer = peers_.at(id);
    const bool is_newest = peer.line.on_received(told.number, now, age_of(peer, told));
    // A packet that waited for our look tells nothing of the line.
    const bool waited_unseen = is_after_hitch(now);
    std::optional<Time> round_trip;
    if (told.echo && !waited_unseen) {
        round_trip =
            peer.line.on_echo(told.echo->number, told.echo->held + unseen(), now,
                              strain() == wire::Strain::none && told.strain == wire::Strain::none);
    }
    if (told.due && round_trip && runs()) {
        peer.phase.add({match_time_.value() - (*told.due + *round_trip / 2), *round_trip}, now);
    }
    if (!is_newest) {
        return false;
    }
    peer.waited_unseen = waited_unseen;
    peer.newest_due = told.due;
    if (told.due) {
        peer.runs = *told.due > peer.due.value_or(*told.due);
        peer.due = std::max(*told.due, peer.due.value_or(*told.due));
    }
    peer.strain = told.strain;
    const std::uint32_t packets = options_.packets_per_tick;
    peer.loss_run = (std::min(told.loss_run, Line::k_loss_run_max) + packets - 1) / packets;
    if (told.way_beyond) {
        peer.way_beyond = std::min(*told.way_beyond, k_way_max);
    }
    return true;
}

bool Pace::is_after_hitch(Time now) const {
    return look_interval_ > Time{0} && now - *last_advance_ >= k_hitch &&
           now - *last_advance_ >= k_hitch_looks * look_interval_;
}

// A peer's time never falls, unless a machine that is too slow puts off its lag.
Line::Age Pace::age_of(const PacedPeer& peer, const TimeTold& told) {
    const bool is_strained = told.strain != wire::Strain::none || peer.strain != wire::Strain::none;
    if (!told.due || !peer.newest_due || is_strained || *told.due == *peer.newest_due) {
        return Line::Age::unknown;
    }
    return *told.due < *peer.newest_due ? Line::Age::older : Line::Age::newer;
}

void Pace::on_slack_there(PeerId id, std::int32_t slack_ticks, std::uint64_t known_until) {
    // A machine that does not keep up has inputs too early, and asks for its own too late.
    if (runs() && !is_strained(peers_.at(id))) {
        delay_.report(id, slack_ticks, known_until);
    }
}

std::optional<std::int32_t> Pace::slack_of(std::uint64_t tick) const {
    if (!options_.is_paced || !runs() || match_time_.is_too_slow()) {
        return std::nullopt;
    }
    const auto early = static_cast<std::int64_t>(tick - match_time_.wanted_ticks());
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(
        early, -static_cast<std::int64_t>(k_behind_ticks_max) - 1, k_behind_ticks_max));
}

Time Pace::ahead() const {
    Time ahead{0};
    for (const auto& [id, peer] : peers_) {
        ahead = std::max(ahead, peer.is_out ? Time{0} : peer.phase.ahead());
    }
    return ahead;
}

std::optional<Pace::Latest> Pace::latest() const {
    std::optional<Latest> latest;
    for (const auto& [id, peer] : peers_) {
        if (peer.due && !peer.is_out) {
            // A told time is older if packets get lost in runs, or seldom come.
            const Time period = match_time_.period();
            const Time news =
                std::max(peer.line.loss_run() * period, peer.line.interval_high() - period);
            const Time here = *peer.due + peer.line.way_now() + news + k_ahead_ticks_max * period;
            if (!latest || here < latest->time) {
                latest = Latest{here, id};
            }
        }
    }
    return latest;
}

// An unpaced side waits for the others, so that it never has more under way than its delay.
void Pace::update_ways(Time now) {
    if (!options_.is_paced) {
        return;
    }
    for (auto& [id, peer] : peers_) {
        const bool was_long = peer.is_long;
        peer.thrift = thrift_for(peer, now);
        peer.is_long = peer.thrift.has_value();
        if (peer.is_long && !was_long) {
            peer.long_since = now;
        }
        // The needs of inputs behind a queue say nothing once it is gone.
        if (was_long && !peer.is_long && now - peer.long_since >= Line::k_queue_noticed) {
            delay_.forget(id);
        }
        // A queue that fills again shows only in the round trips of half a second.
        peer.long_until = peer.is_long ? now : peer.long_until;
        if (!peer.is_long && peer.long_until && now - *peer.long_until < k_thrifty_after) {
            peer.thrift = once_a_round_trip(peer);
        }
        // If nothing is answered, no delay helps.
        peer.spaced = peer.thrift && !peer.thrift->is_silent
                          ? peer.thrift->interval - match_time_.period()
                          : Time{0};
    }
}

void Pace::on_look(Time interval, Time now) {
    looks_[looks_next_++ % k_looks] = interval;
    look_interval_ = *std::max_element(looks_.begin(), looks_.end());
    if (interval >= k_frozen_gap) {
        frozen_at_ = now;
    }
}

void Pace::advance(Time now, std::uint64_t ticks_done) {
    if (last_advance_ && now > *last_advance_) {
        on_look(now - *last_advance_, now);
    }
    last_advance_ = now;
    update_ways(now);
    if (options_.is_paced) {
        auto bound = latest();
        std::optional<Time> until;
        // While an input is missing ours are asked for on, but not for ever, or they would be old.
        // That is so too where nobody is there whose time is a bound.
        if (lacks_input_) {
            until = match_time_.period() * static_cast<std::int64_t>(ticks_done + 1) +
                    k_asked_ahead_max;
        }
        if (bound) {
            bound->time = std::min(bound->time, until.value_or(bound->time));
            until = bound->time;
        }
        match_time_.advance(now, {until, ahead()}, ticks_done);
        held_by_ =
            bound && match_time_.value() >= bound->time ? std::optional(bound->peer) : std::nullopt;
    }
}

void Pace::on_played(Time now, std::uint64_t ticks_done, bool lacks_input, bool is_aside) {
    lacks_input_ = lacks_input && !is_aside;
    if (options_.is_paced) {
        match_time_.on_played(now, ticks_done, lacks_input || is_aside);
    }
}

void Pace::set_time(std::uint64_t due_ticks, Time now) {
    if (!runs()) {
        match_time_.start(now);
    }
    match_time_.jump(match_time_.period() * static_cast<std::int64_t>(due_ticks));
}

// A side that begins later begins where the others are.
void Pace::start(Time now) {
    match_time_.start(now);
    rejoin(k_first_jump_max);
}

void Pace::rejoin(Time jump_max) {
    std::optional<Time> due;
    for (auto& [id, peer] : peers_) {
        peer.phase = {};
        if (peer.due && !peer.is_out) {
            // A peer that is held, or has not begun, has the time that it told.
            const Time way = peer.runs ? peer.line.round_trip() / 2 : Time{0};
            const Time here = *peer.due + way;
            due = std::min(due.value_or(here), here);
        }
    }
    if (due) {
        match_time_.jump(std::clamp(*due, match_time_.value(), match_time_.value() + jump_max));
    }
}

wire::Strain Pace::strain() const {
    if (match_time_.is_too_slow()) {
        return wire::Strain::slow;
    }
    const bool was_frozen = frozen_at_ && *last_advance_ - *frozen_at_ < k_frozen_told;
    return was_frozen ? wire::Strain::frozen : wire::Strain::none;
}

bool Pace::is_strained(const PacedPeer& peer) const {
    return strain() != wire::Strain::none || peer.strain != wire::Strain::none;
}

// A packet waits for half a look in the mean, and its answer for a whole one.
Time Pace::unseen() const {
    return match_time_.is_too_slow() ? match_time_.call_interval() * 3 / 2 : Time{0};
}

// A machine that is too slow looks at the network seldom, which is not the line's fault.
Time Pace::round_trip_of_line(const PacedPeer& peer) const {
    return is_strained(peer) ? peer.line.round_trip_middle() : peer.line.round_trip_high();
}

Time Pace::way_to(PeerId id) const {
    const PacedPeer& peer = peers_.at(id);
    return std::min(round_trip_of_line(peer) / 2 + peer.spaced, k_way_max);
}

// An answer waits for our own look, and packets that a slow machine gets wait for its own.
Time Pace::unseen_of_looks(const PacedPeer& peer) const {
    const Time ours = std::max(look_interval_ - match_time_.period(), Time{0});
    return is_strained(peer) ? std::max(ours, k_strained_excess) : ours;
}

// A machine that is too slow, or stood still, may answer nothing at all, but its packets come. A
// machine that looks at the network once in a long frame sends as seldom.
bool Pace::is_silent(const PacedPeer& peer, Time now) const {
    const Time since = is_strained(peer) ? peer.line.unheard(now) : peer.line.unanswered(now);
    return since >= Line::k_silence + unseen_of_looks(peer) + peer.line.interval_high();
}

Thrift Pace::once_a_round_trip(const PacedPeer& peer) const {
    const Time period = match_time_.period();
    const Time shortest = peer.line.round_trip_shortest().value_or(peer.line.round_trip());
    Thrift thrift;
    thrift.interval = period;
    thrift.inputs = static_cast<std::uint64_t>(shortest / period) + k_inputs_more + peer.loss_run;
    thrift.again_after = std::max(peer.line.round_trip(), Line::k_silence);
    return thrift;
}

std::optional<Thrift> Pace::thrift_for(const PacedPeer& peer, Time now) const {
    const bool is_cut = is_silent(peer, now);
    const Time excess =
        is_cut ? k_excess_share * k_spaced_max : peer.line.excess() - unseen_of_looks(peer);
    if (excess <= Time{0}) {
        return std::nullopt;
    }
    const Time period = match_time_.period();
    Thrift thrift = once_a_round_trip(peer);
    const Time spaced = peer.line.is_steady(now) ? excess : excess / k_excess_share;
    thrift.interval = std::min(period + spaced, std::max<Time>(k_spaced_max, period));
    thrift.is_silent = is_cut;
    return thrift;
}

std::uint32_t Pace::need_ticks(const PacedPeer& peer) const {
    const Time way = std::min(round_trip_of_line(peer) / 2 + peer.spaced, k_way_max);
    if (peer.way_beyond == Time{0}) {
        return ticks_up(way + k_look, match_time_.period()) + peer.loss_run;
    }
    // The host passes inputs on with its next tick.
    return ticks_up(way + peer.way_beyond + 2 * k_look, match_time_.period()) + 1 + peer.loss_run;
}

std::uint32_t Pace::line_need_ticks() const {
    std::uint32_t need = 0;
    for (const auto& [id, peer] : peers_) {
        need = std::max(need, peer.is_out ? 0 : need_ticks(peer));
    }
    return need;
}

std::optional<std::uint32_t> Pace::decide_delay(std::uint64_t asked) {
    if (options_.delay_ticks || !options_.is_paced || !runs()) {
        return std::nullopt;
    }
    const std::uint32_t most = std::min(line_need_ticks() + k_margin_ticks, k_delay_ticks_max);
    const Time half = match_time_.period() / 2;
    const auto ahead_ticks = static_cast<std::uint32_t>((ahead() + half) / match_time_.period());
    return delay_.decide({asked, most, ahead_ticks});
}

}  // namespace tandem::net
