// SPDX-License-Identifier: MIT
// What one side knows of a match, without knowing the network: everyone's inputs, who is present,
// where it ends, the simulation and its recent history.
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

    // Resets the simulation to learn what all sides must agree on; the observer hears nothing yet.
    sim::Result<Ready> reset(const Setup& setup);
    // What the last reset gave, and how things stand after it, which needs no start.
    const Ready& ready() const { return ready_; }
    Moment reset_moment() const;
    // Begins for the observer as well. Needs reset (asserted).
    sim::Result<void> start();
    bool is_started() const { return is_started_; }

    Slot own() const { return own_; }
    std::uint32_t players() const { return static_cast<std::uint32_t>(inputs_.size()); }

    // Asks the source for every tick before `until` that was not asked for and is part of the
    // match. Once it has ended, or failed, source_end() says so.
    void ask_until(std::uint64_t until);
    std::uint64_t asked() const { return inputs_[own_.index].next(); }
    void stop_asking() { may_ask_ = false; }
    struct SourceEnd {
        std::uint64_t tick = 0;  // the first without an input
        std::optional<sim::Error> error;
    };
    const std::optional<SourceEnd>& source_end() const { return source_end_; }

    // Inputs of another slot off the wire; how many were news. What lies beyond the window is left
    // for its repetition. The error says which input of whom is malformed.
    sim::Result<std::uint64_t> take_inputs(const Run& run);
    const ItemLog& inputs(std::uint32_t slot) const { return inputs_[slot]; }
    // Forgets inputs that were simulated and that no peer needs any more.
    void forget_inputs_before(std::uint32_t slot, std::uint64_t tick);

    // The match has `tick` ticks; the smallest call wins. At least ticks_done() (asserted).
    void end_at(std::uint64_t tick, sim::EndReason reason, Slot who);
    std::uint64_t end_tick() const { return end_tick_; }
    sim::EndReason end_reason() const { return end_reason_; }
    Slot end_slot() const { return end_slot_; }
    bool is_complete() const { return ticks_done() == end_tick_; }
    // The match ends here at `tick`, or now where we are past it, because `who` is lost: whatever
    // end was agreed on before, it was not reached together. No later tick is told any more.
    void lose_at(std::uint64_t tick, Slot who);
    // The ticks before `ticks` are the match's, and only those are told to the observer: of what is
    // simulated beyond, nobody knows yet whether the others will ever have it. Without this every
    // tick is told at once.
    sim::Result<void> confirm(std::uint64_t ticks) { return observer_.confirm(ticks); }
    // So many ticks the observer was told and has taken, and the chain after them.
    std::uint64_t ticks_told() const { return observer_.ticks_told(); }
    sim::ChainHash chain_told() const { return observer_.chain_told(); }
    // Whoever plays this slot next begins with nothing of the one before. Needs no start yet
    // (asserted).
    void clear_slot(std::uint32_t slot);
    // The slot takes no part from `tick` on.
    void set_absent(std::uint32_t slot, std::uint64_t tick);
    std::uint64_t absent_from(std::uint32_t slot) const { return absent_from_[slot]; }
    // A fact for the observer, told before the tick it belongs to.
    void add_mark(sim::Mark mark);

    // The first tick that cannot be simulated with what is known now.
    std::uint64_t complete_until() const;
    // Whose input the next tick lacks.
    std::optional<Slot> missing() const;
    // One tick; needs no input missing and an end ahead (asserted).
    sim::Result<void> step();
    // Tells the observer the remaining marks and the end; what was not confirmed never happened.
    sim::Result<void> finish(sim::EndReason reason);
    // Hands the observer the state of this moment as evidence, where it was kept.
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
