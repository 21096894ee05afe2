// SPDX-License-Identifier: MIT
// Damage at random places: one bit, one byte to an extreme, or a whole word of noise.
#include <tests/tools/games/damaged_states.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <tandem/sim/math/random.hpp>
#include <tests/support/session.hpp>
#include <tests/tools/games/recording_canvas.hpp>

namespace tandem::test {

namespace {

void damage(sim::Bytes& state, Random& random) {
    const std::size_t at = random.below(state.size());
    switch (random.below(3)) {
        case 0:
            state[at] ^= std::byte{1} << random.below(8);
            break;
        case 1:
            state[at] = random.chance(1, 2) ? std::byte{0x7F} : std::byte{0x80};
            break;
        default:
            for (std::size_t i = at; i < std::min(at + 8, state.size()); ++i) {
                state[i] = static_cast<std::byte>(random.below(256));
            }
    }
}

}  // namespace

std::uint32_t play_damaged_states(sim::AnySimulation simulation, const Setup& setup) {
    constexpr std::uint64_t k_ticks_before = 120;
    constexpr std::uint64_t k_ticks_after = 3;
    Random random(setup.seed);
    EXPECT_TRUE(simulation.reset(setup));
    for (std::uint64_t tick = 0; tick < k_ticks_before; ++tick) {
        EXPECT_TRUE(simulation.step(bot_record(simulation, tick)));
    }
    const sim::Bytes sound = simulation.save();
    std::uint32_t played = 0;
    for (int attempt = 0; attempt < 400; ++attempt) {
        sim::Bytes state = sound;
        damage(state, random);
        if (!simulation.restore(state)) {
            continue;
        }
        ++played;
        for (std::uint64_t tick = 0; tick < k_ticks_after; ++tick) {
            const sim::AnySimulation previous = simulation.clone();
            EXPECT_TRUE(simulation.step(bot_record(simulation, k_ticks_before + tick)));
            RecordingCanvas canvas;
            EXPECT_TRUE(simulation.draw(canvas, previous, {1, 3}));
        }
    }
    return played;
}

}  // namespace tandem::test
