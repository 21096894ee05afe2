// SPDX-License-Identifier: MIT
// A tick in the yard, and the player that plays it.
#include <tandem/tools/lab/games/yard.hpp>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/game/setup_options.hpp>
#include <tandem/sim/game/tick_record.hpp>

namespace tandem::tools::lab {
namespace {

constexpr std::int32_t k_wall = 20'000;
constexpr std::int32_t k_speed_max = 100;
constexpr std::int32_t k_jump = 120;
constexpr std::int32_t k_fall = 8;
constexpr std::int32_t k_drift_max = 40;
constexpr std::uint64_t k_choice_ticks = 16;

// Away from the walls at the speed one came with.
void bounce(std::int32_t& position, std::int32_t& speed) {
    if (position < -k_wall || position > k_wall) {
        position = std::clamp(position, -k_wall, k_wall);
        speed = -speed;
    }
}

}  // namespace

void Yard::reset(const Setup& setup) {
    *this = Yard{};
    options = setup.options_as<Options>();
    random = Random(setup.seed);
    walkers[0].position = -k_wall / 2;
    walkers[1].position = k_wall / 2;
    constexpr std::int32_t k_between_leaves =
        2 * k_wall / static_cast<std::int32_t>(std::tuple_size_v<decltype(leaves)>);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        leaves[i].position = static_cast<std::int32_t>(i) * k_between_leaves - k_wall;
    }
}

void Yard::step(Inputs<Input> inputs) {
    move_walkers(inputs);
    move_leaves(random);
}

void Yard::move_walkers(Inputs<Input> inputs) {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        YardWalker& walker = walkers[i];
        const std::uint8_t keys = inputs[i].keys;
        const std::int32_t direction =
            ((keys & key::k_right) != 0 ? 1 : 0) - ((keys & key::k_left) != 0 ? 1 : 0);
        walker.speed =
            std::clamp(walker.speed + direction * options.push, -k_speed_max, k_speed_max);
        if (walker.height == 0 && (keys & key::k_jump) != 0) {
            walker.rise = k_jump;
        }
        walker.position += walker.speed;
        walker.height = std::max(walker.height + walker.rise, 0);
        walker.rise = walker.height == 0 ? 0 : walker.rise - k_fall;
        bounce(walker.position, walker.speed);
    }
    // A walker that meets the other takes over its speed: no walker's way depends on its own keys
    // alone.
    if (walkers[0].position > walkers[1].position) {
        std::swap(walkers[0].position, walkers[1].position);
        std::swap(walkers[0].speed, walkers[1].speed);
    }
    ++ticks;
}

void Yard::move_leaves(Random& wind) {
    const bool gust = ticks % k_gust_ticks == 0;
    for (YardLeaf& leaf : leaves) {
        if (gust) {
            leaf.drift = wind.between<std::int32_t>(-k_drift_max, k_drift_max);
        }
        leaf.position += leaf.drift;
        bounce(leaf.position, leaf.drift);
    }
}

std::uint8_t yard_keys(Slot slot, std::uint64_t tick) {
    Random choice(tick / k_choice_ticks, slot.index);
    return static_cast<std::uint8_t>(choice.below(8U));
}

sim::Bytes yard_record_of(std::uint8_t first_keys, std::uint8_t second_keys) {
    const std::vector<sim::Bytes> inputs{{std::byte{first_keys}}, {std::byte{second_keys}}};
    return sim::make_record(k_both_present, inputs);
}

sim::Bytes yard_record(std::uint64_t tick) {
    return yard_record_of(yard_keys(Slot{0}, tick), yard_keys(Slot{1}, tick));
}

void YardWithAssertion::step(Inputs<Input> inputs) {
    Yard::step(inputs);
    if (std::min(walkers[0].height, walkers[1].height) > k_height_together_max) {
        throw std::logic_error("both walkers are above " + std::to_string(k_height_together_max));
    }
}

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
