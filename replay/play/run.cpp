// SPDX-License-Identifier: MIT
// Steps simulations with recorded inputs, for every command that simulates a recording.
#include <tandem/replay/play/run.hpp>

#include <utility>

#include <tandem/replay/play/recorded_chain.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {

Run::Run(const Replay& replay, sim::AnySimulation simulation)
    : replay_(&replay), cursor_(replay), timeline_(std::move(simulation)) {}

sim::Result<Run> Run::from_start(const Replay& replay, sim::AnySimulation simulation) {
    Run run(replay, std::move(simulation));
    TANDEM_TRY(run.start());
    return run;
}

sim::Result<Run> Run::from_keyframe(const Replay& replay, sim::AnySimulation simulation,
                                    std::uint64_t before) {
    auto run = from_start(replay, std::move(simulation));
    if (run && run->jump_to_keyframe(replay.first_tick(), before)) {
        run->begin_here();
    }
    return run;
}

sim::Result<Run> Run::from_place(const Replay& replay, sim::AnySimulation simulation,
                                 const RunPlace& place) {
    Run run(replay, std::move(simulation));
    TANDEM_TRY(run.timeline_.start(replay.header().setup));
    TANDEM_TRY(run.jump(place));
    run.begin_here();
    return run;
}

sim::Result<void> Run::start() {
    TANDEM_TRY(check_simulation(replay_->header(), simulation().info()));
    if (const auto missing = replay_->missing_assets(); !missing.empty()) {
        return sim::Error{
            sim::ErrorCode::usage, "asset " + missing.front(),
            "the file names this asset without its content, which is over 1 MiB; only a "
            "program that has it can play the file (Replay::supply_asset)"};
    }
    TANDEM_TRY(timeline_.start(replay_->header().setup));
    if (replay_->first_tick() != 0) {
        TANDEM_TRY(go_to_first_keyframe());
    }
    begin_here();
    return {};
}

sim::Result<void> Run::go_to_first_keyframe() {
    const StoredState* first = replay_->find_state(replay_->first_tick());
    if (first == nullptr || first->purpose != sim::StatePurpose::keyframe) {
        return sim::Error{sim::ErrorCode::bad_data, "",
                          "the file begins after " + std::to_string(replay_->first_tick()) +
                              " ticks, but the keyframe it should begin with is missing"};
    }
    auto begun = load(*first);
    if (!begun && begun.error().code == sim::ErrorCode::step_failed) {
        // The file's state may be anything, and refusing it is the game's part of checking it.
        return sim::Error{sim::ErrorCode::bad_data, "byte " + std::to_string(first->offset),
                          "the game refuses the state after " + sim::ticks_text(first->ticks_done) +
                              " with which the file begins: " + begun.error().message};
    }
    return begun;
}

sim::Result<void> Run::load(const StoredState& stored) {
    auto state = replay_->load_state(stored, simulation().info().state_bytes_max);
    return state ? jump({stored.ticks_done, std::move(state->bytes), state->hashes})
                 : sim::Result<void>(state.error());
}

sim::Result<void> Run::renew(sim::AnySimulation simulation) {
    sim::Timeline fresh(std::move(simulation));
    TANDEM_TRY(fresh.start(replay_->header().setup));
    timeline_ = std::move(fresh);
    begin_here();
    return {};
}

// Forgets all that was seen before, which belongs to another run.
void Run::begin_here() {
    began_at_ = ticks_done();
    parted_at_.reset();
    failure_.reset();
    is_stopped_ = false;
    compared_whole_ = false;
}

// Goes to the last of these keyframes that can be used. An earlier state leads to the same ticks
// as one that cannot.
bool Run::jump_to_keyframe(std::uint64_t after, std::uint64_t before) {
    const auto states = replay_->states();
    for (std::size_t i = states.size(); i-- > 0;) {
        const StoredState& state = states[i];
        const bool is_between = state.purpose == sim::StatePurpose::keyframe &&
                                state.ticks_done > after && state.ticks_done < before;
        if (is_between && load(state)) {
            return true;
        }
    }
    return false;
}

sim::Result<void> Run::jump(const RunPlace& place) {
    auto moved = timeline_.jump(place.ticks_done, place.state, place.hashes);
    if (moved) {
        failure_.reset();
    }
    return moved;
}

void Run::follow(const Replay& longer) {
    replay_ = &longer;
    cursor_ = Cursor(longer);
}

sim::Result<void> Run::plant_faults() {
    const auto marks = replay_->read_marks();
    TANDEM_TRY(marks);
    for (const sim::Mark& mark : *marks) {
        if (mark.kind == sim::MarkKind::plant) {
            plants_.emplace(mark.tick.number, mark.text);
        }
    }
    return {};
}

sim::Result<sim::ByteView> Run::next_record() {
    TANDEM_ASSERT(ticks_done() < replay_->end_tick());
    return cursor_.record(sim::Tick{ticks_done()});
}

sim::Result<void> Run::step() {
    const auto record = next_record();
    return record ? step(*record) : sim::Result<void>(record.error());
}

sim::Result<void> Run::step(sim::ByteView record) {
    if (const auto plant = plants_.find(ticks_done()); plant != plants_.end()) {
        timeline_.set_plant({sim::Tick{plant->first}, plant->second});
    }
    auto stepped = timeline_.advance(record);
    if (!stepped) {
        failure_ = stepped.error();
    }
    return stepped;
}

sim::Result<void> Run::step_to(std::uint64_t ticks_done) {
    while (this->ticks_done() < ticks_done) {
        TANDEM_TRY(step());
    }
    return {};
}

sim::Result<bool> Run::compare() {
    const auto recorded = recorded_chain();
    compared_whole_ = recorded && recorded->whole;
    TANDEM_TRY(recorded);
    const bool agrees = recorded->agrees(chain());
    if (!agrees && (!parted_at_ || ticks_done() < parted_at_->ticks_done())) {
        const bool is_reset = ticks_done() == replay_->first_tick();
        parted_at_ = {sim::Tick{is_reset ? ticks_done() : ticks_done() - 1}, is_reset,
                      parting_text(*replay_, ticks_done(), *recorded, chain())};
    }
    return agrees;
}

sim::Result<void> Run::go_to(std::uint64_t ticks_done, AtParting at_parting,
                             const Progress& progress) {
    auto agrees = compare();
    while (agrees && this->ticks_done() < ticks_done &&
           !(parted_at_ && at_parting == AtParting::stop)) {
        if (progress && this->ticks_done() % k_ticks_between_reports == 0 &&
            !progress(this->ticks_done() - began_at_)) {
            is_stopped_ = true;
            break;
        }
        if (auto stepped = step(); !stepped) {
            return failure_ ? sim::Result<void>() : stepped;
        }
        agrees = compare();
    }
    return agrees ? sim::Result<void>() : agrees.error();
}

sim::Result<Run> run_to(const Replay& replay, const sim::AnySimulation& spare, RunFrom from,
                        std::uint64_t ticks_done, AtParting at_parting, const Progress& progress) {
    TANDEM_ASSERT(ticks_done >= replay.first_tick() && ticks_done <= replay.end_tick());
    auto run = from == RunFrom::start ? Run::from_start(replay, spare.clone())
                                      : Run::from_keyframe(replay, spare.clone(), ticks_done);
    if (run) {
        TANDEM_TRY(run->go_to(ticks_done, at_parting, progress));
    }
    return run;
}

}  // namespace tandem::replay
