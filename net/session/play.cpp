// SPDX-License-Identifier: MIT
// Asks for inputs, steps ticks, compares histories and forgets them.
#include <tandem/net/session/play.hpp>

#include <algorithm>
#include <utility>

#include <tandem/net/ticket/ticket_text.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

// This is added to the longest pause of a person, for messages that take longer on their way.
constexpr Time k_pause_margin = std::chrono::milliseconds(500);
// So many moments are kept that all have compared.
constexpr std::uint64_t k_kept_ticks = 128;

Pace::Options pace_options(const SessionOptions& options, TickRate rate) {
    return {rate, options.delay_ticks, options.is_paced,
            std::chrono::milliseconds(options.frame_ms_max), options.second_copy ? 2U : 1U};
}

void want_flush(Peers& peers) {
    for (auto& [id, peer] : peers.all()) {
        if (peer.link) {
            peer.link->want_flush();
        }
    }
}

}  // namespace

Play::Play(const SessionOptions& options, sim::AnySimulation simulation, InputSource source,
           sim::TickObserver* observer)
    : options_(options),
      match_(std::move(simulation), observer, options.evidence_memory_bytes_max),
      own_inputs_(std::move(source)),
      agreement_(match_.simulation().info().idle_input),
      pace_(pace_options(options, match_.simulation().info().tick_rate)) {
    TANDEM_ASSERT(options_.catch_up_ticks_max >= 1 && options_.unpaced_ticks_max >= 1);
    TANDEM_ASSERT(options_.start_pause_ms <= k_start_pause_ms_max);
}

// ---- Before the match ----

Result<Ready> Play::reset(const Setup& setup, Slot own) {
    setup_ = setup;
    own_ = own;
    agreement_.reset(setup.slots);
    given_at_once_.assign(setup.slots, 0);
    pace_ = Pace(pace_options(options_, setup.tick_rate));
    format_.emplace(wire::PacketFormat{setup.slots,
                                       wire::InputFormat(match_.simulation().info().input_schema)});
    return match_.reset(setup);
}

void Play::link(Peer& peer, std::vector<std::uint32_t> slots, Time now) {
    peer.link.emplace(peer.id, std::move(slots), agreement_.players(), now);
    pace_.add_peer(peer.id, peer.round_trip.value_or(Time{0}));
}

void Play::unlink(Peer& peer) {
    pace_.remove_peer(peer.id);
    peer.link.reset();
}

Result<void> Play::begin(const std::vector<std::string>& names, Time now) {
    if (options_.plant) {
        match_.timeline().set_plant(*options_.plant);
    }
    TANDEM_TRY(match_.start());
    begun_at_ = now;
    pace_.settle_first_delay();
    mark_beginning(0, names);
    start_time(now);
    return {};
}

void Play::mark_beginning(std::uint64_t tick, const std::vector<std::string>& names) {
    for (std::uint32_t slot = 0; slot < names.size(); ++slot) {
        if (!names[slot].empty()) {
            match_.add_mark({sim::MarkKind::player_name, sim::Tick{tick}, slot, 0, names[slot]});
        }
    }
    match_.add_mark(
        {sim::MarkKind::input_delay, sim::Tick{tick}, own_.index, pace_.delay_ticks(), {}});
    if (match_name_ && !std::exchange(is_match_named_, true)) {
        match_.add_mark({sim::MarkKind::match, sim::Tick{tick}, own_.index, match_name_->generation,
                         match_id_text(match_name_->match)});
    }
    report(Started{own_, agreement_.players(),
                   agreement_.end() ? agreement_.end()->tick : k_no_limit, names});
}

// A side that begins later, because its machine took longer to get ready, would be behind for long.
// So time stands still until there is something to play.
void Play::start_time(Time now) {
    if (!match_.is_started() || pace_.runs() || is_pausing(now)) {
        return;
    }
    for (std::uint32_t slot = 0; slot < agreement_.players(); ++slot) {
        if (slot != own_.index && agreement_.presence(slot).at(0) &&
            agreement_.inputs(slot).next() == 0) {
            return;
        }
    }
    all_there_at_ = all_there_at_.value_or(now);
    if (now - *all_there_at_ >= start_pause_) {
        pace_.start(now);
    }
}

bool Play::is_pausing(Time now) const {
    return own_inputs_.asked() == 0 &&
           now - begun_at_ < std::chrono::milliseconds(options_.start_pause_ms);
}

bool Play::may_blame(Time now) const {
    constexpr Time k_quiet = std::chrono::milliseconds(k_start_pause_ms_max) + k_pause_margin;
    return pace_.runs() || now - begun_at_ >= k_quiet;
}

// ---- Each call of advance ----

