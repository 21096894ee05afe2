// SPDX-License-Identifier: MIT
// Several observers of one session, as one.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::sim {

class Observers final : public TickObserver {
public:
    // They are told in this order and must outlive this; one that is null is left out.
    explicit Observers(const std::vector<TickObserver*>& observers);

    // Where one fails, those behind it are not told: the session ends with that error.
    Result<void> on_start(const SessionStart& start) override;
    Result<void> on_step(const TickedView& ticked, const AnySimulation& simulation) override;
    Result<void> on_tick(const TickedView& ticked) override;
    Result<void> on_event(const Mark& mark) override;
    // Keyframes are for those that want one, evidence is for all.
    Result<void> on_state(const StateView& state) override;
    bool wants_keyframe(std::uint64_t ticks_done) const override;
    // All are told, whoever fails. The error is the first one.
    Result<void> on_end(EndReason reason) override;

private:
    template <class Tell>
    Result<void> tell_each(Tell&& tell);

    std::vector<TickObserver*> observers_;
};

}  // namespace tandem::sim
