// SPDX-License-Identifier: MIT
// Cuts a recording into segments, and runs a segment from its beginning to its end.
#include <tandem/replay/verify/segments.hpp>

#include <algorithm>
#include <utility>

#include <tandem/sim/assert.hpp>

namespace tandem::replay {

std::vector<Segment> plan_segments(const Replay& replay) {
    std::vector<Segment> segments{{replay.first_tick(), replay.end_tick(), nullptr}};
    for (const StoredState& state : replay.states()) {
        if (state.purpose == sim::StatePurpose::keyframe &&
            state.ticks_done > segments.back().first_tick && state.ticks_done < replay.end_tick()) {
            segments.back().end_tick = state.ticks_done;
            segments.push_back({state.ticks_done, replay.end_tick(), &state});
        }
    }
    return segments;
}

SegmentReport verify_segment(const Replay& replay, const sim::AnySimulation& spare,
                             const Segment& segment, std::uint64_t round_trip_ticks,
                             const Progress& progress) {
    SegmentRun run(replay, spare, segment, round_trip_ticks);
    run.run(progress);
    return run.report();
}

namespace {

bool is_same_place(const sim::Fault& a, const sim::Fault& b) {
    return a.kind == b.kind && a.text() == b.text();
}

std::uint64_t listed(const sim::FaultLog& log) {
    std::uint64_t count = 0;
    for (const sim::Fault& fault : log.places()) {
        count += fault.count;
    }
    return count;
}

}  // namespace

SegmentRun::SegmentRun(const Replay& replay, const sim::AnySimulation& spare,
                       const Segment& segment, std::uint64_t round_trip_ticks)
    : spare_(spare),
      segment_(segment),
      round_trip_ticks_(round_trip_ticks),
      run_(replay, spare.clone()),
      restored_from_(segment.first_tick) {
    report_.verdict = SegmentVerdict::sound;
}

void SegmentRun::run(const Progress& progress) {
    if (!std::exchange(is_entered_, true)) {
        enter();
    }
    while (is_sound() && run_.ticks_done() < segment_.end_tick) {
        step();
        const bool looks_up = run_.ticks_done() % k_ticks_between_reports == 0;
        if (progress && looks_up && is_sound() && !progress(report_.ticks_checked) &&
            run_.ticks_done() < segment_.end_tick) {
            report_.verdict = SegmentVerdict::interrupted;
        }
    }
}

bool SegmentRun::follow(const Replay& longer, const Segment& segment) {
    TANDEM_ASSERT(is_entered_ && segment.first_tick == segment_.first_tick);
    TANDEM_ASSERT(!is_sound() || segment.end_tick >= run_.ticks_done());
    const std::size_t known = run_.replay().states().size();
    segment_ = segment;
    run_.follow(longer);
    if (!is_sound()) {
        return true;
    }
    if (!collect_states(known)) {
        return false;
    }
    // The longer file may state more about this place than the shorter one did.
    if (!run_.compared_whole()) {
        check_chain_here();
    }
    check_states_here();
    return true;
}

SegmentReport SegmentRun::report() const {
    SegmentReport report = report_;
    add_faults(report);
    return report;
}

// Goes to the state that the segment begins with.
void SegmentRun::enter() {
    if (!run_.start()) {
        report_.verdict = SegmentVerdict::unclear;
        return;
    }
    if (segment_.entry == nullptr) {
        collect_states(0);
        check_chain_here();
        check_states_here();
        return;
    }
    auto state = run_.replay().load_state(*segment_.entry, spare_.info().state_bytes_max);
    if (!state) {
        report_.verdict = SegmentVerdict::unclear;
        return;
    }
    restore({segment_.entry->ticks_done, std::move(state->bytes), state->hashes});
    collect_states(0);
}

// Restores a state. The simulation must save it again as the same bytes.
void SegmentRun::restore(const RunPlace& place) {
    restored_from_ = place.ticks_done;
    ++report_.restores_checked;
    if (auto moved = run_.jump(place); !moved) {
        suspect(place.ticks_done, "the state cannot be restored: " + moved.error().text());
        return;
    }
    known_faults_ = run_.simulation().faults();
    if (run_.simulation().save() != place.state) {
        suspect(place.ticks_done, "restored and saved again it is another state");
    }
}

void SegmentRun::step() {
    if (needs_round_trip()) {
        make_round_trip();
        if (!is_sound()) {
            return;
        }
    }
    if (auto stepped = run_.step(); !stepped) {
        if (run_.failure()) {
            suspect(run_.ticks_done() + 1, stepped.error().text());
        } else {
            report_.verdict = SegmentVerdict::unclear;
        }
        return;
    }
    ++report_.ticks_checked;
    check_chain_here();
    check_states_here();
}

// True if a round trip is due here, and another tick of this segment follows.
bool SegmentRun::needs_round_trip() const {
    const std::uint64_t done = run_.ticks_done();
    return round_trip_ticks_ != 0 && done % round_trip_ticks_ == 0 && done > segment_.first_tick;
}

void SegmentRun::make_round_trip() {
    add_faults(report_);
    const RunPlace place = run_.place();
    if (!run_.renew(spare_.clone())) {
        report_.verdict = SegmentVerdict::unclear;
        return;
    }
    restore(place);
}

void SegmentRun::check_chain_here() {
    report_.chain = run_.chain();
    const auto agrees = run_.compare();
    report_.chains_checked += run_.compared_whole() ? 1U : 0U;
    if (!agrees) {
        report_.verdict = SegmentVerdict::unclear;
    } else if (!*agrees) {
        suspect(run_.ticks_done(), run_.parted_at()->text);
    }
}

void SegmentRun::check_states_here() {
    for (; next_state_ < states_.size() && states_[next_state_]->ticks_done <= run_.ticks_done();
         ++next_state_) {
        check_state(*states_[next_state_]);
    }
}

void SegmentRun::check_state(const StoredState& stored) {
    if (!is_sound()) {
        return;
    }
    const auto recorded = run_.replay().load_state(stored, spare_.info().state_bytes_max);
    if (!recorded) {
        report_.verdict = SegmentVerdict::unclear;
        return;
    }
    ++report_.states_checked;
    if (recorded->bytes != run_.simulation().save() || recorded->hashes != run_.hashes()) {
        suspect(stored.ticks_done, "the state stored at byte " + std::to_string(stored.offset) +
                                       " is not the simulated one");
    }
}

void SegmentRun::suspect(std::uint64_t ticks_done, std::string text) {
    report_.verdict = SegmentVerdict::suspect;
    report_.suspicion = Suspicion{restored_from_, ticks_done, std::move(text)};
}

bool SegmentRun::is_in_segment(const StoredState& state) const {
    return state.ticks_done <= segment_.end_tick &&
           (segment_.entry == nullptr || state.ticks_done > segment_.first_tick);
}

// Collects the states of the segment beyond the first `known` of the file, which are still to be
// compared. Returns false if one of them is of a tick before this place.
bool SegmentRun::collect_states(std::size_t known) {
    TANDEM_ASSERT(next_state_ == states_.size());
    states_.clear();
    next_state_ = 0;
    for (const StoredState& state : run_.replay().states().subspan(known)) {
        if (!is_in_segment(state)) {
            continue;
        }
        if (state.ticks_done < run_.ticks_done()) {
            return false;
        }
        states_.push_back(&state);
    }
    std::stable_sort(
        states_.begin(), states_.end(),
        [](const StoredState* a, const StoredState* b) { return a->ticks_done < b->ticks_done; });
    return true;
}

// Adds the faults of this run. A restored segment leaves out those of the reset and of the restore,
// which do not belong to the recording.
void SegmentRun::add_faults(SegmentReport& report) const {
    const sim::FaultLog& log = run_.simulation().faults();
    const std::uint64_t hidden =
        (log.count() - listed(log)) - (known_faults_.count() - listed(known_faults_));
    if (hidden != 0 && report.verdict == SegmentVerdict::sound) {
        report.verdict = SegmentVerdict::unclear;  // the straight run alone lists the first
    }
    for (sim::Fault fault : log.places()) {
        for (const sim::Fault& known : known_faults_.places()) {
            fault.count -= is_same_place(known, fault) ? known.count : 0;
        }
        if (fault.count != 0) {
            report.faults.add(fault);
        }
    }
}

}  // namespace tandem::replay
