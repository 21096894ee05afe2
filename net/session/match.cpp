// SPDX-License-Identifier: MIT
// Collecting inputs and stepping where a tick has them all.
#include <tandem/net/session/match.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::net {

using sim::Bytes;
using sim::ByteView;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

Match::Match(sim::AnySimulation simulation, Slot own, InputSource source,
             sim::TickObserver* observer, std::uint64_t evidence_memory_bytes_max)
    : observer_(observer),
      timeline_(std::move(simulation), &observer_),
      source_(std::move(source)),
      own_(own),
      history_(evidence_memory_bytes_max) {}

Result<Ready> Match::reset(const Setup& setup) {
    sim::AnySimulation& simulation = timeline_.simulation();
    if (auto reset = simulation.reset(setup); !reset) {
        return reset.error();
    }
    setup_ = setup;
    inputs_.assign(setup.slots, {});
    absent_from_.assign(setup.slots, k_no_limit);
    const std::uint64_t start = sim::start_hash(simulation.info(), setup);
    const sim::StateHash state_hash = simulation.state_hash();
    ready_ = Ready{start, state_hash, sim::chain_start(start, state_hash)};
    return ready_;
}

Moment Match::reset_moment() const {
    Moment moment;
    moment.state_hash = ready_.state_hash;
    moment.hashes = {ready_.chain, sim::records_start(ready_.start)};
    moment.has_state = true;
    moment.state = timeline_.simulation().save();
    return moment;
}

Result<void> Match::start() {
    TANDEM_ASSERT(!is_started_ && inputs_.size() == setup_.slots);
    if (auto started = timeline_.start(setup_); !started) {
        return started;
    }
    is_started_ = true;
    return remember({});
}

Result<void> Match::remember(ByteView record) {
    Moment moment;
    moment.ticks_done = timeline_.ticks_done();
    moment.record.assign(record.begin(), record.end());
    moment.state_hash = timeline_.state_hash();
    moment.hashes = timeline_.hashes();
    moment.has_state = history_.wants_state();
    if (moment.has_state) {
        moment.state = history_.spare_buffer();
        if (auto saved = timeline_.simulation().save(moment.state); !saved) {
            return saved;
        }
    }
    history_.add(std::move(moment));
    return {};
}

void Match::ask_until(std::uint64_t until) {
    const std::uint64_t last =
        std::min({until, end_tick_, absent_from_[own_.index], ticks_done() + k_window_ticks / 2});
    const sim::SchemaNode& schema = timeline_.simulation().info().input_schema.root();
    while (may_ask_ && asked() < last) {
        const std::uint64_t tick = asked();
        Result<std::optional<Bytes>> input = source_(sim::Tick{tick}, timeline_.simulation());
        if (!input || !input->has_value()) {
            may_ask_ = false;
            source_end_ =
                SourceEnd{tick, input ? std::nullopt : std::optional<Error>(input.error())};
            return;
        }
        Bytes bytes = std::move(**input);
        const auto size = sim::measure_value(schema, bytes);
        TANDEM_ASSERT(size.has_value() && *size == bytes.size());
        inputs_[own_.index].put(tick, std::move(bytes));
    }
}

Result<std::uint64_t> Match::take_inputs(const Run& run) {
    const sim::SchemaNode& schema = timeline_.simulation().info().input_schema.root();
    ItemLog& log = inputs_[run.stream];
    ByteView rest = run.items;
    std::uint64_t news = 0;
    for (std::uint64_t tick = run.first; tick < run.first + run.count; ++tick) {
        const auto size = sim::measure_value(schema, rest);
        if (!size) {
            return Error{
                ErrorCode::bad_data,
                "tick " + std::to_string(tick) + ", input of player " + std::to_string(run.stream),
                size.error().text()};
        }
        if (tick < ticks_done() + k_window_ticks &&
            log.put(tick, Bytes(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(*size)))) {
            ++news;
        }
        rest = rest.subspan(*size);
    }
    if (!rest.empty()) {
        return Error{ErrorCode::bad_data,
                     "tick " + std::to_string(run.first + run.count - 1) + ", input of player " +
                         std::to_string(run.stream),
                     std::to_string(rest.size()) + " bytes follow the last input of its run"};
    }
    return news;
}

