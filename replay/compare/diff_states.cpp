// SPDX-License-Identifier: MIT
// Believes a state as far as its file vouches for it, and says once why it does not believe one.
#include <tandem/replay/compare/diff_states.hpp>

#include <algorithm>
#include <utility>

#include <tandem/sim/assert.hpp>

namespace tandem::replay {

DiffStates::DiffStates(const Replay& a, const SimulationFactory& factory, DiffReport& report)
    : a_(a), factory_(factory), report_(report) {}

void DiffStates::append_note(std::string text) {
    auto& notes = report_.notes;
    if (std::find(notes.begin(), notes.end(), text) == notes.end()) {
        notes.push_back(std::move(text));
    }
}

std::optional<Rerun> DiffStates::simulate(const Replay& replay, std::uint64_t first,
                                          std::uint64_t last, std::uint64_t kept_bytes_max) {
    TANDEM_ASSERT(can_simulate());
    auto run = rerun(replay, factory_(), first, last, kept_bytes_max);
    if (run && run->matches && run->is_vouched_for) {
        return std::move(run).value();
    }
    const std::string which = is_first(replay) ? "the first" : "the second";
    if (run && run->matches) {
        append_note(which +
                    " file holds too few bits of its chain to tell whether simulating it again "
                    "here gives what it recorded");
        return std::nullopt;
    }
    append_note("simulating " + which + " file again here does not give what it recorded" +
                (run ? "" : " (" + run.error().text() + ")"));
    return std::nullopt;
}

std::optional<sim::Bytes> DiffStates::load(const Replay& replay, const StoredState& stored) {
    if (!state_bytes_max_) {
        state_bytes_max_ =
            can_simulate() ? factory_().info().state_bytes_max : sim::k_state_bytes_max_default;
    }
    auto state = replay.load_state(stored, *state_bytes_max_);
    if (state) {
        return std::move(state->bytes);
    }
    if (bool& is_told = is_first(replay) ? a_unusable_told_ : b_unusable_told_; !is_told) {
        is_told = true;
        append_note(std::string("a state in the ") + (is_first(replay) ? "first" : "second") +
                    " file cannot be used: " + state.error().text());
    }
    return std::nullopt;
}

std::optional<sim::Bytes> DiffStates::state_at(const Replay& replay, std::uint64_t ticks_done,
                                               const std::optional<Rerun>& run) {
    if (run) {
        return run->state;
    }
    const StoredState* stored = replay.find_state(ticks_done);
    return stored == nullptr ? std::nullopt : load(replay, *stored);
}

}  // namespace tandem::replay
