// SPDX-License-Identifier: MIT
// The sides of a match agree on this: every slot's inputs, the ticks in which it is present, and
// the end of the match. A tick is confirmed once every input of it is here. It knows neither the
// network nor the simulation.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/net/session/input_log.hpp>
#include <tandem/net/wire/input_coding.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::net {

// The ticks in which a slot takes part. A match begins with all of them.
class Presence {
public:
    // Present from the beginning.
    Presence() = default;
    // Present or not in the tick before the first of `changes`, which ascend.
    Presence(bool is_present, std::vector<std::uint64_t> changes);

    bool at(std::uint64_t tick) const;
    // The first tick from `tick` on in which the slot takes part; nothing if none is known.
    std::optional<std::uint64_t> next(std::uint64_t tick) const;
    // The tick from which the slot is absent, if it left last and has not returned.
    std::optional<std::uint64_t> absent_from() const;
    // The ticks from `tick` on at which it changes.
    std::vector<std::uint64_t> changes_from(std::uint64_t tick) const;
    // The tick of the last change; 0 if there was none.
    std::uint64_t last_change() const { return changes_.empty() ? 0 : changes_.back(); }
    // True if the slot takes part again from just this tick on.
    bool begins_at(std::uint64_t tick) const;
    // Makes the slot absent from `tick` on, which is not before the last change (asserted).
    void leave_at(std::uint64_t tick);
    // Makes the slot present again from `tick` on; it must be absent (asserted).
    void return_at(std::uint64_t tick);

private:
    std::vector<std::uint64_t> changes_;  // absent from the first, present from the second, ...
};

// The place and the reason of the match's end.
struct AgreedEnd {
    std::uint64_t tick = 0;  // the match has so many ticks
    sim::EndReason reason = sim::EndReason::tick_limit;
    Slot who;
};

class Agreement {
public:
    // `idle` is the canonical input of somebody who does nothing.
    explicit Agreement(sim::Bytes idle) : idle_(std::move(idle)) {}

    // Begins with so many slots, all present and without inputs.
    void reset(std::uint32_t slots);
    // Begins at `tick` instead, with the presence of each slot. `before` is the record of the tick
    // before it; null before tick 0.
    void begin_at(std::uint64_t tick, std::vector<Presence> presence,
                  const sim::RecordView* before);
    std::uint32_t players() const { return static_cast<std::uint32_t>(slots_.size()); }

    InputLog& inputs(std::uint32_t slot) { return slots_[slot].inputs; }
    const InputLog& inputs(std::uint32_t slot) const { return slots_[slot].inputs; }
    // The input before `first`, against which a packet codes; nothing if it is not known any more.
    std::optional<sim::ByteView> before(std::uint32_t slot, std::uint64_t first) const;

    const Presence& presence(std::uint32_t slot) const { return slots_[slot].presence; }
    // The number of slots that take part after the last change.
    std::uint32_t present() const;
    // The slot takes no part from `tick` on. Inputs for later ticks are taken back.
    void leave_at(std::uint32_t slot, std::uint64_t tick);
    // The slot takes part again from `tick` on.
    void return_at(std::uint32_t slot, std::uint64_t tick);

    // The match has at most so many ticks. The smallest of all calls counts.
    void end_at(const AgreedEnd& end);
    // Forgets an end because the game is over.
    void play_on();
    // The match ends there because a player is lost, whatever was agreed on before.
    void lose_at(std::uint64_t tick, Slot who);
    const std::optional<AgreedEnd>& end() const { return end_; }
    // True if the match has no tick from this one on.
    bool is_over_at(std::uint64_t tick) const { return end_ && tick >= end_->tick; }

    // The first tick from `from` on that is not confirmed: an input is missing, or the match is
    // over.
    std::uint64_t confirmed_until(std::uint64_t from) const;
    // The first slot whose input for this tick is missing.
    std::optional<Slot> missing(std::uint64_t tick) const;
    // The record of a confirmed tick (asserted).
    void make_record(std::uint64_t tick, sim::Bytes& out) const;

private:
    struct SlotState {
        InputLog inputs;
        Presence presence;
    };

    sim::Bytes idle_;
    std::vector<SlotState> slots_;
    std::optional<AgreedEnd> agreed_;                   // the earliest that anybody named
    std::optional<AgreedEnd> end_;                      // that, or where the game is over
    mutable std::vector<sim::ByteView> record_inputs_;  // spares an allocation a tick
};

}  // namespace tandem::net
