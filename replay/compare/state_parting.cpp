// SPDX-License-Identifier: MIT
// First compares the states that both files hold of the same ticks, then simulates both again.
#include <tandem/replay/compare/state_parting.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include <tandem/replay/compare/diff_parts.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::replay {
namespace {

// A run keeps at most so many bytes of states, so that the one that differs needs no second run.
constexpr std::uint64_t k_kept_bytes_max = 1 << 20;

}  // namespace

StateParting::StateParting(const Replay& a, const Replay& b, DiffStates& states, DiffReport& report)
    : a_(a),
      b_(b),
      states_(states),
      report_(report),
      first_(std::max(a.first_tick(), b.first_tick())),
      end_(std::min(a.end_tick(), b.end_tick())) {}

void StateParting::find_from(std::uint64_t from) {
    const auto stored = common_states(a_, b_, from + 1);
    std::uint64_t equal_at = from;
    for (const CommonState& common : stored) {
        if (common.ticks_done != equal_at + 1 || !load(common)) {
            break;
        }
        if (name_difference(common)) {
            return;
        }
        equal_at = common.ticks_done;
    }
    if (equal_at == end_) {
        report_equal();
    } else if (!states_.can_simulate() || !simulate_from(equal_at)) {
        report_later(stored, equal_at);
    }
}

// Loads the two states. Returns false if one cannot be loaded.
bool StateParting::load(const CommonState& common) {
    state_a_ = states_.load(a_, *common.a);
    state_b_ = states_.load(b_, *common.b);
    return state_a_ && state_b_;
}
// Names the fields in which the two loaded states differ. Returns false if none does.
bool StateParting::name_difference(const CommonState& common) {
    if (*state_a_ == *state_b_) {
        return false;
    }
    report_.state_tick = sim::Tick{common.ticks_done - 1};
    report_.state_fields = sim::compare_values(a_.header().state_schema, *state_a_, *state_b_);
    return true;
}

// Simulates both. Returns false if a file is not reproduced here. Stretches grow, so that an early
// difference costs little and none at all not much more than one run.
bool StateParting::simulate_from(std::uint64_t equal_at) {
    constexpr std::uint64_t k_first_ticks = 64;
    constexpr std::uint64_t k_most_ticks = 1 << 20;
    std::uint64_t ticks = k_first_ticks;
    while (equal_at < end_) {
        const std::uint64_t last = std::min(end_, equal_at + ticks);
        const auto run_a = states_.simulate(a_, equal_at, last, k_kept_bytes_max);
        const auto run_b =
            run_a ? states_.simulate(b_, equal_at, last, k_kept_bytes_max) : std::nullopt;
        if (!run_a || !run_b) {
            return false;
        }
        const auto differs =
            std::mismatch(run_a->states.begin(), run_a->states.end(), run_b->states.begin());
        if (differs.first != run_a->states.end()) {
            name_states_of(equal_at,
                           static_cast<std::size_t>(differs.first - run_a->states.begin()), *run_a,
                           *run_b);
            return true;
        }
        equal_at = last;
        ticks = std::min(2 * ticks, k_most_ticks);
    }
    report_equal();
    return true;
}

// Names the fields of the state with that index in both runs, which began after `equal_at` ticks.
void StateParting::name_states_of(std::uint64_t equal_at, std::size_t index, const Rerun& run_a,
                                  const Rerun& run_b) {
    const std::uint64_t tick = equal_at + index;
    report_.state_tick = sim::Tick{tick};
    const sim::Schema& schema = a_.header().state_schema;
    if (index < run_a.kept.size() && index < run_b.kept.size()) {
        report_.state_fields = sim::compare_values(schema, run_a.kept[index], run_b.kept[index]);
        return;
    }
    const auto again_a = states_.simulate(a_, tick, tick + 1);
    const auto again_b = states_.simulate(b_, tick, tick + 1);
    if (again_a && again_b) {
        report_.state_fields = sim::compare_values(schema, again_a->state, again_b->state);
    }
}

void StateParting::report_equal() {
    report_.notes.push_back("the states of the " + std::to_string(end_ - first_) +
                            " ticks that both have are equal nevertheless");
}

void StateParting::report_later(const std::vector<CommonState>& stored, std::uint64_t equal_at) {
    const std::string text = std::string("where the states first differ cannot be said") +
                             (states_.can_simulate() ? "" : " without the simulation");
    for (const CommonState& common : stored) {
        if (common.ticks_done > equal_at && load(common) && *state_a_ != *state_b_) {
            report_.notes.push_back(text + "; those after " + std::to_string(common.ticks_done) +
                                    " ticks do");
            return;
        }
    }
    report_.notes.push_back(text);
}

}  // namespace tandem::replay
