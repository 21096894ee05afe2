// SPDX-License-Identifier: MIT
// Drawing the swarm. Floating point stands here and in no other file of the game.
#include <tandem/tools/games/swarm.hpp>

#include <string>

namespace tandem::games {

namespace {

constexpr std::array<Color, Swarm::players_max> k_unit_colors{
    {{80, 200, 120}, {110, 160, 255}, {240, 110, 100}, {230, 200, 80}}};

float shown(Fixed16 previous, Fixed16 current, float alpha) {
    return sim::blend(to_display(previous), to_display(current), alpha);
}

}  // namespace

void Swarm::draw(Canvas& canvas, const Swarm& previous, float alpha) const {
    canvas.view(0, 0, to_display(side()), to_display(side()));
    const float radius = to_display(SwarmCrowd::k_diameter) / 2;
    for (std::size_t i = 0; i < units.size(); ++i) {
        const Units& before = i < previous.units.size() ? previous.units : units;
        canvas.circle(shown(before.x[i], units.x[i], alpha), shown(before.y[i], units.y[i], alpha),
                      radius, k_unit_colors[owner_of(i)]);
    }
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
        canvas.status(std::to_string(slot) + ": " + std::to_string(units_of(slot)) + " units");
    }
}

}  // namespace tandem::games