void Play::adapt_delay() {
    const std::uint64_t asked = own_inputs_.asked();
    if (is_aside_ || !own_inputs_.may_ask() || agreement_.is_over_at(asked)) {
        return;
    }
    const std::uint32_t before = pace_.delay_ticks();
    if (const auto changed = pace_.decide_delay(asked)) {
        match_.add_mark({sim::MarkKind::input_delay, sim::Tick{asked}, own_.index, *changed, {}});
        report(DelayChanged{sim::Tick{asked}, *changed, before});
    }
}

// The source is asked for every tick before this one.
std::uint64_t Play::ask_until() const {
    const std::uint64_t done = ticks_done();
    if (is_aside_) {
        // Once for each tick that we do not play, too. A whole hour of them takes several calls.
        return std::min(std::max(play_from_.value_or(0), done),
                        own_inputs_.asked() + k_window_ticks / 2);
    }
    const std::uint64_t due = options_.is_paced ? std::max(pace_.due_ticks(), done) : done + 1;
    // Our time stands until everybody has somebody's first input.
    const std::uint64_t ahead = std::max(due + pace_.delay_ticks(), std::uint64_t{1});
    return std::min({ahead, done + k_window_ticks / 2, stands_at_.value_or(k_no_limit)});
}

void Play::ask(Peers& peers, Time now) {
    if (is_pausing(now)) {
        return;
    }
    const std::uint64_t until = ask_until();
    bool is_new = false;
    while (own_inputs_.may_ask() && own_inputs_.asked() < until &&
           !agreement_.is_over_at(own_inputs_.asked())) {
        const std::uint64_t tick = own_inputs_.asked();
        const auto input = own_inputs_.ask(match_.simulation());
        if (input && agreement_.presence(own_.index).at(tick)) {
            agreement_.inputs(own_.index).insert(tick, *input);
            is_new = true;
        }
        for (const Slot slot : bots_) {
            if (input && agreement_.presence(slot.index).at(tick)) {
                agreement_.inputs(slot.index)
                    .insert(tick, bot_(slot, sim::Tick{tick}, match_.simulation()));
            }
        }
    }
    if (is_aside_ && play_from_ && own_inputs_.asked() >= *play_from_) {
        is_aside_ = false;
        play_from_.reset();
    }
    if (is_new) {
        want_flush(peers);
    }
}

std::uint64_t Play::ticks_to_do() const {
    const std::uint64_t confirmed = agreement_.confirmed_until(ticks_done());
    return options_.is_paced && !is_aside_ ? std::min(confirmed, pace_.due_ticks()) : confirmed;
}

// Nobody is left behind by more than a window, because the inputs it lacks are kept here.
bool Play::may_step(const Peers& peers) const {
    return std::all_of(peers.all().begin(), peers.all().end(), [&](const auto& entry) {
        const Peer& peer = entry.second;
        return !is_compared(peer) || ticks_done() < peer.link->ticks_compared() + k_window_ticks;
    });
}

// A host that is absent itself tells the history of another guest.
bool Play::is_compared(const Peer& peer) const {
    return peer.link &&
           (peer.slot.index == 0 || !agreement_.presence(peer.slot.index).absent_from());
}

Result<void> Play::step(Peers& peers, Time now) {
    const std::uint32_t ticks_max =
        options_.is_paced ? options_.catch_up_ticks_max : options_.unpaced_ticks_max;
    for (std::uint32_t ticks = 0; ticks < ticks_max; ++ticks) {
        ask(peers, now);
        if (ticks_done() >= ticks_to_do() || !may_step(peers)) {
            break;
        }
        if (only_relays()) {
            ++*relayed_ticks_;
        } else {
            TANDEM_TRY(step_tick());
        }
        stepped_at_ = now;
        if (!options_.is_paced || is_complete()) {
            want_flush(peers);
        }
    }
    return {};
}

Result<void> Play::step_tick() {
    const sim::Tick tick{ticks_done()};
    agreement_.make_record(tick.number, record_);
    TANDEM_TRY(match_.step(record_));
    report(Ticked{tick, match_.timeline().state_hash(), match_.timeline().chain()});
    if (match_.simulation().finished()) {
        agreement_.end_at({ticks_done(), sim::EndReason::finished, own_});
    }
    return {};
}

Result<void> Play::play_confirmed(std::uint64_t until) {
    const std::uint64_t confirmed = std::min(until, agreement_.confirmed_until(ticks_done()));
    while (!only_relays() && ticks_done() < confirmed && !is_complete()) {
        TANDEM_TRY(step_tick());
    }
    return {};
}

