// SPDX-License-Identifier: MIT
// From a keyframe on, one tick after the other, each compared.
#include <tandem/replay/edit/retrace.hpp>

#include <utility>

#include <tandem/replay/entry.hpp>
#include <tandem/replay/rerun.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::replay {
namespace {

sim::Error left_at(std::uint64_t tick, const std::string& how) {
    return {sim::ErrorCode::divergence, "tick " + std::to_string(tick),
            "the simulation leaves the recording here (" + how +
                "), so the states that it would give are not those of the recording"};
}

}  // namespace

Retrace::Retrace(const Replay& replay, sim::AnySimulation simulation)
    : replay_(&replay), cursor_(replay), timeline_(std::move(simulation)) {
    for (const sim::Mark& mark : replay.marks()) {
        if (mark.kind == sim::MarkKind::plant) {
            plants_.emplace(mark.tick.number, mark.text);
        }
    }
}

sim::Result<Retrace> Retrace::create(const Replay& replay, sim::AnySimulation simulation,
                                     std::uint64_t ticks_done, const EachTick& each_tick) {
    TANDEM_ASSERT(ticks_done >= replay.first_tick() && ticks_done <= replay.end_tick());
    auto retrace = at_keyframe(replay, std::move(simulation), ticks_done + 1);
    while (retrace && retrace->ticks_done() < ticks_done) {
        if (auto stepped = retrace->step(); !stepped) {
            return stepped.error();
        }
        if (each_tick && !each_tick(retrace->ticks_done())) {
            break;
        }
    }
    return retrace;
}

sim::Result<Retrace> Retrace::at_keyframe(const Replay& replay, sim::AnySimulation simulation,
                                          std::uint64_t before) {
    Retrace retrace(replay, std::move(simulation));
    if (auto started = start_as_recorded(replay, retrace.timeline_); !started) {
        return started.error();
    }
    if (auto there = retrace.go_to_keyframe(before); !there) {
        return there.error();
    }
    return retrace;
}

sim::Result<void> Retrace::go_to_keyframe(std::uint64_t before) {
    const std::uint64_t first = replay_->first_tick();
    if (!jump_to_keyframe(*replay_, timeline_, first, before) && ticks_done() != first) {
        if (auto started = start_as_recorded(*replay_, timeline_); !started) {
            return started;
        }
    }
    return check();
}

sim::Result<void> Retrace::step() {
    const std::uint64_t tick = ticks_done();
    const auto record = next_record();
    if (!record) {
        return record.error();
    }
    if (const auto plant = plants_.find(tick); plant != plants_.end()) {
        timeline_.set_plant({sim::Tick{tick}, plant->second});
    }
    if (const auto stepped = timeline_.advance(*record); !stepped) {
        // The recorded session did get through this tick.
        return left_at(tick, stepped.error().text());
    }
    return check();
}

sim::Result<sim::ByteView> Retrace::next_record() {
    TANDEM_ASSERT(ticks_done() < replay_->end_tick());
    return cursor_.record(sim::Tick{ticks_done()});
}

sim::Result<bool> Retrace::confirm() const {
    auto confirmed =
        confirm_chain(*replay_, timeline_.simulation().clone(), ticks_done(), timeline_.chain());
    return confirmed || confirmed.error().code != sim::ErrorCode::divergence
               ? confirmed
               : left_at(ticks_done(), confirmed.error().message);
}

sim::Result<void> Retrace::check() {
    const auto agrees = check_chain(cursor_, ticks_done(), timeline_.chain());
    if (agrees || agrees.error().code != sim::ErrorCode::divergence) {
        return agrees;
    }
    const bool is_start = ticks_done() == replay_->first_tick();
    return left_at(is_start ? ticks_done() : ticks_done() - 1, agrees.error().message);
}

}  // namespace tandem::replay
