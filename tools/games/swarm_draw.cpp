// SPDX-License-Identifier: MIT
// Drawing the swarm. Floating point stands here and in no other file of the game.
#include <tandem/tools/games/swarm.hpp>

#include <string>

namespace tandem::games {

namespace {

constexpr float k_unit_radius = 0.3F;
constexpr std::array<Color, Swarm::players_max> k_players{
    {{80, 200, 120}, {110, 160, 255}, {240, 110, 100}, {230, 200, 80}}};

float shown(Fixed16 previous, Fixed16 current, float alpha) {
    return sim::blend(to_display(previous), to_display(current), alpha);
}

}  // namespace

void Swarm::draw(Canvas& canvas, const Swarm& previous, float alpha) const {
    canvas.view(0, 0, to_display(side()), to_display(side()));
    for (std::size_t i = 0; i < units.size(); ++i) {
        const Point16 to = units[i].position;
        const Point16 from = i < previous.units.size() ? previous.units[i].position : to;
        canvas.circle(shown(from.x, to.x, alpha), shown(from.y, to.y, alpha), k_unit_radius,
                      k_players[owner_of(units[i])]);
    }
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
        canvas.status(std::to_string(slot) + ": " + std::to_string(units_of(slot)) + " units");
    }
}

}  // namespace tandem::games
