// SPDX-License-Identifier: MIT
// Presence is a list of changes, and the end is the smallest that anybody named.
#include <tandem/net/session/agreement.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>

namespace tandem::net {

// ---- Presence ----

Presence::Presence(bool is_present, std::vector<std::uint64_t> changes)
    : changes_(std::move(changes)) {
    if (!is_present) {
        changes_.insert(changes_.begin(), 0);
    }
}

std::vector<std::uint64_t> Presence::changes_from(std::uint64_t tick) const {
    return {std::lower_bound(changes_.begin(), changes_.end(), tick), changes_.end()};
}

bool Presence::at(std::uint64_t tick) const {
    const auto later = std::upper_bound(changes_.begin(), changes_.end(), tick);
    return (later - changes_.begin()) % 2 == 0;
}

std::optional<std::uint64_t> Presence::next(std::uint64_t tick) const {
    while (!at(tick)) {
        const auto later = std::upper_bound(changes_.begin(), changes_.end(), tick);
        if (later == changes_.end()) {
            return std::nullopt;
        }
        tick = *later;
    }
    return tick;
}

std::optional<std::uint64_t> Presence::absent_from() const {
    return changes_.size() % 2 == 1 ? std::optional(changes_.back()) : std::nullopt;
}

bool Presence::begins_at(std::uint64_t tick) const {
    return at(tick) && std::binary_search(changes_.begin(), changes_.end(), tick);
}

void Presence::leave_at(std::uint64_t tick) {
    TANDEM_ASSERT(!absent_from() && (changes_.empty() || tick >= changes_.back()));
    changes_.push_back(tick);
}

void Presence::return_at(std::uint64_t tick) {
    TANDEM_ASSERT(absent_from() && tick >= changes_.back());
    changes_.push_back(tick);
}

// ---- Agreement ----

void Agreement::reset(std::uint32_t slots) {
    slots_.assign(slots, {});
    agreed_.reset();
    end_.reset();
}

// The input before `tick` is needed because the next packet is coded against it.
void Agreement::begin_at(std::uint64_t tick, std::vector<Presence> presence,
                         const sim::RecordView* before) {
    reset(static_cast<std::uint32_t>(presence.size()));
    for (std::uint32_t slot = 0; slot < players(); ++slot) {
        SlotState& state = slots_[slot];
        state.presence = std::move(presence[slot]);
        const bool is_known = before != nullptr && before->present(slot);
        state.inputs.begin_at(is_known ? tick - 1 : tick);
        if (is_known) {
            state.inputs.insert(tick - 1, before->inputs[slot]);
        }
        std::optional<std::uint64_t> absent_from;
        if (tick > 0 && !state.presence.at(tick - 1)) {
            absent_from = tick;
        }
        for (const std::uint64_t change : state.presence.changes_from(tick)) {
            if (absent_from) {
                state.inputs.skip(*absent_from, change);
            }
            absent_from = absent_from ? std::nullopt : std::optional(change);
        }
    }
}

std::optional<ByteView> Agreement::before(std::uint32_t slot, std::uint64_t first) const {
    const SlotState& state = slots_[slot];
    if (first == 0 || state.presence.begins_at(first)) {
        return ByteView(idle_);
    }
    return state.inputs.has(first - 1) ? std::optional(state.inputs.at(first - 1)) : std::nullopt;
}

std::uint32_t Agreement::present() const {
    return static_cast<std::uint32_t>(
        std::count_if(slots_.begin(), slots_.end(),
                      [](const SlotState& slot) { return !slot.presence.absent_from(); }));
}

void Agreement::leave_at(std::uint32_t slot, std::uint64_t tick) {
    slots_[slot].presence.leave_at(tick);
    slots_[slot].inputs.retract(tick);
}

void Agreement::return_at(std::uint32_t slot, std::uint64_t tick) {
    // Inputs from before the absence may still be on their way, or be needed by others.
    const auto from = slots_[slot].presence.absent_from();
    slots_[slot].presence.return_at(tick);
    // A slot that was absent when this side began has no inputs before.
    slots_[slot].inputs.skip(std::max(*from, slots_[slot].inputs.base()), tick);
}

void Agreement::end_at(const AgreedEnd& end) {
    if (end.reason != sim::EndReason::finished && (!agreed_ || end.tick < agreed_->tick)) {
        agreed_ = end;
    }
    if (!end_ || end.tick < end_->tick) {
        end_ = end;
    }
}

void Agreement::play_on() { end_ = agreed_; }

void Agreement::lose_at(std::uint64_t tick, Slot who) {
    const std::uint64_t last = end_ ? std::min(end_->tick, tick) : tick;
    agreed_ = AgreedEnd{last, sim::EndReason::peer_lost, who};
    end_ = agreed_;
}

std::uint64_t Agreement::confirmed_until(std::uint64_t from) const {
    std::uint64_t until = end_ ? end_->tick : from;
    bool is_bounded = end_.has_value();
    for (const SlotState& state : slots_) {
        const auto needed = state.presence.next(std::max(from, state.inputs.next()));
        if (needed) {
            until = is_bounded ? std::min(until, *needed) : *needed;
            is_bounded = true;
        }
    }
    return std::max(until, from);
}

std::optional<Slot> Agreement::missing(std::uint64_t tick) const {
    for (std::uint32_t slot = 0; slot < players(); ++slot) {
        if (slots_[slot].presence.at(tick) && !slots_[slot].inputs.has(tick)) {
            return Slot{slot};
        }
    }
    return std::nullopt;
}

void Agreement::make_record(std::uint64_t tick, sim::Bytes& out) const {
    std::uint64_t presence = 0;
    record_inputs_.assign(slots_.size(), {});
    for (std::uint32_t slot = 0; slot < players(); ++slot) {
        if (slots_[slot].presence.at(tick)) {
            presence |= std::uint64_t{1} << slot;
            record_inputs_[slot] = slots_[slot].inputs.at(tick);
        }
    }
    sim::make_record(presence, std::span<const ByteView>(record_inputs_), out);
}

}  // namespace tandem::net
