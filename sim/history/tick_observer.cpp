// SPDX-License-Identifier: MIT
// Calls the observers in their order, and stops at the first error except at the end. An observer
// needs every tick unless it says otherwise.
#include <tandem/sim/history/tick_observer.hpp>

#include <algorithm>

namespace tandem::sim {

Result<void> TickObserver::on_given(const SessionStart& start) {
    return Error{ErrorCode::usage,
                 "going on from a given state after " + std::to_string(start.first_tick) + " ticks",
                 "an observer of this session needs every tick, and those between are not known "
                 "here; leave it out, or let it override TickObserver::on_given"};
}

Observers::Observers(const std::vector<TickObserver*>& observers) : observers_(observers) {
    std::erase(observers_, nullptr);
}

template <class Report>
Result<void> Observers::report_each(Report&& report) {
    for (TickObserver* const observer : observers_) {
        TANDEM_TRY(report(*observer));
    }
    return {};
}

Result<void> Observers::on_start(const SessionStart& start) {
    return report_each([&](TickObserver& observer) { return observer.on_start(start); });
}

Result<void> Observers::on_step(const TickedView& ticked, const AnySimulation& simulation) {
    return report_each(
        [&](TickObserver& observer) { return observer.on_step(ticked, simulation); });
}

Result<void> Observers::on_tick(const TickedView& ticked) {
    return report_each([&](TickObserver& observer) { return observer.on_tick(ticked); });
}

Result<void> Observers::on_event(const Mark& mark) {
    return report_each([&](TickObserver& observer) { return observer.on_event(mark); });
}

Result<void> Observers::on_state(const StateView& state) {
    return report_each([&](TickObserver& observer) {
        const bool is_for_it =
            state.purpose == StatePurpose::evidence || observer.wants_keyframe(state.ticks_done);
        return is_for_it ? observer.on_state(state) : Result<void>();
    });
}

Result<void> Observers::on_given(const SessionStart& start) {
    return report_each([&](TickObserver& observer) { return observer.on_given(start); });
}

bool Observers::wants_keyframe(std::uint64_t ticks_done) const {
    return std::any_of(observers_.begin(), observers_.end(), [&](const TickObserver* observer) {
        return observer->wants_keyframe(ticks_done);
    });
}

Result<void> Observers::on_end(EndReason reason) {
    Result<void> first;
    for (TickObserver* const observer : observers_) {
        if (auto told = observer->on_end(reason); !told && first) {
            first = told;
        }
    }
    return first;
}

}  // namespace tandem::sim
