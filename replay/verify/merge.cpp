// SPDX-License-Identifier: MIT
// Adds up sound segments. The straight run decides everything else.
#include <tandem/replay/verify/merge.hpp>

#include <algorithm>

#include <tandem/replay/verify/unsaved.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

bool is_sound(const SegmentReport& report) { return report.verdict == SegmentVerdict::sound; }

// Returns the first segment of this verdict, or null.
const SegmentReport* find(std::span<const SegmentReport> segments, SegmentVerdict verdict) {
    const auto found =
        std::find_if(segments.begin(), segments.end(),
                     [&](const SegmentReport& segment) { return segment.verdict == verdict; });
    return found == segments.end() ? nullptr : &*found;
}

}  // namespace

bool stops(const SegmentReport& report) {
    return report.verdict == SegmentVerdict::suspect ||
           report.verdict == SegmentVerdict::interrupted;
}

VerifyReport merge_segments(const Replay& replay, std::span<const SegmentReport> segments) {
    VerifyReport report;
    report.ticks_recorded = replay.ticks();
    report.completeness = replay.completeness();
    bool is_whole = true;
    for (const SegmentReport& segment : segments) {
        if (segment.verdict == SegmentVerdict::not_begun) {
            is_whole = false;
            break;
        }
        report.ticks_checked += segment.ticks_checked;
        report.chains_checked += segment.chains_checked;
        report.states_checked += segment.states_checked;
        report.restores_checked += segment.restores_checked;
        if (segment.ticks_checked > 0 || &segment == segments.data()) {
            report.chain = segment.chain;
        }
        for (const sim::Fault& fault : segment.faults.places()) {
            report.faults.add(fault);
        }
        is_whole = is_sound(segment);
        if (!is_whole) {
            break;
        }
    }
    report.verdict = !is_whole                   ? VerifyVerdict::interrupted
                     : report.ticks_checked == 0 ? VerifyVerdict::nothing_checked
                                                 : VerifyVerdict::same;
    report.message = message_of(report);
    return report;
}

sim::Result<VerifyReport> conclude(const Replay& replay, const sim::AnySimulation& spare,
                                   std::span<const SegmentReport> segments,
                                   const SeekStormReport& storm, const Progress& progress) {
    const SegmentReport* suspect = find(segments, SegmentVerdict::suspect);
    const bool is_stopped = find(segments, SegmentVerdict::interrupted) != nullptr ||
                            find(segments, SegmentVerdict::not_begun) != nullptr;
    const bool is_clear = find(segments, SegmentVerdict::unclear) == nullptr && !storm.suspicion;
    if (suspect == nullptr && (is_stopped || is_clear)) {
        VerifyReport report = merge_segments(replay, segments);
        report.seeks_checked = storm.seeks_checked;
        if (storm.is_interrupted && report.verdict == VerifyVerdict::same) {
            report.verdict = VerifyVerdict::interrupted;
            report.message = message_of(report);
        }
        return report;
    }
    auto report = verify(replay, spare.clone(), progress);
    if (!report || report->verdict == VerifyVerdict::diverged) {
        return report;
    }
    for (const SegmentReport& segment : segments) {
        if (&segment == suspect) {
            break;
        }
        report->restores_checked += segment.restores_checked;
    }
    // Chance decides whether the storm was begun beside a suspect segment, so nothing is said of
    // it.
    report->seeks_checked = suspect == nullptr ? storm.seeks_checked : 0;
    if (report->verdict == VerifyVerdict::interrupted) {
        report->message += suspect == nullptr
                               ? ""
                               : "; restored after " +
                                     sim::ticks_text(suspect->suspicion->from_ticks_done) +
                                     " it left the recording, which is not explained";
    } else if (suspect != nullptr) {
        explain_unsaved(replay, spare, *suspect->suspicion, *report, progress);
    } else if (storm.suspicion) {
        explain_seek(storm, *report);
    }
    return report;
}

sim::Result<VerifyReport> verify_in_segments(const Replay& replay, const sim::AnySimulation& spare,
                                             const VerifyChecks& checks, const Progress& progress) {
    const auto segments = plan_segments(replay);
    std::vector<SegmentReport> reports(segments.size());
    std::uint64_t before = 0;
    bool goes_on = true;
    const auto sum = [&](std::uint64_t ticks) {
        goes_on = goes_on && progress(before + ticks);
        return goes_on;
    };
    for (std::size_t i = 0; i < segments.size() && goes_on; ++i) {
        reports[i] = verify_segment(replay, spare, segments[i], checks.round_trip_ticks,
                                    progress ? Progress(sum) : nullptr);
        goes_on = goes_on && !stops(reports[i]);
        before += reports[i].ticks_checked;
    }
    const auto hold = [&](std::uint64_t) { return progress(before); };
    const Progress later = progress ? Progress(hold) : nullptr;
    SeekStormReport storm;
    if (checks.storm.seeks > 0 && goes_on) {
        auto sought = seek_storm(replay, spare, checks.storm, later);
        TANDEM_TRY(sought);
        storm = std::move(*sought);
    }
    return conclude(replay, spare, reports, storm, later);
}

}  // namespace tandem::replay
