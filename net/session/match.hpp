// SPDX-License-Identifier: MIT
// The simulation of a match with its recent history, and its observer, which is told the ticks that
// are certain. It knows nothing of the network, nor of who plays.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include <tandem/net/session/confirmed_observer.hpp>
#include <tandem/net/session/history.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::net {

class Match {
public:
    Match(sim::AnySimulation simulation, sim::TickObserver* observer,
          std::uint64_t evidence_memory_bytes_max);

    // Resets the simulation to learn what all sides must agree on. The observer is told nothing
    // yet.
    sim::Result<Ready> reset(const Setup& setup);
    // The result of the last reset, and the moment after it; start() is not needed.
    const Ready& ready() const { return ready_; }
    Moment reset_moment() const;
    // Begins the match for the observer too. It needs a reset before it (asserted).
    sim::Result<void> start();
    bool is_started() const { return is_started_; }

    // Begins at a later moment instead, which other processes have played up to: the state after
    // `ticks_done` ticks with its two running hashes, and the record of the tick that led there,
    // which is empty before tick 0. It needs no reset before it. An error leaves the match not
    // started, as in sim::Timeline::start_at.
    sim::Result<void> start_at(const Setup& setup, std::uint64_t ticks_done, sim::ByteView state,
                               const sim::RunningHashes& hashes, sim::ByteView record);
    // Goes on from a moment of the others, at this tick or a later one (asserted). The history
    // begins there, and ticks that were not certain are never told. If the state does not restore
    // nothing has changed; after any other error the match is over.
    sim::Result<void> go_on_from(std::uint64_t ticks_done, sim::ByteView state,
                                 const sim::RunningHashes& hashes, sim::ByteView record);

    // Steps one tick with this record.
    sim::Result<void> step(sim::ByteView record);
    // Goes back to the moment after `ticks_done` ticks, of which no later one was certain. It is an
    // error if its state is no longer in memory.
    sim::Result<void> go_back(std::uint64_t ticks_done);

    // The ticks before `ticks` are certain: the observer may be told. Nobody knows whether the
    // others will ever have later ones. Without a call of this every tick is told at once.
    sim::Result<void> confirm(std::uint64_t ticks) { return observer_.confirm(ticks); }
    // How many ticks the observer has got, and the chain after them.
    std::uint64_t ticks_told() const { return observer_.ticks_told(); }
    sim::ChainHash chain_told() const { return observer_.chain_told(); }
    // Adds a mark for the observer. It is told before its tick.
    void add_mark(sim::Mark mark);
    // Tells the observer the remaining marks and the end. Ticks that are not certain are dropped.
    sim::Result<void> finish(sim::EndReason reason);
    // Tells the observer the state of this moment as evidence.
    sim::Result<void> give_evidence(const Moment& moment, sim::ByteView state);

    std::uint64_t ticks_done() const { return timeline_.ticks_done(); }
    const sim::AnySimulation& simulation() const { return timeline_.simulation(); }
    sim::Timeline& timeline() { return timeline_; }
    const sim::Timeline& timeline() const { return timeline_; }
    // The chain after any tick that this session has played, from its start or the last moment that
    // was given to it.
    std::optional<sim::ChainHash> chain_at(std::uint64_t ticks_done) const;
    // The record of a tick that was played lately; null if it is not in memory. The records of half
    // a minute are kept, for a host that lost them.
    const sim::Bytes* record_at(std::uint64_t tick) const;
    History& history() { return history_; }
    const History& history() const { return history_; }

private:
    sim::Result<void> begin_history(sim::ByteView record);
    sim::Result<void> remember(sim::ByteView record);
    sim::Result<void> report_marks(std::uint64_t until);

    ConfirmedObserver observer_;
    sim::Timeline timeline_;
    History history_;
    std::uint64_t chains_from_ = 0;       // the first of `chains_` is after this many ticks
    std::vector<sim::ChainHash> chains_;  // 8 bytes for each tick of the session
    std::deque<sim::Bytes> records_;      // those of the last ticks
    Setup setup_;
    Ready ready_;
    bool is_started_ = false;
    std::vector<sim::Mark> marks_;  // not yet told
};

}  // namespace tandem::net