Result<void> Play::advance(Peers& peers, Time now) {
    start_time(now);
    pace_.advance(now, ticks_done());
    adapt_delay();
    TANDEM_TRY(step(peers, now));
    const auto missing = agreement_.missing(ticks_done());
    // While we catch up our time goes on with that of the others, however far behind we are.
    pace_.on_played(now, ticks_done(), is_complete() || missing.has_value(), is_aside_);
    return {};
}

std::vector<Play::Difference> Play::compare(Peers& peers) {
    std::vector<Difference> differences;
    for (auto& [id, peer] : peers.all()) {
        if (!peer.link || peer.dispute) {
            continue;
        }
        const Time period = pace_.match_time().period();
        if (only_relays()) {
            peer.link->believe_told(ticks_done(), period);  // its partner compares
            continue;
        }
        if (const auto told = peer.link->compare(match_.history(), period)) {
            differences.push_back({id, peer.link->ticks_compared(), told->ticks_done});
        }
    }
    return differences;
}

void Play::forget(const Peers& peers) {
    if (forgotten_at_ == ticks_done()) {
        return;  // little has been added since
    }
    forgotten_at_ = ticks_done();
    std::uint64_t history_from = ticks_done();
    // Whoever is given the present state needs the inputs of the tick before it.
    std::vector<std::uint64_t> inputs_from(agreement_.players(),
                                           ticks_done() - std::min<std::uint64_t>(ticks_done(), 1));
    // We may go back to a tick that was played without our input.
    const bool may_go_back = !agreement_.presence(own_.index).absent_from();
    for (const auto& [id, peer] : peers.all()) {
        if (!peer.link) {
            continue;
        }
        const Link& link = *peer.link;
        const std::uint64_t certain = may_go_back ? link.acked(own_.index) : ticks_done();
        if (is_compared(peer) || peer.dispute) {
            history_from = std::min(history_from, link.ticks_compared());
        }
        for (std::uint32_t slot = 0; slot < agreement_.players(); ++slot) {
            const std::uint64_t needed =
                std::min(certain, link.speaks_for(slot) ? link.coded_from(slot) : link.acked(slot));
            // The input before is kept too, because the next packet is coded against it.
            inputs_from[slot] =
                std::min(inputs_from[slot], needed - std::min<std::uint64_t>(needed, 1));
        }
    }
    for (std::uint64_t& from : inputs_from) {
        from = std::min(from, kept_from_.value_or(from));
    }
    // A peer that returns tells a moment that was a short time ago.
    match_.history().forget_before(history_from - std::min(history_from, k_kept_ticks));
    for (std::uint32_t slot = 0; slot < agreement_.players(); ++slot) {
        agreement_.inputs(slot).forget_before(inputs_from[slot]);
    }
}

std::optional<std::uint64_t> Play::stop_asking() {
    if (own_inputs_.end() || !own_inputs_.may_ask()) {
        return std::nullopt;
    }
    own_inputs_.stop();
    const std::uint64_t tick = own_inputs_.asked();
    return agreement_.is_over_at(tick) ? std::nullopt : std::optional(tick);
}

std::optional<OwnInputs::End> Play::extract_source_end() {
    if (!own_inputs_.end() || is_source_end_told_) {
        return std::nullopt;
    }
    is_source_end_told_ = true;
    return own_inputs_.end();
}

// ---- Absence ----

Result<void> Play::step_aside(std::uint64_t tick) {
    if (tick < ticks_done()) {
        TANDEM_TRY(match_.go_back(tick));
    }
    agreement_.leave_at(own_.index, tick);
    is_aside_ = true;
    play_from_.reset();
    return {};
}

void Play::step_in(std::uint64_t tick) {
    agreement_.return_at(own_.index, tick);
    play_from_ = tick;
    pace_.rejoin();
}

void Play::relink(Peer& peer, std::vector<std::uint32_t> slots,
                  const std::vector<std::uint64_t>& has, Time now) {
    link(peer, std::move(slots), now);
    peer.link->go_on_from(has);
}

void Play::leave_open(std::uint32_t slots) {
    for (std::uint32_t slot = agreement_.players() - slots; slot < agreement_.players(); ++slot) {
        agreement_.leave_at(slot, 0);
    }
}

Result<void> Play::follow_from(const Rejoin& rejoin) {
    return begin_agreement(rejoin, rejoin.given->record);
}

