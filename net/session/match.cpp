// SPDX-License-Identifier: MIT
// Steps a match and remembers its last ticks.
#include <tandem/net/session/match.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/history/chain.hpp>

namespace tandem::net {
namespace {

// The records of so many seconds are kept, and of this many ticks at least.
constexpr std::uint64_t k_records_kept_s = 30;
constexpr std::uint64_t k_records_min = 64;

}  // namespace

Match::Match(sim::AnySimulation simulation, sim::TickObserver* observer,
             std::uint64_t evidence_memory_bytes_max)
    : observer_(observer),
      timeline_(std::move(simulation), &observer_),
      history_(evidence_memory_bytes_max) {}

Result<Ready> Match::reset(const Setup& setup) {
    sim::AnySimulation& simulation = timeline_.simulation();
    TANDEM_TRY(simulation.reset(setup));
    setup_ = setup;
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
    TANDEM_ASSERT(!is_started_);
    TANDEM_TRY(timeline_.start(setup_));
    is_started_ = true;
    return begin_history({});
}

Result<void> Match::start_at(const Setup& setup, std::uint64_t ticks_done, ByteView state,
                             const sim::RunningHashes& hashes, ByteView record) {
    TANDEM_ASSERT(!is_started_);
    TANDEM_TRY(timeline_.start_at(setup, ticks_done, state, hashes));
    setup_ = setup;
    is_started_ = true;
    return begin_history(record);
}

Result<void> Match::go_on_from(std::uint64_t ticks_done, ByteView state,
                               const sim::RunningHashes& hashes, ByteView record) {
    TANDEM_ASSERT(is_started_);
    TANDEM_TRY(timeline_.go_on_from(ticks_done, state, hashes));
    return begin_history(record);
}

Result<void> Match::begin_history(ByteView record) {
    history_.forget_all();
    chains_.clear();
    records_.clear();
    chains_from_ = timeline_.ticks_done();
    return remember(record);
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
        TANDEM_TRY(timeline_.simulation().save(moment.state));
    }
    history_.add(std::move(moment));
    chains_.push_back(timeline_.chain());
    return {};
}

Result<void> Match::step(ByteView record) {
    TANDEM_TRY(report_marks(ticks_done()));
    TANDEM_TRY(timeline_.advance(record));
    records_.emplace_back(record.begin(), record.end());
    const TickRate rate = setup_.tick_rate;
    if (records_.size() > k_records_kept_s * rate.ticks / rate.seconds + k_records_min) {
        records_.pop_front();
    }
    return remember(record);
}

Result<void> Match::go_back(std::uint64_t ticks_done) {
    const Moment* moment = history_.find(ticks_done);
    if (moment == nullptr || !moment->has_state) {
        return Error{ErrorCode::network, "tick " + std::to_string(ticks_done),
                     "the state before it is no longer in memory, so the match cannot be taken up "
                     "there again; allow more memory for states"};
    }
    const std::uint64_t taken_back = this->ticks_done() - ticks_done;
    TANDEM_TRY(timeline_.go_back(ticks_done, moment->state, moment->hashes));
    history_.forget_after(ticks_done);
    chains_.resize(ticks_done - chains_from_ + 1);
    records_.resize(records_.size() - std::min<std::uint64_t>(records_.size(), taken_back));
    return {};
}

std::optional<sim::ChainHash> Match::chain_at(std::uint64_t ticks_done) const {
    if (ticks_done < chains_from_ || ticks_done - chains_from_ >= chains_.size()) {
        return std::nullopt;
    }
    return chains_[ticks_done - chains_from_];
}

const sim::Bytes* Match::record_at(std::uint64_t tick) const {
    const std::uint64_t from = ticks_done() - records_.size();
    return tick < from || tick >= ticks_done() ? nullptr : &records_[tick - from];
}

void Match::add_mark(sim::Mark mark) { marks_.push_back(std::move(mark)); }

Result<void> Match::report_marks(std::uint64_t until) {
    std::vector<sim::Mark> later;
    for (sim::Mark& mark : std::exchange(marks_, {})) {
        if (mark.tick.number > until) {
            later.push_back(std::move(mark));
        } else {
            TANDEM_TRY(timeline_.mark(mark));
        }
    }
    marks_ = std::move(later);
    return {};
}

Result<void> Match::finish(sim::EndReason reason) {
    observer_.drop();
    TANDEM_TRY(report_marks(~std::uint64_t{0}));
    return timeline_.end(reason);
}

Result<void> Match::give_evidence(const Moment& moment, ByteView state) {
    return observer_.on_state(
        {sim::StatePurpose::evidence, moment.ticks_done, state, moment.hashes});
}

}  // namespace tandem::net
