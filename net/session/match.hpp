// SPDX-License-Identifier: MIT
// What one side knows of a match: everyone's inputs, who is present, where the match ends, the
// simulation and its recent history. It knows nothing of the network.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/net/options.hpp>
#include <tandem/net/session/confirmed_observer.hpp>
#include <tandem/net/session/history.hpp>
#include <tandem/net/session/item_log.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/net/wire/wire.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::net {

class Match {
public:
    Match(sim::AnySimulation simulation, Slot own, InputSource source, sim::TickObserver* observer,
          std::uint64_t evidence_memory_bytes_max);

    // Resets the simulation to learn what all sides must agree on. The observer is told nothing
    // yet.
    sim::Result<Ready> reset(const Setup& setup);
    // The result of the last reset, and the moment after it; start() is not needed.
    const Ready& ready() const { return ready_; }
    Moment reset_moment() const;
    // Begins the match for the observer too. Needs reset (asserted).
    sim::Result<void> start();
    bool is_started() const { return is_started_; }

    Slot own() const { return own_; }
    std::uint32_t players() const { return static_cast<std::uint32_t>(inputs_.size()); }

    // Asks the source for every tick before `until` that was not asked for yet and is part of the
    // match. If the source has ended or failed, source_end() says so.
    void ask_until(std::uint64_t until);
    std::uint64_t asked() const { return inputs_[own_.index].next(); }
    void stop_asking() { may_ask_ = false; }
    struct SourceEnd {
        std::uint64_t tick = 0;  // the first without an input
        std::optional<sim::Error> error;
    };
    const std::optional<SourceEnd>& source_end() const { return source_end_; }

    // Takes inputs of another slot from a packet. Returns how many were new. Inputs beyond the
    // window are ignored; they will be repeated. The error says which input of whom is malformed.
    sim::Result<std::uint64_t> take_inputs(const Run& run);
    const ItemLog& inputs(std::uint32_t slot) const { return inputs_[slot]; }
    // Forgets inputs that were simulated and that no peer needs any more.
    void forget_inputs_before(std::uint32_t slot, std::uint64_t tick);

    // Sets the end: the match has `tick` ticks. The smallest of all calls counts. `tick` is at
    // least ticks_done() (asserted).
    void end_at(std::uint64_t tick, sim::EndReason reason, Slot who);
    std::uint64_t end_tick() const { return end_tick_; }
    sim::EndReason end_reason() const { return end_reason_; }
    Slot end_slot() const { return end_slot_; }
    bool is_complete() const { return ticks_done() == end_tick_; }
    // Ends the match at `tick`, or now if we are past it, because `who` is lost. An end that was
    // agreed on before does not count, because it was not reached together. No later tick is
    // reported.
    void lose_at(std::uint64_t tick, Slot who);
    // Confirms the ticks before `ticks`. Only confirmed ticks are reported to the observer, because
    // of later ones it is not certain that the others will ever have them. Without a call of this,
    // every tick is reported at once.
    sim::Result<void> confirm(std::uint64_t ticks) { return observer_.confirm(ticks); }
    // How many ticks the observer has got, and the chain after them.
    std::uint64_t ticks_told() const { return observer_.ticks_told(); }
    sim::ChainHash chain_told() const { return observer_.chain_told(); }
    // Forgets the inputs of this slot, for the next player who gets it. Only before start()
    // (asserted).
    void clear_slot(std::uint32_t slot);
    // The slot takes no part from `tick` on.
    void set_absent(std::uint32_t slot, std::uint64_t tick);
    std::uint64_t absent_from(std::uint32_t slot) const { return absent_from_[slot]; }
    // Adds a mark for the observer. It is reported before its tick.
    void add_mark(sim::Mark mark);

    // The first tick that cannot be simulated with what is known now.
    std::uint64_t complete_until() const;
    // Whose input is missing for the next tick.
    std::optional<Slot> missing() const;
    // Steps one tick. No input may be missing, and the end must not be reached (asserted).
    sim::Result<void> step();
    // Reports the remaining marks and the end to the observer. Unconfirmed ticks are dropped.
    sim::Result<void> finish(sim::EndReason reason);
    // Reports the state of this moment to the observer as evidence, if it was kept.
    sim::Result<void> give_evidence(const Moment& moment);

    std::uint64_t ticks_done() const { return timeline_.ticks_done(); }
    sim::Timeline& timeline() { return timeline_; }
    const sim::Timeline& timeline() const { return timeline_; }
    History& history() { return history_; }
    const History& history() const { return history_; }

private:
    bool is_present(std::uint32_t slot, std::uint64_t tick) const {
        return tick < absent_from_[slot];
    }
    sim::Result<void> remember(sim::ByteView record);
    sim::Result<void> tell_marks(std::uint64_t until);

    ConfirmedObserver observer_;
    sim::Timeline timeline_;
    InputSource source_;
    Slot own_;
    History history_;
    Setup setup_;
    Ready ready_;
    bool is_started_ = false;
    bool may_ask_ = true;
    std::optional<SourceEnd> source_end_;
    std::vector<ItemLog> inputs_{1};
    std::vector<std::uint64_t> absent_from_{k_no_limit};
    std::uint64_t end_tick_ = k_no_limit;
    sim::EndReason end_reason_ = sim::EndReason::tick_limit;
    Slot end_slot_;
    std::vector<sim::Mark> marks_;  // not yet told
    std::vector<sim::Bytes> record_inputs_;
    sim::Bytes record_;
};

}  // namespace tandem::net
