// SPDX-License-Identifier: MIT
// Drawing the swarm. Floating point stands here and in no other file of the game.
#include <tandem/tools/games/swarm.hpp>

#include <string>

namespace tandem::games {

namespace {

constexpr std::array<Color, Swarm::players_max> k_unit_colors{
    {{80, 200, 120}, {110, 160, 255}, {240, 110, 100}, {230, 200, 80}}};

// The flocks of one player in shades of their colour, the first the brightest.
Color shade_of(std::uint8_t flock) {
    constexpr std::array<unsigned, Swarm::k_flocks_per_player> k_percent{100, 75, 58, 45};
    const Color full = k_unit_colors[flock / Swarm::k_flocks_per_player];
    const unsigned percent = k_percent[flock % Swarm::k_flocks_per_player];
    const auto part = [&](std::uint8_t whole) {
        return static_cast<std::uint8_t>(whole * percent / 100);
    };
    return {part(full.red), part(full.green), part(full.blue)};
}

// Whose each flock is, how large, and where it goes: units alone are blobs.
void draw_flocks(Canvas& canvas, const Swarm& swarm) {
    constexpr Color k_way{230, 230, 230};
    for (std::size_t index = 0; index < swarm.flocks.size(); ++index) {
        const Flock& flock = swarm.flocks[index];
        if (flock.size == 0) {
            continue;
        }
        const float x = to_display(flock.position.x);
        const float y = to_display(flock.position.y);
        canvas.line(x, y, to_display(flock.target.x), to_display(flock.target.y), k_way);
        const Slot owner{static_cast<std::uint32_t>(index) / Swarm::k_flocks_per_player};
        canvas.text(x, y, label_of(canvas, owner) + " " + std::to_string(flock.size),
                    k_unit_colors[owner.index]);
    }
}

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
                      radius, shade_of(units.flock[i]));
    }
    draw_flocks(canvas, *this);
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
        canvas.status(player_text(canvas, Slot{slot}) + ": " + std::to_string(units_of(slot)) +
                      " units");
    }
}

}  // namespace tandem::games
