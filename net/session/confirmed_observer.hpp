// SPDX-License-Identifier: MIT
// Stands between a timeline and its observer. It holds back ticks that are simulated but not yet
// confirmed. A tick that is never confirmed is never recorded.
#pragma once

#include <cstdint>
#include <deque>
#include <variant>

#include <tandem/net/wire/message.hpp>
#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::net {

class ConfirmedObserver final : public sim::TickObserver {
public:
    // `inner` may be null and must outlive this object. Everything passes at once until the first
    // confirm().
    explicit ConfirmedObserver(sim::TickObserver* inner) : inner_(inner) {}

    sim::Result<void> on_start(const sim::SessionStart& start) override;
    // A step passes at once, confirmed or not.
    sim::Result<void> on_step(const sim::TickedView& ticked,
                              const sim::AnySimulation& simulation) override;
    sim::Result<void> on_tick(const sim::TickedView& ticked) override;
    sim::Result<void> on_event(const sim::Mark& mark) override;
    // Evidence passes at once. Its tick must have passed already (asserted).
    sim::Result<void> on_state(const sim::StateView& state) override;
    // Forgets everything that is held back from there on. The rest cannot be taken back.
    bool retract(std::uint64_t ticks_done) override;
    // Forgets everything that is held back: those ticks are not certain, and no others are told in
    // their place.
    sim::Result<void> on_given(const sim::SessionStart& start) override;
    bool wants_keyframe(std::uint64_t ticks_done) const override;
    sim::Result<void> on_end(sim::EndReason reason) override;

    // The ticks before `ticks` are confirmed: passes on those that were held back.
    sim::Result<void> confirm(std::uint64_t ticks);
    // Forgets everything that is held back.
    void drop();

    // The ticks that the observer was told, or that lie before a state that was given; and the
    // chain after them.
    std::uint64_t ticks_told() const { return ticks_told_; }
    sim::ChainHash chain_told() const { return chain_told_; }

private:
    struct HeldTick {
        sim::Tick tick;
        sim::Bytes record;
        sim::StateHash state_hash;
        sim::RunningHashes hashes;
    };
    struct HeldKeyframe {
        std::uint64_t ticks_done = 0;
        sim::Bytes state;
        sim::RunningHashes hashes;
    };

    void count_from(const sim::SessionStart& start);
    sim::Result<void> report(const sim::TickedView& ticked);
    sim::Result<void> report_front();

    sim::TickObserver* inner_;
    std::uint64_t confirmed_ = k_no_limit;
    std::uint64_t ticks_told_ = 0;
    sim::ChainHash chain_told_;
    std::deque<std::variant<HeldTick, sim::Mark, HeldKeyframe>> held_;  // in the order they came
    std::uint64_t held_state_bytes_ = 0;
};

}  // namespace tandem::net
