// SPDX-License-Identifier: MIT
// Drawing the duel. Floating point stands here and in no other file of the game.
#include <tandem/tools/games/duel.hpp>

#include <string>

namespace tandem::games {

namespace {

constexpr Color k_wall{90, 90, 100};
constexpr Color k_shot{255, 230, 120};
constexpr Color k_dead{90, 60, 60};
constexpr std::array<Color, Duel::players_max> k_fighter_colors{{{80, 200, 120},
                                                                 {110, 160, 255},
                                                                 {240, 110, 100},
                                                                 {230, 200, 80},
                                                                 {200, 120, 230},
                                                                 {90, 210, 220},
                                                                 {240, 150, 60},
                                                                 {220, 220, 220}}};

// A fighter that moved farther than this within a tick was put there: it is not blended.
constexpr Fixed k_jump = 1;

struct Point {
    float x;
    float y;
};

Point shown(Vec2 previous, Vec2 current, float alpha) {
    if (!within(previous, current, k_jump)) {
        previous = current;
    }
    return {sim::blend(to_display(previous.x), to_display(current.x), alpha),
            sim::blend(to_display(previous.y), to_display(current.y), alpha)};
}

// Walls as one rectangle for each run of tiles in a row.
void draw_walls(Canvas& canvas, const DuelArena& arena) {
    for (std::int64_t row = 0; row < arena.height(); ++row) {
        for (std::int64_t column = 0; column < arena.width();) {
            std::int64_t end = column;
            while (end < arena.width() && arena.is_wall(end, row)) {
                ++end;
            }
            if (end > column) {
                canvas.fill_rectangle(to_display(Fixed(column)), to_display(Fixed(row)),
                                      to_display(Fixed(end)), to_display(Fixed(row + 1)), k_wall);
            }
            column = end > column ? end : column + 1;
        }
    }
}

void draw_fighter(Canvas& canvas, const Fighter& fighter, Point at, std::size_t slot) {
    const float radius = to_display(Duel::k_fighter_radius);
    if (fighter.status == FighterStatus::absent) {
        return;
    }
    if (fighter.status == FighterStatus::dead) {
        canvas.circle(at.x, at.y, radius / 2, k_dead);
        return;
    }
    const Vec2 ahead = direction(fighter.heading);
    canvas.circle(at.x, at.y, radius, k_fighter_colors[slot]);
    canvas.line(at.x, at.y, at.x + 2 * radius * to_display(ahead.x),
                at.y + 2 * radius * to_display(ahead.y), k_fighter_colors[slot]);
    canvas.text(at.x - radius, at.y + 2 * radius,
                label_of(canvas, Slot{static_cast<std::uint32_t>(slot)}), k_fighter_colors[slot]);
}

// "0 ann (you): 100 hp 0 frags".
std::string status_of(const Canvas& canvas, const Fighter& fighter, std::size_t index) {
    const std::string health =
        fighter.status == FighterStatus::absent ? "away" : std::to_string(fighter.health) + " hp";
    return player_text(canvas, Slot{static_cast<std::uint32_t>(index)}) + ": " + health + " " +
           std::to_string(fighter.score) + " frags";
}

}  // namespace

void Duel::draw(Canvas& canvas, const Duel& previous, float alpha) const {
    canvas.view(0, 0, to_display(Fixed(arena.width())), to_display(Fixed(arena.height())));
    draw_walls(canvas, arena);
    for (const Projectile& projectile : projectiles) {
        const Point head =
            shown(projectile.position - projectile.velocity, projectile.position, alpha);
        const Vec2 tail = projectile.velocity / 2;
        canvas.line(head.x - to_display(tail.x), head.y - to_display(tail.y), head.x, head.y,
                    k_shot);
    }
    for (std::size_t slot = 0; slot < fighters.size(); ++slot) {
        const Vec2 from = slot < previous.fighters.size() ? previous.fighters[slot].position
                                                          : fighters[slot].position;
        draw_fighter(canvas, fighters[slot], shown(from, fighters[slot].position, alpha), slot);
        canvas.status(status_of(canvas, fighters[slot], slot));
    }
}

}  // namespace tandem::games
