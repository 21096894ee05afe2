// SPDX-License-Identifier: MIT
// Steps the yard and remembers its states.
#include <tandem/tools/lab/games/yard_player.hpp>

#include <algorithm>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/erase.hpp>
#include <tandem/tools/lab/games/yard.hpp>
#include <tandem/tools/lab/replay/records.hpp>

namespace tandem::tools::lab {

YardPlayer::YardPlayer(sim::TickObserver* observer) : YardPlayer(sim::erase<Yard>(), observer) {}

YardPlayer::YardPlayer(sim::AnySimulation game, sim::TickObserver* observer)
    : timeline_(std::move(game), observer) {
    Setup setup;
    setup.slots = Yard::players_max;
    TANDEM_ASSERT(timeline_.start(setup).has_value());
    shown_ = timeline_.state_hash().value;
}

void YardPlayer::update(const Update&) {
    TANDEM_ASSERT(timeline_.advance(yard_record(timeline_.ticks_done())).has_value());
    hashes_.push_back(timeline_.state_hash().value);
}

void YardPlayer::render(const Frame&) {
    const std::uint64_t now = timeline_.state_hash().value;
    changes_seen_ += now != shown_ ? 1U : 0U;
    shown_ = now;
}

void YardPlayer::end() { TANDEM_ASSERT(timeline_.end(sim::EndReason::source_ended).has_value()); }

SameStates same_states(const std::vector<std::vector<std::uint64_t>>& runs) {
    SameStates result;
    const auto longest = std::max_element(
        runs.begin(), runs.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
    if (runs.size() < 2) {
        return result;
    }
    result.same = true;
    result.ticks = longest->size();
    for (auto run = runs.begin(); run != runs.end(); ++run) {
        if (run != longest) {
            const Comparison comparison = compare(*longest, *run);
            result.ticks = std::min(result.ticks, comparison.compared);
            result.same = result.same && comparison.differing == 0;
        }
    }
    result.same = result.same && result.ticks != 0;
    return result;
}

}  // namespace tandem::tools::lab
