// SPDX-License-Identifier: MIT
// A look takes the packets that have arrived and plays the ticks that are due; packets leave after
// that work.
#include <tandem/tools/netsim/side.hpp>

#include <algorithm>
#include <utility>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/tools/netsim/limits.hpp>
#include <tandem/tools/netview/units.hpp>

namespace tandem::tools::netsim {
namespace {

using netview::whole_ms;
using sim::Bytes;
using sim::Result;

}  // namespace

Side::Side(const Scenario& scenario, std::uint32_t number, TickRate rate, net::Transport& endpoint,
           Referee& referee, netview::MatchTrace* watcher)
    : number_(number),
      machine_(scenario, number, rate),
      watcher_(watcher),
      transport_(watcher == nullptr
                     ? endpoint
                     : watched_.emplace(endpoint, *watcher, [this] { return now_; })),
      reporter_(referee, number),
      sampled_(k_sampled_kept) {}

Result<std::unique_ptr<Side>> Side::make(const Scenario& scenario, std::uint32_t number,
                                         sim::AnySimulation simulation, const Setup& setup,
                                         net::Transport& endpoint, Referee& referee,
                                         netview::MatchTrace* watcher) {
    std::unique_ptr<Side> side(
        new Side(scenario, number, setup.tick_rate, endpoint, referee, watcher));
    side->source_ = simulation.info().has_bot ? make_bot_source() : make_random_source();
    net::SessionOptions options;
    options.ticks_limit = scenario.ticks;
    if (scenario.plant && scenario.plant->machine == number) {
        options.plant = sim::Plant{sim::Tick{scenario.plant->tick}, scenario.plant->field};
    }
    const net::InputSource source = [self = side.get()](sim::Tick tick,
                                                        const sim::AnySimulation& running) {
        return self->input(tick, running);
    };
    auto driver =
        number == 0 ? net::Driver::host(std::move(simulation), {.session = options, .setup = setup},
                                        source, &side->reporter_, side->transport_)
                    : net::Driver::join(std::move(simulation), {.session = options}, source,
                                        &side->reporter_, side->transport_);
    TANDEM_TRY(driver);
    side->driver_.emplace(*std::move(driver));
    return side;
}

Result<std::optional<Bytes>> Side::input(sim::Tick tick, const sim::AnySimulation& simulation) {
    sampled_[tick.number % k_sampled_kept] = {tick.number, now_};
    return source_->input(0, driver_->session().own_slot(), tick, simulation);
}

std::optional<net::Time> Side::next() const {
    if (is_over()) {
        return std::nullopt;
    }
    return machine_.awake_from(release_at_ ? std::min(*release_at_, look_at_) : look_at_);
}

void Side::act(net::Time now, std::uint64_t& trace) {
    now_ = now;
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
    if (std::holds_alternative<net::Started>(event)) {
        facts_.is_started = true;
        facts_.started_at = now_;
        facts_.delay_ticks_least = net::k_delay_ticks_max;
    } else if (std::holds_alternative<net::Desynced>(event)) {
        ++facts_.desyncs_told;
    } else if (const auto* ended = std::get_if<net::Ended>(&event)) {
        facts_.ended = *ended;
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