void Match::forget_inputs_before(std::uint32_t slot, std::uint64_t tick) {
    inputs_[slot].forget_before(std::min(tick, ticks_done()));
}

void Match::end_at(std::uint64_t tick, sim::EndReason reason, Slot who) {
    TANDEM_ASSERT(tick >= ticks_done());
    if (tick < end_tick_) {
        end_tick_ = tick;
        end_reason_ = reason;
        end_slot_ = who;
    }
}

void Match::lose_at(std::uint64_t tick, Slot who) {
    end_tick_ = std::max(std::min(end_tick_, tick), ticks_done());
    end_reason_ = sim::EndReason::peer_lost;
    end_slot_ = who;
}

void Match::clear_slot(std::uint32_t slot) {
    TANDEM_ASSERT(!is_started_);
    inputs_[slot] = {};
}

void Match::set_absent(std::uint32_t slot, std::uint64_t tick) {
    TANDEM_ASSERT(tick >= ticks_done());
    absent_from_[slot] = std::min(absent_from_[slot], tick);
}

void Match::add_mark(sim::Mark mark) { marks_.push_back(std::move(mark)); }

std::uint64_t Match::complete_until() const {
    std::uint64_t until = end_tick_;
    for (std::uint32_t slot = 0; slot < players(); ++slot) {
        const std::uint64_t next = inputs_[slot].next();
        if (is_present(slot, next)) {
            until = std::min(until, next);
        }
    }
    return std::max(until, ticks_done());
}

std::optional<Slot> Match::missing() const {
    for (std::uint32_t slot = 0; slot < players(); ++slot) {
        if (is_present(slot, ticks_done()) && !inputs_[slot].has(ticks_done())) {
            return Slot{slot};
        }
    }
    return std::nullopt;
}

Result<void> Match::step() {
    const std::uint64_t tick = ticks_done();
    TANDEM_ASSERT(is_started_ && tick < end_tick_);
    if (auto told = tell_marks(tick); !told) {
        return told;
    }
    std::uint64_t presence = 0;
    record_inputs_.resize(players());
    for (std::uint32_t slot = 0; slot < players(); ++slot) {
        if (is_present(slot, tick)) {
            presence |= std::uint64_t{1} << slot;
            record_inputs_[slot] = inputs_[slot].at(tick);
        }
    }
    sim::make_record(presence, record_inputs_, record_);
    if (auto stepped = timeline_.advance(record_); !stepped) {
        return stepped;
    }
    if (auto remembered = remember(record_); !remembered) {
        return remembered;
    }
    if (timeline_.simulation().finished()) {
        end_at(ticks_done(), sim::EndReason::finished, own_);
    }
    return {};
}

Result<void> Match::tell_marks(std::uint64_t until) {
    std::vector<sim::Mark> later;
    for (sim::Mark& mark : std::exchange(marks_, {})) {
        if (mark.tick.number > until) {
            later.push_back(std::move(mark));
        } else if (auto told = timeline_.mark(mark); !told) {
            return told;
        }
    }
    marks_ = std::move(later);
    return {};
}

Result<void> Match::finish(sim::EndReason reason) {
    observer_.drop();
    if (auto told = tell_marks(k_no_limit); !told) {
        return told;
    }
    return timeline_.end(reason);
}

Result<void> Match::give_evidence(const Moment& moment) {
    if (!moment.has_state) {
        return {};
    }
    return observer_.on_state(
        {sim::StatePurpose::evidence, moment.ticks_done, moment.state, moment.hashes});
}

}  // namespace tandem::net
