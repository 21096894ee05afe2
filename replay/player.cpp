// SPDX-License-Identifier: MIT
// Stepping, comparing, and finding the nearest known state before a tick.
#include <tandem/replay/player.hpp>

#include <algorithm>
#include <utility>

#include <tandem/replay/text.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::replay {

std::string contradiction(const Replay& replay, std::uint64_t ticks_done, sim::ChainHash chain) {
    if (const auto whole = replay.chain_at(ticks_done)) {
        return *whole == chain
                   ? ""
                   : "recorded chain " + hex64(whole->value) + ", simulated " + hex64(chain.value);
    }
    const std::uint16_t low = replay.chain_low(ticks_done);
    const auto own_low = static_cast<std::uint16_t>(chain.value);
    return low == own_low
               ? ""
               : "recorded chain ends in " + hex16(low) + ", simulated in " + hex16(own_low);
}

sim::Result<void> start_as_recorded(const Replay& replay, sim::Timeline& timeline) {
    if (auto same = check_simulation(replay.header(), timeline.simulation().info()); !same) {
        return same;
    }
    if (const auto missing = replay.missing_assets(); !missing.empty()) {
        return sim::Error{sim::ErrorCode::usage, "asset " + missing.front(),
                          "the file names this asset without its content; supply it to play"};
    }
    if (auto started = timeline.start(replay.header().setup); !started) {
        return started;
    }
    if (replay.first_tick() == 0) {
        return {};
    }
    const StoredState* first = replay.find_state(replay.first_tick());
    if (first == nullptr || first->purpose != sim::StatePurpose::keyframe) {
        return sim::Error{sim::ErrorCode::bad_data, "",
                          "the file begins after " + std::to_string(replay.first_tick()) +
                              " ticks, but the keyframe it should begin with is missing"};
    }
    const auto state = replay.load_state(*first, timeline.simulation().info().state_bytes_max);
    return state ? timeline.jump(first->ticks_done, *state, first->chain, first->records)
                 : sim::Result<void>(state.error());
}

sim::Result<Player> Player::create(const Replay& replay, sim::AnySimulation simulation,
                                   PlayerOptions options) {
    TANDEM_ASSERT(options.spacing_ticks > 0);
    Player player(replay, std::move(simulation), options);
    if (auto started = start_as_recorded(replay, player.timeline_); !started) {
        return started.error();
    }
    player.compare();
    player.keep();
    return player;
}

Player::Player(const Replay& replay, sim::AnySimulation simulation, PlayerOptions options)
    : replay_(&replay), timeline_(std::move(simulation)), options_(options) {}

sim::Result<void> Player::step() {
    if (at_end()) {
        return sim::Error{sim::ErrorCode::usage, "tick " + std::to_string(ticks_done()),
                          "the recording ends here"};
    }
    if (auto stepped = timeline_.advance(replay_->record(sim::Tick{ticks_done()})); !stepped) {
        return stepped;
    }
    compare();
    if ((ticks_done() - replay_->first_tick()) % options_.spacing_ticks == 0) {
        keep();
    }
    return {};
}

sim::Result<void> Player::seek(std::uint64_t ticks_done) {
    if (ticks_done < replay_->first_tick() || ticks_done > replay_->end_tick()) {
        return sim::Error{sim::ErrorCode::usage, "tick " + std::to_string(ticks_done),
                          "the recording reaches from tick " +
                              std::to_string(replay_->first_tick()) + " to " +
                              std::to_string(replay_->end_tick())};
    }
    if (auto jumped = jump_near(ticks_done); !jumped) {
        return jumped;
    }
    while (timeline_.ticks_done() < ticks_done) {
        if (auto stepped = step(); !stepped) {
            return stepped;
        }
    }
    return {};
}

// To the latest known state at or before `ticks_done`, which may be where we are.
sim::Result<void> Player::jump_near(std::uint64_t ticks_done) {
    const Kept* kept = kept_before(ticks_done);
    const StoredState* keyframe = keyframe_before(ticks_done);
    const std::uint64_t here = this->ticks_done();
    TANDEM_ASSERT(kept != nullptr);
    const bool use_keyframe = keyframe != nullptr && keyframe->ticks_done > kept->ticks_done;
    const std::uint64_t best = use_keyframe ? keyframe->ticks_done : kept->ticks_done;
    if (here <= ticks_done && here >= best) {
        return {};
    }
    if (!use_keyframe) {
        return timeline_.jump(kept->ticks_done, kept->state, kept->chain, kept->records);
    }
    const auto state =
        replay_->load_state(*keyframe, timeline_.simulation().info().state_bytes_max);
    if (!state) {
        return state.error();
    }
    return timeline_.jump(keyframe->ticks_done, *state, keyframe->chain, keyframe->records);
}

const Player::Kept* Player::kept_before(std::uint64_t ticks_done) const {
    const auto after = std::upper_bound(
        kept_.begin(), kept_.end(), ticks_done,
        [](std::uint64_t ticks, const Kept& kept) { return ticks < kept.ticks_done; });
    return after == kept_.begin() ? nullptr : &*std::prev(after);
}

// A recorded state after a divergence belongs to another history than ours.
const StoredState* Player::keyframe_before(std::uint64_t ticks_done) const {
    const StoredState* best = nullptr;
    for (const StoredState& state : replay_->states()) {
        if (state.purpose == sim::StatePurpose::keyframe && state.ticks_done <= ticks_done &&
            (!divergence_ || state.ticks_done < divergence_->ticks_done())) {
            best = &state;
        }
    }
    return best;
}

void Player::compare() {
    std::string text = contradiction(*replay_, ticks_done(), chain());
    if (text.empty()) {
        return;
    }
    const bool is_reset = ticks_done() == replay_->first_tick();
    latch({sim::Tick{is_reset ? ticks_done() : ticks_done() - 1}, is_reset, std::move(text)});
}

void Player::latch(Divergence divergence) {
    if (divergence_ && divergence_->ticks_done() <= divergence.ticks_done()) {
        return;
    }
    // What was kept beyond came from recorded keyframes: not the history that we are in now.
    const std::uint64_t from = divergence.ticks_done();
    divergence_ = std::move(divergence);
    while (kept_.size() > 1 && kept_.back().ticks_done >= from) {
        kept_bytes_ -= kept_.back().state.size();
        kept_.pop_back();
    }
}

void Player::keep() {
    const Kept* before = kept_before(ticks_done());
    if (before != nullptr && before->ticks_done == ticks_done()) {
        return;
    }
    Kept kept{ticks_done(), timeline_.chain(), timeline_.records(), timeline_.simulation().save()};
    kept_bytes_ += kept.state.size();
    const auto at = kept_.begin() + (before == nullptr ? 0 : before - kept_.data() + 1);
    kept_.insert(at, std::move(kept));
    while (kept_bytes_ > options_.memory_bytes && kept_.size() > 1) {
        thin_out();
    }
}

void Player::thin_out() {
    options_.spacing_ticks *= 2;
    const std::uint64_t first = replay_->first_tick();
    kept_.erase(std::remove_if(kept_.begin(), kept_.end(),
                               [&](const Kept& kept) {
                                   return (kept.ticks_done - first) % options_.spacing_ticks != 0;
                               }),
                kept_.end());
    kept_bytes_ = 0;
    for (const Kept& kept : kept_) {
        kept_bytes_ += kept.state.size();
    }
}

}  // namespace tandem::replay
