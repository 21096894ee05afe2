// SPDX-License-Identifier: MIT
// One segment: stepped like the straight run, but from a restored state.
#include <tandem/replay/verify/segments.hpp>

#include <algorithm>
#include <utility>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/entry.hpp>

namespace tandem::replay {
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

class SegmentRun {
public:
    SegmentRun(const Replay& replay, const sim::AnySimulation& spare, const Segment& segment,
               std::uint64_t round_trip_ticks)
        : replay_(replay),
          spare_(spare),
          segment_(segment),
          round_trip_ticks_(round_trip_ticks),
          cursor_(replay),
          timeline_(spare.clone()),
          restored_from_(segment.first_tick) {
        for (const StoredState& state : replay.states()) {
            const bool is_here =
                state.ticks_done <= segment.end_tick &&
                (segment.entry == nullptr || state.ticks_done > segment.first_tick);
            if (is_here) {
                states_.push_back(&state);
            }
        }
        std::stable_sort(states_.begin(), states_.end(),
                         [](const StoredState* a, const StoredState* b) {
                             return a->ticks_done < b->ticks_done;
                         });
    }

    SegmentReport run(const Progress& progress) {
        report_.verdict = SegmentVerdict::sound;
        if (enter()) {
            while (is_sound() && timeline_.ticks_done() < segment_.end_tick) {
                step();
                const bool looks_up = timeline_.ticks_done() % k_ticks_between_reports == 0;
                if (progress && looks_up && is_sound() && !progress(report_.ticks_checked) &&
                    timeline_.ticks_done() < segment_.end_tick) {
                    report_.verdict = SegmentVerdict::interrupted;
                }
            }
        }
        collect_faults();
        return std::move(report_);
    }

private:
    bool is_sound() const { return report_.verdict == SegmentVerdict::sound; }

    // To the state that the segment begins with.
    bool enter() {
        if (!start_as_recorded(replay_, timeline_)) {
            report_.verdict = SegmentVerdict::unclear;
            return false;
        }
        if (segment_.entry == nullptr) {
            check();
            return is_sound();
        }
        const StoredState& entry = *segment_.entry;
        const auto state = replay_.load_state(entry, spare_.info().state_bytes_max);
        if (!state) {
            report_.verdict = SegmentVerdict::unclear;
            return false;
        }
        restore(timeline_, entry.ticks_done, state->bytes, state->hashes);
        return is_sound();
    }

    // The new state must be saved as the very bytes that it was made of.
    void restore(sim::Timeline& timeline, std::uint64_t ticks_done, const sim::Bytes& state,
                 const sim::RunningHashes& hashes) {
        restored_from_ = ticks_done;
        ++report_.restores_checked;
        if (auto moved = timeline.jump(ticks_done, state, hashes); !moved) {
            suspect(ticks_done, "the state cannot be restored: " + moved.error().text());
            return;
        }
        known_faults_ = timeline.simulation().faults();
        if (timeline.simulation().save() != state) {
            suspect(ticks_done, "restored and saved again it is another state");
        }
    }

    void step() {
        const auto record = cursor_.record(sim::Tick{timeline_.ticks_done()});
        if (!record) {
            report_.verdict = SegmentVerdict::unclear;
            return;
        }
        if (auto stepped = timeline_.advance(*record); !stepped) {
            suspect(timeline_.ticks_done() + 1, stepped.error().text());
            return;
        }
        ++report_.ticks_checked;
        check();
        const std::uint64_t done = timeline_.ticks_done();
        if (is_sound() && round_trip_ticks_ != 0 && done % round_trip_ticks_ == 0 &&
            done < segment_.end_tick) {
            make_round_trip();
        }
    }

    void make_round_trip() {
        collect_faults();
        sim::Timeline fresh(spare_.clone());
        if (!start_as_recorded(replay_, fresh)) {
            report_.verdict = SegmentVerdict::unclear;
            return;
        }
        restore(fresh, timeline_.ticks_done(), timeline_.simulation().save(), timeline_.hashes());
        timeline_ = std::move(fresh);
    }

    void check() {
        const std::uint64_t done = timeline_.ticks_done();
        report_.chain = timeline_.chain();
        const auto stated = cursor_.chain(done);
        report_.chains_checked += stated && stated->whole ? 1U : 0U;
        const auto agrees = check_chain(cursor_, done, timeline_.chain());
        if (!agrees && agrees.error().code != sim::ErrorCode::divergence) {
            report_.verdict = SegmentVerdict::unclear;
        } else if (!agrees) {
            suspect(done, agrees.error().message);
        }
        for (; next_state_ < states_.size() && states_[next_state_]->ticks_done <= done;
             ++next_state_) {
            check_state(*states_[next_state_]);
        }
    }

    void check_state(const StoredState& stored) {
        if (!is_sound()) {
            return;
        }
        const auto recorded = replay_.load_state(stored, spare_.info().state_bytes_max);
        if (!recorded) {
            report_.verdict = SegmentVerdict::unclear;
            return;
        }
        ++report_.states_checked;
        if (recorded->bytes != timeline_.simulation().save() ||
            recorded->hashes != timeline_.hashes()) {
            suspect(stored.ticks_done, "the state stored at byte " + std::to_string(stored.offset) +
                                           " is not the simulated one");
        }
    }

    void suspect(std::uint64_t ticks_done, std::string text) {
        report_.verdict = SegmentVerdict::suspect;
        report_.suspicion = Suspicion{restored_from_, ticks_done, std::move(text)};
    }

    // Those of the reset and of the restore are of this run and not of the recording.
    void collect_faults() {
        const sim::FaultLog& log = timeline_.simulation().faults();
        const std::uint64_t hidden =
            (log.count() - listed(log)) - (known_faults_.count() - listed(known_faults_));
        if (hidden != 0 && is_sound()) {
            report_.verdict = SegmentVerdict::unclear;  // only the straight run lists the first
        }
        for (sim::Fault fault : log.places()) {
            for (const sim::Fault& known : known_faults_.places()) {
                fault.count -= is_same_place(known, fault) ? known.count : 0;
            }
            if (fault.count != 0) {
                report_.faults.add(fault);
            }
        }
    }

    const Replay& replay_;
    const sim::AnySimulation& spare_;
    Segment segment_;
    std::uint64_t round_trip_ticks_;
    Cursor cursor_;
    sim::Timeline timeline_;
    std::uint64_t restored_from_;
    SegmentReport report_;
    std::vector<const StoredState*> states_;  // by ticks_done
    std::size_t next_state_ = 0;
    sim::FaultLog known_faults_;  // before the first step
};

}  // namespace

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
    return SegmentRun(replay, spare, segment, round_trip_ticks).run(progress);
}

}  // namespace tandem::replay
