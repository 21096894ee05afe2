// SPDX-License-Identifier: MIT
// Steps, compares, and finds the nearest known state before a tick.
#include <tandem/replay/play/player.hpp>

#include <algorithm>
#include <utility>

#include <tandem/replay/play/recorded_chain.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::replay {
namespace {

// The share of the memory for states near the present place.
constexpr std::uint64_t k_near_share = 4;

// Returns the last state after at most so many ticks, or null.
template <class States>
const typename States::value_type* last_before(const States& states, std::uint64_t ticks_done) {
    const auto after = std::upper_bound(
        states.begin(), states.end(), ticks_done,
        [](std::uint64_t ticks, const auto& kept) { return ticks < kept.ticks_done; });
    return after == states.begin() ? nullptr : &*std::prev(after);
}

}  // namespace

sim::Result<Player> Player::create(const Replay& replay, sim::AnySimulation simulation,
                                   PlayerOptions options) {
    TANDEM_ASSERT(options.spacing_ticks > 0);
    Player player(replay, std::move(simulation), options);
    TANDEM_TRY(player.run_.start());
    TANDEM_TRY(player.compare());
    player.keep();
    return player;
}

Player::Player(const Replay& replay, sim::AnySimulation simulation, PlayerOptions options)
    : run_(replay, std::move(simulation)), options_(options) {}

sim::Result<void> Player::step() {
    if (at_end()) {
        return sim::Error{sim::ErrorCode::usage, "tick " + std::to_string(ticks_done()),
                          "the recording ends here"};
    }
    TANDEM_TRY(run_.step());
    TANDEM_TRY(compare());
    if ((ticks_done() - replay().first_tick()) % options_.spacing_ticks == 0) {
        keep();
    }
    return {};
}

sim::Result<void> Player::seek(std::uint64_t ticks_done) {
    if (ticks_done < replay().first_tick() || ticks_done > replay().end_tick()) {
        return sim::Error{sim::ErrorCode::usage, "tick " + std::to_string(ticks_done),
                          "the recording reaches from tick " +
                              std::to_string(replay().first_tick()) + " to " +
                              std::to_string(replay().end_tick())};
    }
    const bool goes_back = ticks_done < this->ticks_done();
    TANDEM_TRY(jump_near(ticks_done));
    if (goes_back) {
        return step_and_keep_near(ticks_done);
    }
    while (run_.ticks_done() < ticks_done) {
        TANDEM_TRY(step());
    }
    return {};
}

// Goes to the latest known state at or before `ticks_done`, which may be the present place. It uses
// no recorded state after a divergence, because that belongs to another history.
sim::Result<void> Player::jump_near(std::uint64_t ticks_done) {
    const RunPlace* kept = known_before(ticks_done);
    TANDEM_ASSERT(kept != nullptr);
    const std::uint64_t here = this->ticks_done();
    const bool is_here_best = here <= ticks_done && here >= kept->ticks_done;
    const std::uint64_t known = is_here_best ? here : kept->ticks_done;
    const std::uint64_t before =
        diverged_at() ? std::min(ticks_done + 1, diverged_at()->ticks_done()) : ticks_done + 1;
    if (run_.jump_to_keyframe(known, before) || is_here_best) {
        return {};
    }
    return run_.jump(*kept);
}

const RunPlace* Player::known_before(std::uint64_t ticks_done) const {
    const RunPlace* kept = last_before(kept_, ticks_done);
    const RunPlace* near = last_before(near_, ticks_done);
    return near != nullptr && near->ticks_done > kept->ticks_done ? near : kept;
}

// Keeps the states on the way, all of them or as many as the memory allows: a person who goes back
// a tick mostly goes back another one. States behind the place make room for them.
sim::Result<void> Player::step_and_keep_near(std::uint64_t ticks_done) {
    if (this->ticks_done() == ticks_done) {
        return {};
    }
    drop_near_from(ticks_done + 1);
    const std::uint64_t room = std::max<std::uint64_t>(1, options_.memory_bytes / k_near_share);
    const std::uint64_t state_bytes = kept_.front().state.size() + 1;
    const std::uint64_t stride = (ticks_done - this->ticks_done()) * state_bytes / room + 1;
    while (run_.ticks_done() < ticks_done) {
        TANDEM_TRY(step());
        if ((ticks_done - run_.ticks_done()) % stride == 0) {
            keep_near();
        }
    }
    return {};
}

// Keeps the present state as the last one. If there is no room, the one that is farthest back goes.
void Player::keep_near() {
    TANDEM_ASSERT(near_.empty() || near_.back().ticks_done < ticks_done());
    near_.push_back(run_.place());
    near_bytes_ += near_.back().state.size();
    while (near_bytes_ > options_.memory_bytes / k_near_share) {
        near_bytes_ -= near_.front().state.size();
        near_.pop_front();
    }
}

void Player::drop_near_from(std::uint64_t ticks_done) {
    while (!near_.empty() && near_.back().ticks_done >= ticks_done) {
        near_bytes_ -= near_.back().state.size();
        near_.pop_back();
    }
}

sim::Result<void> Player::follow(const Replay& longer) {
    auto grown = check_growth(replay(), longer);
    if (grown) {
        run_.follow(longer);
    }
    return grown;
}

sim::Result<void> Player::compare() {
    const bool had_diverged = diverged_at() && diverged_at()->ticks_done() <= ticks_done();
    const auto agrees = run_.compare();
    TANDEM_TRY(agrees);
    if (!*agrees && !had_diverged) {
        drop_kept_from(ticks_done());
    }
    return {};
}

// Drops the states kept from there on. Beyond a divergence they came from recorded keyframes, which
// belong to another history than the present one.
void Player::drop_kept_from(std::uint64_t ticks_done) {
    while (kept_.size() > 1 && kept_.back().ticks_done >= ticks_done) {
        kept_bytes_ -= kept_.back().state.size();
        kept_.pop_back();
    }
    drop_near_from(ticks_done);
}

void Player::keep() {
    const RunPlace* before = last_before(kept_, ticks_done());
    if (before != nullptr && before->ticks_done == ticks_done()) {
        return;
    }
    RunPlace kept = run_.place();
    kept_bytes_ += kept.state.size();
    const auto at = kept_.begin() + (before == nullptr ? 0 : before - kept_.data() + 1);
    kept_.insert(at, std::move(kept));
    const std::uint64_t room = options_.memory_bytes - options_.memory_bytes / k_near_share;
    while (kept_bytes_ > room && kept_.size() > 1) {
        thin_out();
    }
}

void Player::thin_out() {
    options_.spacing_ticks *= 2;
    const std::uint64_t first = replay().first_tick();
    kept_.erase(std::remove_if(kept_.begin(), kept_.end(),
                               [&](const RunPlace& kept) {
                                   return (kept.ticks_done - first) % options_.spacing_ticks != 0;
                               }),
                kept_.end());
    kept_bytes_ = 0;
    for (const RunPlace& kept : kept_) {
        kept_bytes_ += kept.state.size();
    }
}

}  // namespace tandem::replay
