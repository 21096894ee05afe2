// SPDX-License-Identifier: MIT
// A look takes the packets that have arrived and plays the ticks that are due; packets leave after
// that work.
#include <tandem/tools/netsim/side.hpp>

#include <algorithm>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/tools/netsim/limits.hpp>
#include <tandem/tools/netview/units.hpp>

namespace tandem::tools::netsim {
namespace {

using netview::whole_ms;
using sim::Bytes;
using sim::Result;

// Somebody whose process found no host starts another one so soon.
constexpr net::Time k_try_again_after = std::chrono::seconds(1);

net::SecretKey key_of(std::uint64_t seed) {
    net::SecretKey key;
    for (std::size_t word = 0; word < key.bytes().size() / sizeof(seed); ++word) {
        const std::uint64_t hash = sim::hash_words({seed, word});
        for (std::size_t index = 0; index < sizeof(seed); ++index) {
            key.bytes()[word * sizeof(seed) + index] = static_cast<std::byte>(hash >> 8 * index);
        }
    }
    return key;
}

}  // namespace

net::MatchTicket match_ticket_of(const Scenario& scenario) {
    return net::draw_match_ticket(key_of(scenario.seed), scenario.players);
}

Side::Side(const Scenario& scenario, std::uint32_t number, MakeGame make_game, const Setup& setup,
           net::Transport& endpoint, Referee& referee, netview::MatchTrace* watcher)
    : scenario_(scenario),
      number_(number),
      make_game_(std::move(make_game)),
      setup_(setup),
      machine_(scenario, number, setup.tick_rate),
      watcher_(watcher),
      transport_(watcher == nullptr
                     ? endpoint
                     : watched_.emplace(endpoint, *watcher, [this] { return now_; })),
      reporter_(referee, number),
      sampled_(k_sampled_kept) {
    for (const Fault& fault : scenario.faults) {
        const net::Time at = scenario_time(fault.at_ms);
        if (traits_of(fault.what).is_of_a_line || fault.machine != number) {
            continue;
        }
        if (fault.what == FaultKind::kill || fault.what == FaultKind::stranger) {
            kills_.push_back(
                {at, at + scenario_time(fault.for_ms), fault.what == FaultKind::stranger});
        } else if (fault.what == FaultKind::leave) {
            leaves_at_ = std::min(at, leaves_at_.value_or(at));
        }
    }
    std::sort(kills_.begin(), kills_.end(),
              [](const Kill& a, const Kill& b) { return a.at > b.at; });
}

Result<std::unique_ptr<Side>> Side::make(const Scenario& scenario, std::uint32_t number,
                                         MakeGame make_game, const Setup& setup,
                                         net::Transport& endpoint, Referee& referee,
                                         netview::MatchTrace* watcher) {
    std::unique_ptr<Side> side(
        new Side(scenario, number, std::move(make_game), setup, endpoint, referee, watcher));
    TANDEM_TRY(side->begin_process());
    return side;
}

Result<void> Side::begin_process() {
    sim::AnySimulation simulation = make_game_();
    source_ = simulation.info().has_bot ? make_bot_source() : make_random_source();
    const net::InputSource source = [this](sim::Tick tick, const sim::AnySimulation& running) {
        return input(tick, running);
    };
    auto options = join_options();
    auto driver = number_ == 0 ? net::Driver::host(std::move(simulation),
                                                   {.session = options.session,
                                                    .setup = setup_,
                                                    .ticket = match_ticket_of(scenario_)},
                                                   source, &reporter_, transport_)
                               : net::Driver::join(std::move(simulation), std::move(options),
                                                   source, &reporter_, transport_);
    TANDEM_TRY(driver);
    driver_.emplace(*std::move(driver));
    return {};
}

net::JoinOptions Side::join_options() const {
    net::JoinOptions options;
    options.session.ticks_limit = scenario_.ticks;
    if (scenario_.plant && scenario_.plant->machine == number_) {
        options.session.plant =
            sim::Plant{sim::Tick{scenario_.plant->tick}, scenario_.plant->field};
    }
    options.ticket = ticket_;
    if (options.ticket && is_stranger_) {
        options.ticket->secret = key_of(~scenario_.seed);
    }
    if (ticket_ && reporter_.chain()) {
        options.past = net::JoinOptions::Past{reporter_.ticks(), *reporter_.chain(), kept_state_};
    }
    return options;
}

// Nobody is told, and what it has not sent yet is lost with it.
void Side::kill(std::uint64_t& trace) {
    const Kill kill = kills_.back();
    kills_.pop_back();
    comes_at_ = driver_ ? kill.back_at : std::max(comes_at_, kill.back_at);
    is_stranger_ = is_stranger_ || kill.is_stranger;
    trace =
        sim::hash_words({trace, number_, static_cast<std::uint64_t>(now_.count()), kills_.size()});
    ++facts_.kills;
    if (!driver_) {
        return;
    }
    const net::Lockstep& session = driver_->session();
    if (auto ticket = session.slot_ticket()) {
        ticket_ = std::move(ticket);
    }
    // Not every file of a match has a state to begin with.
    if (session.is_started() && facts_.kills % 2 == 0) {
        kept_state_ = session.simulation().save();
    }
    driver_.reset();
    transport_.drop();
    release_at_.reset();
}

void Side::begin_next_process(std::uint64_t& trace) {
    transport_.reconnect();
    static_cast<void>(transport_.poll(std::chrono::milliseconds(0)));
    // The first process had the same setup, so that this one can start with it too.
    const bool has_begun = begin_process().has_value();
    TANDEM_ASSERT(has_begun);
    look_at_ = now_;
    trace = sim::hash_words({trace, number_, static_cast<std::uint64_t>(now_.count())});
}

void Side::leave_if_wanted() {
    if (leaves_at_ && *leaves_at_ <= now_) {
        leaves_at_.reset();
        facts_.has_left = true;
        driver_->session().leave();
    }
}

void Side::try_again_if_in_vain() {
    const auto& ended = driver_->ended();
    const bool is_in_vain = ended && ended->error &&
                            ended->error->code == sim::ErrorCode::network &&
                            !driver_->session().is_started();
    if (is_in_vain && ticket_ && may_try_again_ && !facts_.has_left) {
        driver_.reset();
        transport_.drop();
        release_at_.reset();
        facts_.ended.reset();
        comes_at_ = now_ + k_try_again_after;
    }
}

Result<std::optional<Bytes>> Side::input(sim::Tick tick, const sim::AnySimulation& simulation) {
    sampled_[tick.number % k_sampled_kept] = {tick.number, now_};
    return source_->input(0, driver_->session().own_slot(), tick, simulation);
}

std::optional<net::Time> Side::next() const {
    if (is_over()) {
        return std::nullopt;
    }
    const net::Time looks_at = driver_ ? look_at_ : comes_at_;
    const auto next =
        machine_.awake_from(release_at_ ? std::min(*release_at_, looks_at) : looks_at);
    // A machine that is frozen kills its processes all the same.
    const bool is_killed = next && !kills_.empty() && !is_ended();
    return is_killed ? std::min(*next, std::max(kills_.back().at, now_)) : next;
}

void Side::act(net::Time now, std::uint64_t& trace) {
    now_ = now;
    if (!kills_.empty() && kills_.back().at <= now && !is_ended()) {
        kill(trace);
        return;
    }
    if (!driver_) {
        begin_next_process(trace);
        return;
    }
    if (release_at_ && *release_at_ <= now) {
        transport_.release();
        release_at_.reset();
    }
    if (look_at_ <= now) {
        update(now, trace);
    }
}

void Side::update(net::Time now, std::uint64_t& trace) {
    std::uint64_t steps = 0;
    leave_if_wanted();
    for (const net::Event& event : driver_->pump(std::chrono::milliseconds(0),
                                                 [time = machine_.clock(now)] { return time; })) {
        steps += std::holds_alternative<net::Ticked>(event) ? 1U : 0U;
        on_event(event, trace);
        if (watcher_ != nullptr) {
            watcher_->on_event(event, now);
        }
    }
    if (const std::uint64_t heard = transport_.heard(); heard != heard_) {
        heard_ = heard;
        trace = sim::hash_words({trace, number_, static_cast<std::uint64_t>(now.count()), heard});
    }
    measure();
    const net::Time work = machine_.work(now, steps);
    if (work == net::Time{0}) {
        transport_.release();
    } else {
        release_at_ = now + work;
    }
    look_at_ = now + std::max(work, k_look);
    try_again_if_in_vain();
}

void Side::on_event(const net::Event& event, std::uint64_t& trace) {
    const auto at = static_cast<std::uint64_t>(now_.count());
    if (const auto* ticked = std::get_if<net::Ticked>(&event)) {
        trace = sim::hash_words({trace, number_, at, ticked->tick.number, ticked->chain.value});
        facts_.ended_at = now_;
        measure_age(ticked->tick);
        if (const auto sampled = sampled_at(ticked->tick.number)) {
            const std::uint64_t age = whole_ms(now_ - *sampled);
            facts_.input_age_ms_max = std::max(facts_.input_age_ms_max, age);
            facts_.input_age_ms_sum += age;
            ++facts_.shown_ticks;
        }
        return;
    }
    const std::string text = net::event_text(event);
    trace = sim::hash_words({trace, number_, at, sim::hash_bytes(sim::as_bytes(text))});
    if (facts_.events.size() < k_events_kept) {
        facts_.events.push_back("at " + std::to_string(whole_ms(now_)) + " ms: " + text);
    }
    if (const auto* started = std::get_if<net::Started>(&event)) {
        slot_ = started->own;
        facts_.is_stranger_let_in = facts_.is_stranger_let_in || is_stranger_;
        if (!facts_.is_started) {
            facts_.is_started = true;
            facts_.started_at = now_;
            facts_.delay_ticks_least = net::k_delay_ticks_max;
        }
    } else if (const auto* returned = std::get_if<net::Returned>(&event)) {
        facts_.returns += slot_ == returned->slot ? 1U : 0U;
    } else if (std::holds_alternative<net::Desynced>(event)) {
        ++facts_.desyncs_told;
    } else if (const auto* ended = std::get_if<net::Ended>(&event)) {
        facts_.ended = *ended;
        facts_.over_at = now_;
    }
}

void Side::measure_age(sim::Tick played) {
    const auto second =
        static_cast<std::size_t>((now_ - facts_.started_at) / std::chrono::seconds(1));
    if (second >= k_delays_kept) {
        return;
    }
    facts_.input_ages.resize(std::max(facts_.input_ages.size(), second + 1));
    const std::uint64_t asked = driver_->session().ticks_asked();
    const auto age = static_cast<std::uint32_t>(asked - std::min(asked, played.number + 1));
    facts_.input_ages[second] = std::max(facts_.input_ages[second], age);
}

void Side::measure() {
    const net::Lockstep& session = driver_->session();
    facts_.chain = reporter_.chain();
    if (!session.is_started() || session.is_ended()) {
        return;
    }
    const net::PaceStatus pace = session.pace();
    if (watcher_ != nullptr) {
        watcher_->update(session.peers(), pace, now_);
    }
    const std::uint64_t due = pace.ticks_wanted;
    const std::uint64_t from = std::max(session.ticks_done(), counted_ticks_);
    const std::uint64_t late = due - std::min(due, from);
    facts_.late_ticks += late;
    facts_.late_ticks_first_5_s += now_ - facts_.started_at < std::chrono::seconds(5) ? late : 0;
    if (due > counted_ticks_) {
        due_ = {counted_ticks_, due - counted_ticks_, now_};
        facts_.delay_tick_sum += pace.delay_ticks * due_.count;
        facts_.delay_samples += due_.count;
        counted_ticks_ = due;
    }
    facts_.delay_ticks = pace.delay_ticks;
    facts_.delay_ticks_least = std::min(facts_.delay_ticks_least, pace.delay_ticks);
    facts_.delay_ticks_most = std::max(facts_.delay_ticks_most, pace.delay_ticks);
    if (counted_ticks_ >= k_settled_ticks) {
        facts_.delay_ticks_most_settled =
            std::max(facts_.delay_ticks_most_settled, pace.delay_ticks);
    }
    const auto second =
        static_cast<std::size_t>((now_ - facts_.started_at) / std::chrono::seconds(1));
    if (second >= facts_.delays.size() && facts_.delays.size() < k_delays_kept) {
        facts_.delays.push_back(pace.delay_ticks);
    }
}

std::optional<net::Time> Side::sampled_at(std::uint64_t tick) const {
    const Sampled& sampled = sampled_[tick % k_sampled_kept];
    return sampled.tick == tick ? std::optional(sampled.at) : std::nullopt;
}

Side::Due Side::extract_due() { return std::exchange(due_, {}); }

}  // namespace tandem::tools::netsim
