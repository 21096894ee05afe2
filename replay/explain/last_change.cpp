// SPDX-License-Identifier: MIT
// Simulates every stretch until one with a change comes: equal values at two keyframes do not say
// that nothing happened between them. No stretch is simulated twice for that.
#include <tandem/replay/explain/last_change.hpp>

#include <algorithm>
#include <utility>

#include <tandem/sim/assert.hpp>

namespace tandem::replay {
namespace {

constexpr std::uint64_t k_ticks_between_questions = 256;

// The states of a change: before, behind, and at the ends of a few phases.
constexpr std::uint64_t k_states_of_change = 8;

}  // namespace

ChangeSearch::ChangeSearch(const Replay& replay, const sim::AnySimulation& spare, FieldPath path,
                           std::uint64_t ticks_done, ChangeOptions options)
    : replay_(&replay),
      spare_(spare.clone()),
      path_(std::move(path)),
      options_(std::move(options)),
      end_(ticks_done),
      stretch_end_(ticks_done),
      changes_left_(options_.changes_max) {}

sim::Result<ChangeSearch> ChangeSearch::create(const Replay& replay,
                                               const sim::AnySimulation& spare,
                                               std::string_view path, std::uint64_t ticks_done,
                                               ChangeOptions options) {
    TANDEM_ASSERT(replay.first_tick() <= ticks_done && ticks_done <= replay.end_tick());
    auto bound = FieldPath::bind(replay.header().state_schema.root(), path);
    TANDEM_TRY(bound);
    return ChangeSearch(replay, spare, std::move(*bound), ticks_done, std::move(options));
}

sim::Result<std::optional<FieldChange>> ChangeSearch::next() {
    while (shown_.empty()) {
        const bool is_at_start = found_.empty() && end_ == replay_->first_tick();
        if (is_stopped_ || is_at_start || changes_left_ == 0) {
            return std::optional<FieldChange>();
        }
        TANDEM_TRY(found_.empty() ? scan_stretch() : show_changes());
    }
    std::optional<FieldChange> change(std::move(shown_.back()));
    shown_.pop_back();
    --changes_left_;
    return change;
}

// Goes to the keyframe with the same simulation and reader of inputs for all stretches.
sim::Result<void> ChangeSearch::go_to_keyframe(std::uint64_t before) {
    if (run_) {
        return retrace_to_keyframe(*run_, before);
    }
    auto run = retrace_from_keyframe(*replay_, spare_.clone(), before);
    TANDEM_TRY(run);
    run_.emplace(std::move(*run));
    return {};
}

sim::Result<void> ChangeSearch::step(sim::Bytes& record) {
    const auto next = run_->next_record();
    TANDEM_TRY(next);
    record.assign(next->begin(), next->end());
    TANDEM_TRY(retrace_step(*run_));
    ++ticks_simulated_;
    if (options_.progress && ticks_simulated_ % k_ticks_between_questions == 0 &&
        !options_.progress(ticks_simulated_)) {
        is_stopped_ = true;
    }
    return {};
}

// Notes all changes between the last usable keyframe before `end_` and `end_`, and keeps the
// last of them, which is often the only one that is asked for.
sim::Result<void> ChangeSearch::scan_stretch() {
    TANDEM_TRY(go_to_keyframe(end_));
    const std::uint64_t begin = run_->ticks_done();
    sim::Bytes before;
    sim::Bytes now;
    TANDEM_TRY(run_->simulation().save(before));
    auto parts_before = path_.parts(before);
    FieldChange last;
    sim::Bytes record;
    while (run_->ticks_done() < end_ && !is_stopped_) {
        TANDEM_TRY(step(record));
        TANDEM_TRY(run_->simulation().save(now));
        auto parts = path_.parts(now);
        if (parts != parts_before) {
            found_.push_back(run_->ticks_done());
            last.before = before;
            last.after = now;
            last.record = record;
        }
        std::swap(before, now);  // views still point to the same bytes
        std::swap(parts, parts_before);
    }
    stretch_end_ = end_;
    end_ = begin;
    if (is_stopped_) {
        found_.clear();  // a later one may not have been seen
    }
    if (found_.empty()) {
        return {};
    }
    last.tick = sim::Tick{found_.back() - 1};
    found_.pop_back();
    return show(std::move(last));
}

sim::Result<void> ChangeSearch::show(FieldChange change) {
    auto explained = explain(change);
    if (explained) {
        shown_.push_back(std::move(change));
    }
    return explained;
}

// Goes through the stretch again and keeps the last changes in it with their states: as many as are
// asked for and as fit.
sim::Result<void> ChangeSearch::show_changes() {
    TANDEM_TRY(go_to_keyframe(stretch_end_));
    const std::uint64_t state_bytes = run_->simulation().save().size() + 1;
    const std::uint64_t room =
        std::max<std::uint64_t>(1, options_.memory_bytes / (state_bytes * k_states_of_change));
    const auto count =
        static_cast<std::size_t>(std::min({std::uint64_t{found_.size()}, room, changes_left_}));
    const auto first = found_.end() - static_cast<std::ptrdiff_t>(count);
    sim::Bytes record;
    for (auto at = first; at != found_.end(); ++at) {
        while (run_->ticks_done() + 1 < *at && !is_stopped_) {
            TANDEM_TRY(step(record));
        }
        if (is_stopped_) {
            shown_.clear();  // later changes may be missing
            break;
        }
        FieldChange change;
        change.tick = sim::Tick{*at - 1};
        change.before = run_->simulation().save();
        TANDEM_TRY(step(change.record));
        change.after = run_->simulation().save();
        TANDEM_TRY(show(std::move(change)));
    }
    found_.erase(first, found_.end());
    return {};
}

// Does the step once more by itself, from the saved state, and finds the phases in which the field
// changed.
sim::Result<void> ChangeSearch::explain(FieldChange& change) {
    if (!stepper_) {
        stepper_ = spare_.clone();
        TANDEM_TRY(stepper_->reset(replay_->header().setup));
    }
    stepper_->name_ticks_from(change.tick.number);
    if (!stepper_->restore(change.before)) {
        change.is_reproduced = false;
        return {};
    }
    auto phases = stepper_->step_with_phases(change.record, sim::PhaseDetail::states);
    const sim::Bytes after = phases ? stepper_->save() : sim::Bytes();
    const bool is_same = phases && after == change.after;
    if (!is_same && (!phases || !has_plant(change.tick))) {
        change.is_reproduced = false;
        return {};
    }
    change.is_planted = path_.parts(after) != path_.parts(change.after);
    if (phases->empty()) {
        return {};
    }
    phases->push_back({"", stepper_->state_hash(), after});
    const sim::Bytes* last = &change.before;
    for (sim::PhaseHash& phase : *phases) {
        if (path_.parts(*last) != path_.parts(phase.state)) {
            change.phases.push_back({phase.phase, phase.state});
        }
        last = &phase.state;
    }
    return {};
}

bool ChangeSearch::has_plant(sim::Tick tick) const {
    const auto marks = replay_->marks();
    return std::any_of(marks.begin(), marks.end(), [&](const sim::Mark& mark) {
        return mark.kind == sim::MarkKind::plant && mark.tick == tick;
    });
}

}  // namespace tandem::replay
