// SPDX-License-Identifier: MIT
// Stands between a session and its recorder and keeps the hash of every tick and a state every
// second.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/tools/lab/match/side.hpp>

namespace tandem::tools::lab::match {

class StateLog final : public sim::TickObserver {
public:
    // `recorder` may be null; it must outlive this.
    StateLog(sim::TickObserver* recorder, std::uint64_t keyframe_ticks)
        : recorder_(recorder), keyframe_ticks_(keyframe_ticks) {}

    sim::Result<void> on_start(const sim::SessionStart& start) override;
    sim::Result<void> on_step(const sim::TickedView& ticked,
                              const sim::AnySimulation& simulation) override;
    sim::Result<void> on_tick(const sim::TickedView& ticked) override;
    sim::Result<void> on_event(const sim::Mark& mark) override;
    sim::Result<void> on_state(const sim::StateView& state) override;
    bool wants_keyframe(std::uint64_t ticks_done) const override;
    sim::Result<void> on_end(sim::EndReason reason) override;

    const std::vector<std::uint64_t>& hashes() const { return hashes_; }
    // Returns the states after the start, by ticks.
    const std::vector<Snapshot>& snapshots() const { return snapshots_; }

private:
    sim::TickObserver* recorder_;
    std::uint64_t keyframe_ticks_;
    std::vector<std::uint64_t> hashes_;
    std::vector<Snapshot> snapshots_;
};

}  // namespace tandem::tools::lab::match