Result<void> Play::begin_agreement(const Rejoin& rejoin, ByteView record) {
    std::vector<Presence> presence;
    for (const SlotTaking& taking : rejoin.presence) {
        presence.emplace_back(taking.is_present || rejoin.ticks_done == 0, taking.changes);
    }
    if (presence.size() != agreement_.players() || !presence[own_.index].absent_from()) {
        return Error{ErrorCode::bad_data, "",
                     "it says who takes part, but not of every slot, or not as it can be"};
    }
    std::optional<sim::RecordView> before;
    if (rejoin.ticks_done > 0) {
        auto parsed = sim::parse_record(match_.simulation().info().input_schema,
                                        agreement_.players(), record);
        TANDEM_TRY(parsed);
        before = *std::move(parsed);
    }
    agreement_.begin_at(rejoin.ticks_done, std::move(presence), before ? &*before : nullptr);
    given_at_once_.assign(agreement_.players(), 0);
    if (rejoin.end) {
        agreement_.end_at({rejoin.end->tick, rejoin.end->reason, Slot{rejoin.end->slot}});
    }
    return {};
}

Result<void> Play::go_back_to(const Rejoin& rejoin) {
    if (rejoin.ticks_done < ticks_done()) {
        TANDEM_TRY(match_.go_back(rejoin.ticks_done));
    }
    is_aside_ = true;
    play_from_.reset();
    const sim::Bytes record = match_.history().find(rejoin.ticks_done)->record;
    return begin_agreement(rejoin, record);
}

Result<void> Play::resume(const HostPast& past, const std::vector<sim::Bytes>& records,
                          const std::vector<std::string>& names, Time now) {
    TANDEM_TRY(match_.start_at(setup_, past.ticks_done, past.state, past.hashes, past.record));
    for (const sim::Bytes& record : records) {
        TANDEM_TRY(match_.step(record));
    }
    const std::uint64_t tick = ticks_done();
    const sim::Bytes& last = records.empty() ? past.record : records.back();
    std::optional<sim::RecordView> before;
    if (tick > 0) {
        auto parsed =
            sim::parse_record(match_.simulation().info().input_schema, agreement_.players(), last);
        TANDEM_TRY(parsed);
        before = *std::move(parsed);
    }
    std::vector<Presence> presence;
    for (std::uint32_t slot = 0; slot < agreement_.players(); ++slot) {
        const bool was_present = !before || before->present(slot);
        if (Slot{slot} == own_) {
            presence.emplace_back(was_present, was_present ? std::vector<std::uint64_t>()
                                                           : std::vector<std::uint64_t>{tick});
        } else {
            presence.emplace_back(was_present, was_present ? std::vector<std::uint64_t>{tick}
                                                           : std::vector<std::uint64_t>());
        }
    }
    agreement_.begin_at(tick, std::move(presence), before ? &*before : nullptr);
    begun_at_ = now - std::chrono::milliseconds(options_.start_pause_ms);
    set_time(tick, now);
    mark_beginning(tick, names);
    return {};
}

Result<void> Play::begin_at_given(const Rejoin& rejoin, ByteView state, Time now) {
    const GivenState& given = *rejoin.given;
    if (match_.is_started()) {
        TANDEM_TRY(match_.go_on_from(rejoin.ticks_done, state, given.hashes, given.record));
    } else {
        if (options_.plant) {
            match_.timeline().set_plant(*options_.plant);
        }
        TANDEM_TRY(match_.start_at(setup_, rejoin.ticks_done, state, given.hashes, given.record));
    }
    // Nobody looks around first who comes into a match that runs.
    begun_at_ = now - std::chrono::milliseconds(options_.start_pause_ms);
    is_aside_ = true;
    play_from_.reset();
    mark_beginning(rejoin.ticks_done, rejoin.names);
    return {};
}

void Play::set_time(std::uint64_t due_ticks, Time now) { pace_.set_time(due_ticks, now); }

void Play::relay_only() {
    TANDEM_ASSERT(!only_relays());
    relayed_ticks_ = ticks_done();
    own_inputs_.stop();
    agreement_.play_on();  // that the game is over is our own account
    agreement_.leave_at(own_.index, agreement_.inputs(own_.index).next());
}

// The partner is the next guest in order; that of the last guest is the first one.
const Peer* Play::partner(const Peers& peers, const Peer& peer) const {
    const Peer* first = nullptr;
    const Peer* next = nullptr;
    for (const auto& [id, other] : peers.all()) {
        if (!other.link || id == peer.id || agreement_.presence(other.slot.index).absent_from()) {
            continue;
        }
        first = first == nullptr ? &other : first;
        next = next == nullptr && peer.id < id ? &other : next;
    }
    return next == nullptr ? first : next;
}

PaceStatus Play::pace_status() const {
    const MatchTime& clock = pace_.match_time();
    return {pace_.delay_ticks(),  clock.slow_down_ppm(), clock.due_ticks(),
            clock.wanted_ticks(), clock.held(),          clock.is_too_slow()};
}

}  // namespace tandem::net
