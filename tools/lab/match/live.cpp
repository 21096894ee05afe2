// SPDX-License-Identifier: MIT
// Two values of one thing stand as fast|slow.
#include <tandem/tools/lab/match/live.hpp>

#include <algorithm>
#include <set>

#include <tandem/tools/lab/match/fixed_game.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools::lab::match {
namespace {

std::string both(const Cell& fast, const Cell& slow) {
    return cell_text(fast) + "|" + cell_text(slow);
}

std::string both_counts(std::uint64_t fast, std::uint64_t slow) {
    return std::to_string(fast) + "|" + std::to_string(slow);
}

std::uint64_t seconds_of(const Arm& arm, const SameMoment& moment) {
    return moment.ticks_done / (arm.is_variable ? 1 : k_ticks_per_second);
}

// Says where everything was then on the two machines.
std::string bodies_text(const Arm& arm, const SameMoment& moment) {
    const auto fast = outcome_of(arm, moment.fast);
    const auto slow = outcome_of(arm, moment.slow);
    if (!fast || !slow) {
        return "";
    }
    return "  tap " + both_counts(fast->tap_frames, slow->tap_frames) + "  jump " +
           both(Amount{fast->apex, 2}, Amount{slow->apex, 2}) + "  bullet " +
           both(Amount{fast->bullet, 1}, Amount{slow->bullet, 1}) + "  spring " +
           both(Amount{fast->spring_max, 0}, Amount{slow->spring_max, 0});
}

// Says why the result shows nothing.
std::string doubt_text(const ArmFindings& found) {
    if (found.verdict != MatchVerdict::inconclusive) {
        return "";
    }
    if (found.ratio < k_ratio_min) {
        return ": the fast machine drew " + decimal(found.ratio, 1) +
               " frames for one of the slow, less than " + decimal(k_ratio_min, 0);
    }
    return ": only " + std::to_string(found.compared) + " of " + std::to_string(found.due) +
           " were compared";
}

}  // namespace

void LiveArm::update(const std::vector<PairView>& views) {
    if (views.empty()) {
        return;
    }
    first_ = views.front();
    std::set<sim::Bytes> states;
    for (const PairView& view : views) {
        if (!view.both) {
            continue;
        }
        if (view.both->fast != view.both->slow) {
            const std::uint64_t at = seconds_of(arm_, *view.both);
            apart_s_ = std::min(apart_s_.value_or(at), at);
        }
        if (first_.both && view.both->ticks_done == first_.both->ticks_done) {
            states.insert(view.both->fast);
            states.insert(view.both->slow);
        }
    }
    outcomes_ = states.size();
}

std::string LiveArm::text(std::size_t columns) const {
    std::string text = number_ + " " + std::string(arm_.name);
    const std::string frames = "  frames " + both_counts(first_.fast.frames, first_.slow.frames);
    if (!first_.both) {
        text += frames;
    } else {
        text += "  " + std::to_string(seconds_of(arm_, *first_.both)) + " s" + frames + "  " +
                (apart_s_ ? "apart at " + std::to_string(*apart_s_) + " s" : "equal") + "  " +
                count_text(outcomes_, "outcome");
        text += bodies_text(arm_, *first_.both);
    }
    if (!arm_.is_variable) {
        text += "  stalls " + both_counts(first_.fast.stalls, first_.slow.stalls);
    }
    return text.substr(0, columns);
}

std::string beginning_text(const MatchRequest& request) {
    return "playing " + count_text(request.arms.size(), "arm") + ", " +
           count_text(request.repeats, "pair") + (request.repeats == 1 ? "" : " at once") +
           ": about " + duration_text(request.seconds_in_all());
}

std::string finished_text(const std::string& number, const ArmResult& result) {
    const ArmFindings& found = result.findings;
    std::string text = number + " " + std::string(found.arm->name) + ": " +
                       verdict_text(found.verdict) + ", frames " +
                       both_counts(found.frames_fast, found.frames_slow) + ", ";
    text += found.first_difference
                ? "first difference at " + instant_text(*found.arm, *found.first_difference)
                : "no difference in " +
                      count_text(found.compared, found.arm->is_variable ? "second" : "tick");
    text += ", " + count_text(found.outcomes, "outcome") + " of " +
            count_text(std::uint64_t{2} * found.pairs, "run");
    if (!found.arm->is_variable) {
        text += ", " + count_text(found.stalls, "stall");
    }
    return result.is_as_expected() ? text : text + "; not as expected" + doubt_text(found);
}

}  // namespace tandem::tools::lab::match
