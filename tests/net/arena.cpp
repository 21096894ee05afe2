// SPDX-License-Identifier: MIT
// Pumping a match through virtual time.
#include <tests/net/arena.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tests/support/session.hpp>

namespace tandem::test {

using sim::Bytes;
using sim::Result;

// ---- Trace ----

Result<void> Trace::on_start(const sim::SessionStart& start) {
    EXPECT_FALSE(is_started);
    is_started = true;
    ticks = start.first_tick;
    chain = start.hashes.chain;
    sim::append_text(truth, start.game.name);
    sim::append(truth, sim::encode_setup(start.setup));
    sim::append_le(truth, start.start);
    sim::append_le(truth, start.hashes.chain.value);
    sim::append_le(truth, start.hashes.records.value);
    sim::append_block(truth, start.state);
    return {};
}

Result<void> Trace::on_tick(const sim::TickedView& ticked) {
    EXPECT_TRUE(is_started && !end);
    EXPECT_EQ(ticked.tick.number, ticks) << "ticks come in order, each once";
    if (full_disk_at == ticks) {
        return sim::Error{sim::ErrorCode::io, "trace", "the disk is full"};
    }
    ++ticks;
    chain = ticked.hashes.chain;
    records.emplace_back(ticked.record.begin(), ticked.record.end());
    sim::append_block(truth, ticked.record);
    sim::append_le(truth, ticked.state_hash.value);
    sim::append_le(truth, ticked.hashes.chain.value);
    sim::append_le(truth, ticked.hashes.records.value);
    return {};
}

Result<void> Trace::on_given(const sim::SessionStart& start) {
    EXPECT_TRUE(is_started && !end);
    EXPECT_GE(start.first_tick, ticks) << "nothing is told twice";
    given.push_back(start.first_tick);
    ticks = start.first_tick;
    chain = start.hashes.chain;
    return {};
}

Result<void> Trace::on_event(const sim::Mark& mark) {
    marks.push_back(mark);
    return {};
}

Result<void> Trace::on_state(const sim::StateView& state) {
    if (state.purpose == sim::StatePurpose::evidence) {
        evidence.push_back({state.ticks_done, Bytes(state.state.begin(), state.state.end())});
    } else {
        sim::append_le(truth, state.ticks_done);
        sim::append_block(truth, state.state);
    }
    return {};
}

bool Trace::wants_keyframe(std::uint64_t ticks_done) const { return ticks_done % 50 == 0; }

Result<void> Trace::on_end(sim::EndReason reason) {
    EXPECT_FALSE(end.has_value());
    end = reason;
    return {};
}

bool Trace::has_mark(sim::MarkKind kind) const {
    for (const sim::Mark& mark : marks) {
        if (mark.kind == kind) {
            return true;
        }
    }
    return false;
}

// ---- Inputs ----

net::InputSource scripted(Slot slot, std::uint64_t rows, std::uint64_t seed) {
    return scripted([slot] { return slot; }, rows, seed);
}

net::InputSource scripted(std::function<Slot()> slot, std::uint64_t rows, std::uint64_t seed) {
    auto next = std::make_shared<std::uint64_t>(0);
    return
        [=](sim::Tick tick, const sim::AnySimulation& simulation) -> Result<std::optional<Bytes>> {
            EXPECT_EQ(tick.number, (*next)++) << "a source is asked for every tick once, in order";
            if (tick.number >= rows) {
                return std::optional<Bytes>();
            }
            return std::optional<Bytes>(*simulation.bot_input(slot(), tick.number, seed));
        };
}

Reference reference_run(sim::AnySimulation simulation, const Setup& setup, std::uint64_t ticks,
                        std::uint64_t seed) {
    Reference reference;
    sim::Timeline timeline(std::move(simulation));
    EXPECT_TRUE(timeline.start(setup).has_value());
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        std::vector<Bytes> inputs;
        for (std::uint32_t slot = 0; slot < setup.slots; ++slot) {
            inputs.push_back(*timeline.simulation().bot_input(Slot{slot}, tick, seed));
        }
        const std::uint64_t presence = (std::uint64_t{1} << setup.slots) - 1;
        reference.records.push_back(sim::make_record(presence, inputs));
        EXPECT_TRUE(timeline.advance(reference.records.back()).has_value());
    }
    reference.chain = timeline.chain();
    return reference;
}

// ---- Side ----

const net::Ended& Side::ended() const {
    static const net::Ended k_none{};
    const net::Ended* found = find<net::Ended>();
    EXPECT_NE(found, nullptr) << name << " has not ended\n" << log();
    return found == nullptr ? k_none : *found;
}

