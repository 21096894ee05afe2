// SPDX-License-Identifier: MIT
// The lab's bodies at one step for ever.
#include <tandem/tools/lab/match/fixed_game.hpp>

#include <algorithm>
#include <stdexcept>

#include <unistd.h>

#include <tandem/tools/lab/match/world.hpp>
#include <tandem/tools/system/clock.hpp>

namespace tandem::tools::lab::match {
namespace {

// Ten billion units or px: what a day's match comes to, many times over.
constexpr Integer k_way_max = 10'000'000'000'000;
// A thousand units, and a thousand a second: far above what a jump reaches, and who is thrown up
// from there that fast does not overflow either.
constexpr Integer k_height_max = 1'000'000'000;
constexpr Integer k_speed_max = 1'000'000;
// The spring's own step stops it there (bodies.hpp).
constexpr Integer k_spring_farthest = 4'000'000'000'000;
constexpr Integer k_spring_fastest = 4'000'000'000'000'000;

bool is_within(Integer value, Integer least, Integer most) {
    return least <= value && value <= most;
}

MatchPicture picture_of(const FixedGame& game) {
    return {game.car.units(),
            game.jump.height_units(),
            game.spring.position_units(),
            {game.walkers[0].pixels(), game.walkers[1].pixels()}};
}

}  // namespace

FixedInput input_of_keys(const Keys& keys) {
    FixedInput input;
    input.keys = static_cast<std::uint8_t>((keys.down('t') ? k_tap_key : 0) |
                                           (keys.down('d') ? k_hold_key : 0) |
                                           (keys.down(Key::space) ? k_jump_key : 0));
    return input;
}

FixedInput input_of_script(Slot slot, std::uint64_t tick) {
    return slot.index < k_players ? FixedInput{held_in_tick(script_of(slot.index), tick, k_tick_ms)}
                                  : FixedInput{};
}

HeldKeys keys_of(const Inputs<FixedInput>& inputs) {
    HeldKeys keys{};
    for (std::size_t player = 0; player < std::min(inputs.size(), k_players); ++player) {
        keys[player] = inputs[player].keys & k_all_keys;
    }
    return keys;
}

void FixedGame::reset(const Setup& setup) {
    *this = FixedGame{};
    random = Random(setup.seed);
}

void FixedGame::restored() const {
    const auto require = [](bool holds, const char* sentence) {
        if (!holds) {
            throw std::runtime_error(sentence);
        }
    };
    require(is_within(car.distance, 0, k_way_max), "a bullet must not be beyond ten billion units");
    require(is_within(jump.height, 0, k_height_max) && jump.apex >= 0,
            "a jump must be no higher than 1,000 units");
    require(is_within(jump.velocity, -k_speed_max, k_speed_max),
            "a jump must be no faster than 1,000 units per second");
    require(is_within(spring.position, -k_spring_farthest, k_spring_farthest) &&
                is_within(spring.velocity, -k_spring_fastest, k_spring_fastest) &&
                spring.farthest >= 0,
            "a spring must not be beyond four million units");
    for (const Walker<Integer>& walker : walkers) {
        require(is_within(walker.position, 0, k_way_max),
                "a walker must not be beyond ten billion px");
    }
}

void FixedGame::step(Inputs<Input> inputs) {
    move(keys_of(inputs));
    if (draws_now()) {
        luck = random.next32();
    }
    ++ticks;
}

bool FixedGame::draws_now() const {
    return ticks >= k_draw_tick && (ticks - k_draw_tick) % k_ticks_per_second == 0;
}

void FixedGame::move(const HeldKeys& keys) {
    const lab::Step<Integer> step{k_tick_ms};
    car.step(step);
    if ((keys[0] & k_jump_key) != 0) {
        jump.leave_ground();
    }
    jump.step(step);
    // Let go anew every second, as in the other arms.
    if (ticks % k_ticks_per_second == 0) {
        spring.position = k_one<Integer>;
        spring.velocity = 0;
    }
    spring.step(step);
    for (std::size_t player = 0; player < k_players; ++player) {
        walkers[player].step(step, (keys[player] & k_hold_key) != 0);
    }
    tap_ticks += (keys[0] & k_tap_key) != 0 ? 1U : 0U;
}

void FixedGame::draw(Canvas& canvas, const FixedGame& previous, float alpha) const {
    draw_picture(canvas, picture_of(previous), picture_of(*this), alpha);
}

void FloatGame::step(Inputs<Input> inputs) {
    if (ticks % k_ticks_per_second == 0) {
        world.begin_second();
    }
    world.step(k_tick_ns, keys_of(inputs), true);
    ++ticks;
}

void FloatGame::draw(Canvas& canvas, const FloatGame& previous, float alpha) const {
    draw_picture(canvas, picture_of(previous.world), picture_of(world), alpha);
}

void WallSeededGame::reset(const Setup& setup) {
    FixedGame::reset(setup);
    // Two processes started in the same nanosecond still differ by their numbers.
    unrecorded_ = Random(static_cast<std::uint64_t>(steady_now().count()),
                         static_cast<std::uint64_t>(getpid()));
}

void WallSeededGame::step(Inputs<Input> inputs) {
    move(keys_of(inputs));
    if (draws_now()) {
        luck = unrecorded_.next32();
    }
    ++ticks;
}

}  // namespace tandem::tools::lab::match
