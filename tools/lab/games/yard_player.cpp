// SPDX-License-Identifier: MIT
// Steps the yard and remembers its states.
#include <tandem/tools/lab/games/yard_player.hpp>

#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/games/yard.hpp>

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

}  // namespace tandem::tools::lab