std::string Side::log() const {
    std::string text;
    for (const net::Event& event : events) {
        if (!std::holds_alternative<net::Ticked>(event)) {
            text += name + ": " + net::event_text(event) + "\n";
        }
    }
    return text;
}

// ---- Arena ----

net::HostOptions host_options(const sim::AnySimulation& simulation, std::uint32_t players,
                              std::uint64_t ticks_limit) {
    net::HostOptions options;
    options.session.ticks_limit = ticks_limit;
    options.setup = make_setup(simulation.info(), players);
    return options;
}

net::LinkOptions rough_line(Random& random, std::uint32_t delay_ms_max,
                            std::uint32_t jitter_ms_max) {
    net::LinkOptions links;
    links.delay = milliseconds(random.below(delay_ms_max));
    links.jitter = milliseconds(random.below(jitter_ms_max));
    links.loss_ppm = random.below(250'000U);
    return links;
}

Arena::Arena(std::uint64_t seed, net::LinkOptions links) : network_(seed, links) {}

Side& Arena::add(std::string name) {
    sides_.push_back(std::make_unique<Side>());
    Side& side = *sides_.back();
    side.name = std::move(name);
    side.transport = &network_.add_endpoint();
    ++endpoints_;
    if (const Between between = std::exchange(between_, {})) {
        side.between = between(*side.transport);
        side.transport = side.between.get();
    }
    return side;
}

Side& Arena::host(sim::AnySimulation simulation, net::HostOptions options,
                  std::optional<net::InputSource> source) {
    Side& side = add("host");
    drive(side, net::Lockstep::host(std::move(simulation), std::move(options),
                                    source ? *source : scripted(Slot{0}), side.trace.get()));
    return side;
}

Side& Arena::host_again(sim::AnySimulation simulation, net::HostOptions options,
                        std::optional<net::InputSource> source) {
    Side& killed = *sides_.front();
    killed.is_frozen = true;
    sides_.push_back(std::make_unique<Side>());
    Side& side = *sides_.back();
    side.name = "host again";
    side.transport = killed.transport;
    drive(side, net::Lockstep::host(std::move(simulation), std::move(options),
                                    source ? *source : scripted(Slot{0}), side.trace.get()));
    return side;
}

Side& Arena::join(sim::AnySimulation simulation, net::JoinOptions options,
                  std::optional<net::InputSource> source) {
    const std::uint32_t number = endpoints_;
    Side& side = add("guest " + std::to_string(number));
    drive(side, net::Lockstep::join(
                    std::move(simulation), std::move(options),
                    source ? *source : scripted([&side] { return side.session->own_slot(); }),
                    side.trace.get()));
    network_.connect(number, 0);
    return side;
}

void Arena::drive(Side& side, sim::Result<net::Lockstep> session) {
    EXPECT_TRUE(session.has_value()) << session.error().text();
    side.driver = std::make_unique<net::Driver>(*std::move(session), *side.transport);
    side.session = &side.driver->session();
}

void Arena::pump(Side& side) {
    if (side.is_frozen || now_ < side.sleeps_until) {
        return;
    }
    const std::uint64_t done_before = side.session->ticks_done();
    auto events = side.driver->pump(milliseconds(0), [&] { return own_time(side); });
    for (net::Event& event : events) {
        if (std::holds_alternative<net::Started>(event)) {
            side.sleeps_until = now_ + side.starts_late;
        }
        side.events.push_back(std::move(event));
    }
    const auto ticks = static_cast<std::int64_t>(side.session->ticks_done() - done_before);
    side.sleeps_until = std::max(side.sleeps_until, now_ + ticks * side.tick_cost);
    if (side.session->is_started() && !side.session->is_ended()) {
        const std::uint64_t due = side.session->pace().ticks_wanted;
        const std::uint64_t from = std::max(side.session->ticks_done(), side.counted_ticks);
        side.late_ticks += due - std::min(due, from);
        side.counted_ticks = std::max(side.counted_ticks, due);
    }
}

Time Arena::own_time(const Side& side) const {
    return now_ + Time(now_.count() / 1'000'000 * side.clock_ppm);
}

bool Arena::run_until(const std::function<bool()>& condition, Time span) {
    for (const Time last = now_ + span; now_ < last;) {
        now_ += milliseconds(1);
        network_.advance(now_);
        for (const auto& side : sides_) {
            pump(*side);
        }
        if (condition()) {
            return true;
        }
    }
    return false;
}

void Arena::run_for(Time span) {
    run_until([] { return false; }, span);
}

bool Arena::run_to_end(Time span) {
    return run_until(
        [&] {
            for (const auto& side : sides_) {
                if (!side->is_frozen && !side->is_closed()) {
                    return false;
                }
            }
            return true;
        },
        span);
}

}  // namespace tandem::test
