// SPDX-License-Identifier: MIT
// The recorded steps are made again, one by one.
#include <tandem/tools/lab/match/variable_game.hpp>

#include <algorithm>

#include <tandem/tools/lab/match/world.hpp>

namespace tandem::tools::lab::match {
namespace {

// The cost of a bot's frames, in nanoseconds.
constexpr std::uint32_t k_frame_ns_min = 8'000'000;
constexpr std::uint32_t k_frame_ns_max = 24'000'000;

}  // namespace

void VariableGame::step(Inputs<Input> inputs) {
    world.begin_second();
    std::uint32_t left_ns = k_tick_ns;
    for (const Piece& piece : inputs[0].pieces) {
        const std::uint32_t dt_ns = std::min(piece.dt_ns, left_ns);
        left_ns -= dt_ns;
        world.step(dt_ns, piece.keys, piece.is_frame);
    }
}

VariableGame::Input VariableGame::bot_input(Slot, Random& random) const {
    Input input;
    std::uint32_t left_ns = k_tick_ns;
    while (left_ns > 0) {
        const std::uint32_t frame_ns =
            std::min(left_ns, random.between(k_frame_ns_min, k_frame_ns_max));
        if (!input.pieces.push({frame_ns, {}, true})) {
            break;
        }
        left_ns -= frame_ns;
    }
    return input;
}

void VariableGame::draw(Canvas& canvas, const VariableGame& previous, float alpha) const {
    draw_picture(canvas, picture_of(previous.world), picture_of(world), alpha);
}

}  // namespace tandem::tools::lab::match
