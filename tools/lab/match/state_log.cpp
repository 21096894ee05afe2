// SPDX-License-Identifier: MIT
// Passes every call to the recorder, and keeps the hashes and states that a match compares.
#include <tandem/tools/lab/match/state_log.hpp>

namespace tandem::tools::lab::match {

using sim::Result;

Result<void> StateLog::on_start(const sim::SessionStart& start) {
    return recorder_ == nullptr ? Result<void>() : recorder_->on_start(start);
}

Result<void> StateLog::on_step(const sim::TickedView& ticked,
                               const sim::AnySimulation& simulation) {
    return recorder_ == nullptr ? Result<void>() : recorder_->on_step(ticked, simulation);
}

Result<void> StateLog::on_tick(const sim::TickedView& ticked) {
    hashes_.push_back(ticked.state_hash.value);
    return recorder_ == nullptr ? Result<void>() : recorder_->on_tick(ticked);
}

Result<void> StateLog::on_event(const sim::Mark& mark) {
    return recorder_ == nullptr ? Result<void>() : recorder_->on_event(mark);
}

// At a desync a session tells several states before the bad one, as evidence.
Result<void> StateLog::on_state(const sim::StateView& state) {
    const bool is_new = state.ticks_done > 0 &&
                        (snapshots_.empty() || snapshots_.back().ticks_done < state.ticks_done);
    if (is_new) {
        snapshots_.push_back(
            {state.ticks_done, sim::Bytes(state.state.begin(), state.state.end())});
    }
    return recorder_ == nullptr ? Result<void>() : recorder_->on_state(state);
}

bool StateLog::wants_keyframe(std::uint64_t ticks_done) const {
    return ticks_done % keyframe_ticks_ == 0 ||
           (recorder_ != nullptr && recorder_->wants_keyframe(ticks_done));
}

Result<void> StateLog::on_end(sim::EndReason reason) {
    return recorder_ == nullptr ? Result<void>() : recorder_->on_end(reason);
}

}  // namespace tandem::tools::lab::match
