// SPDX-License-Identifier: MIT
// The simulation of a match with its recent history, and its observer, which is told the ticks that
// are certain. It knows nothing of the network, nor of who plays.
#pragma once

#include <cstdint>
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
    History& history() { return history_; }
    const History& history() const { return history_; }

private:
    sim::Result<void> remember(sim::ByteView record);
    sim::Result<void> report_marks(std::uint64_t until);

    ConfirmedObserver observer_;
    sim::Timeline timeline_;
    History history_;
    Setup setup_;
    Ready ready_;
    bool is_started_ = false;
    std::vector<sim::Mark> marks_;  // not yet told
};

}  // namespace tandem::net
