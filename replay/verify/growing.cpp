// SPDX-License-Identifier: MIT
// Verifies a file that grows. A longer file has the same segments, except for the last one, and new
// ones.
#include <tandem/replay/verify/growing.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

#include <tandem/replay/play/recorded_chain.hpp>

namespace tandem::replay {
namespace {

bool has_states_of(const Replay& shorter, const Replay& longer) {
    const auto before = shorter.states();
    const auto now = longer.states();
    return std::equal(
        before.begin(), before.end(), now.begin(),
        now.begin() + static_cast<std::ptrdiff_t>(std::min(before.size(), now.size())),
        [](const StoredState& a, const StoredState& b) {
            return a.purpose == b.purpose && a.ticks_done == b.ticks_done;
        });
}

}  // namespace

GrowingVerification::GrowingVerification(const Replay& replay, const sim::AnySimulation& spare,
                                         std::uint64_t round_trip_ticks)
    : replay_(&replay),
      spare_(spare),
      round_trip_ticks_(round_trip_ticks),
      plan_(plan_segments(replay)) {}

void GrowingVerification::verify(const Progress& progress) {
    while (!is_stopped()) {
        run_segment(plan_[done_.size()], progress);
        if (is_stopped() || done_.size() + 1 == plan_.size()) {
            return;
        }
        done_.push_back(open_->report());
        open_.reset();
    }
}

void GrowingVerification::run_segment(const Segment& segment, const Progress& progress) {
    if (!open_) {
        open_.emplace(*replay_, spare_, segment, round_trip_ticks_);
    }
    std::uint64_t before = 0;
    for (const SegmentReport& report : done_) {
        before += report.ticks_checked;
    }
    const auto sum = [&](std::uint64_t ticks) { return progress(before + ticks); };
    open_->run(progress ? Progress(sum) : nullptr);
}

sim::Result<void> GrowingVerification::follow(const Replay& longer) {
    TANDEM_TRY(check_growth(*replay_, longer));
    std::vector<Segment> plan = plan_segments(longer);
    if (!has_states_of(*replay_, longer) || !continues_in(plan)) {
        return sim::Error{sim::ErrorCode::bad_data, "",
                          "the file no longer has the stored states that it had"};
    }
    const std::size_t known = replay_->states().size();
    replay_ = &longer;
    plan_ = std::move(plan);
    for (const StoredState& state : longer.states().subspan(known)) {
        forget_from(state);
    }
    if (open_ && !open_->follow(longer, plan_[done_.size()])) {
        open_.reset();  // a state of evidence may come late
    }
    return {};
}

// True if every segment stands where it stood, and the open one does not end before its run.
bool GrowingVerification::continues_in(const std::vector<Segment>& longer) const {
    for (std::size_t i = 0; i < plan_.size(); ++i) {
        const bool is_last = i + 1 == plan_.size();
        if (i >= longer.size() || longer[i].first_tick != plan_[i].first_tick ||
            (is_last ? longer[i].end_tick < plan_[i].end_tick
                     : longer[i].end_tick != plan_[i].end_tick)) {
            return false;
        }
    }
    return true;
}

// Forgets the segment of a late state, and those behind it: the state was never compared, so they
// are verified once more.
void GrowingVerification::forget_from(const StoredState& late) {
    for (std::size_t i = 0; i < done_.size(); ++i) {
        const bool is_in = late.ticks_done <= plan_[i].end_tick &&
                           (plan_[i].entry == nullptr || late.ticks_done > plan_[i].first_tick);
        if (is_in) {
            done_.resize(i);
            open_.reset();
        }
    }
}

bool GrowingVerification::is_stopped() const {
    const auto verdict = open_ ? open_->report().verdict : SegmentVerdict::not_begun;
    return verdict == SegmentVerdict::suspect || verdict == SegmentVerdict::interrupted;
}

std::uint64_t GrowingVerification::ticks_checked() const {
    std::uint64_t ticks = open_ ? open_->report().ticks_checked : 0;
    for (const SegmentReport& report : done_) {
        ticks += report.ticks_checked;
    }
    return ticks;
}

sim::Result<VerifyReport> GrowingVerification::conclude(const Progress& progress) const {
    std::vector<SegmentReport> reports = done_;
    if (open_) {
        reports.push_back(open_->report());
    }
    reports.resize(plan_.size());
    auto report = replay::conclude(*replay_, spare_, reports, {}, progress);
    const bool has_agreed = report && (report->verdict == VerifyVerdict::same ||
                                       report->verdict == VerifyVerdict::nothing_checked);
    if (has_agreed && report->completeness == Completeness::live) {
        report->verdict = VerifyVerdict::interrupted;
        report->message = message_of(*report);
    }
    return report;
}

}  // namespace tandem::replay
