// SPDX-License-Identifier: MIT
// A queue that opens as far as ticks are confirmed.
#include <tandem/net/session/confirmed_observer.hpp>

#include <utility>

#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

// The most bytes of keyframes that are held back. In a stall of minutes some are then left out,
// which costs a player of the file time and nothing else.
constexpr std::uint64_t k_held_state_bytes_max = std::uint64_t{16} << 20;

}  // namespace

Result<void> ConfirmedObserver::on_start(const sim::SessionStart& start) {
    count_from(start);
    return inner_ == nullptr ? Result<void>() : inner_->on_start(start);
}

Result<void> ConfirmedObserver::on_given(const sim::SessionStart& start) {
    drop();
    if (inner_ != nullptr) {
        TANDEM_TRY(inner_->on_given(start));
    }
    count_from(start);
    return {};
}

void ConfirmedObserver::count_from(const sim::SessionStart& start) {
    ticks_told_ = start.first_tick;
    chain_told_ = start.hashes.chain;
}

Result<void> ConfirmedObserver::report(const sim::TickedView& ticked) {
    if (inner_ != nullptr) {
        TANDEM_TRY(inner_->on_tick(ticked));
    }
    ticks_told_ = ticked.tick.number + 1;
    chain_told_ = ticked.hashes.chain;
    return {};
}

Result<void> ConfirmedObserver::on_step(const sim::TickedView& ticked,
                                        const sim::AnySimulation& simulation) {
    return inner_ == nullptr ? Result<void>() : inner_->on_step(ticked, simulation);
}

Result<void> ConfirmedObserver::on_tick(const sim::TickedView& ticked) {
    if (held_.empty() && ticked.tick.number < confirmed_) {
        return report(ticked);
    }
    held_.emplace_back(HeldTick{ticked.tick,
                                {ticked.record.begin(), ticked.record.end()},
                                ticked.state_hash,
                                ticked.hashes});
    return {};
}

Result<void> ConfirmedObserver::on_event(const sim::Mark& mark) {
    if (!held_.empty()) {
        held_.emplace_back(mark);
        return {};
    }
    return inner_ == nullptr ? Result<void>() : inner_->on_event(mark);
}

Result<void> ConfirmedObserver::on_state(const sim::StateView& state) {
    const bool is_keyframe = state.purpose == sim::StatePurpose::keyframe;
    TANDEM_ASSERT(is_keyframe || state.ticks_done <= ticks_told_);
    if (is_keyframe && !held_.empty()) {
        held_.emplace_back(
            HeldKeyframe{state.ticks_done, {state.state.begin(), state.state.end()}, state.hashes});
        held_state_bytes_ += state.state.size();
        return {};
    }
    return inner_ == nullptr ? Result<void>() : inner_->on_state(state);
}

// While a keyframe is held back the observer does not know of it and may want one after every tick.
// So it is asked again when its turn has come.
bool ConfirmedObserver::wants_keyframe(std::uint64_t ticks_done) const {
    return inner_ != nullptr && held_state_bytes_ <= k_held_state_bytes_max &&
           inner_->wants_keyframe(ticks_done);
}

Result<void> ConfirmedObserver::on_end(sim::EndReason reason) {
    TANDEM_ASSERT(held_.empty());
    return inner_ == nullptr ? Result<void>() : inner_->on_end(reason);
}

Result<void> ConfirmedObserver::report_front() {
    const auto held = std::move(held_.front());
    held_.pop_front();
    if (const auto* tick = std::get_if<HeldTick>(&held)) {
        return report({tick->tick, tick->record, tick->state_hash, tick->hashes});
    }
    if (inner_ == nullptr) {
        return {};  // who wants no keyframes holds none
    }
    if (const auto* mark = std::get_if<sim::Mark>(&held)) {
        return inner_->on_event(*mark);
    }
    const auto& keyframe = std::get<HeldKeyframe>(held);
    held_state_bytes_ -= keyframe.state.size();
    if (!inner_->wants_keyframe(keyframe.ticks_done)) {
        return {};
    }
    return inner_->on_state(
        {sim::StatePurpose::keyframe, keyframe.ticks_done, keyframe.state, keyframe.hashes});
}

Result<void> ConfirmedObserver::confirm(std::uint64_t ticks) {
    confirmed_ = ticks;
    while (!held_.empty()) {
        const auto* tick = std::get_if<HeldTick>(&held_.front());
        if (tick != nullptr && tick->tick.number >= confirmed_) {
            break;
        }
        TANDEM_TRY(report_front());
    }
    return {};
}

// Marks stay: a mark about a tick is still worth knowing.
bool ConfirmedObserver::retract(std::uint64_t ticks_done) {
    if (ticks_done < ticks_told_) {
        return false;
    }
    std::erase_if(held_, [&](const auto& held) {
        const auto* tick = std::get_if<HeldTick>(&held);
        const auto* keyframe = std::get_if<HeldKeyframe>(&held);
        const bool is_later = (tick != nullptr && tick->tick.number >= ticks_done) ||
                              (keyframe != nullptr && keyframe->ticks_done > ticks_done);
        if (is_later && keyframe != nullptr) {
            held_state_bytes_ -= keyframe->state.size();
        }
        return is_later;
    });
    return true;
}

void ConfirmedObserver::drop() {
    held_.clear();
    held_state_bytes_ = 0;
}

}  // namespace tandem::net
