// SPDX-License-Identifier: MIT
// Drawing the duel. Floating point stands here and in no other file of the game.
#include <tandem/tools/games/duel.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace tandem::games {

namespace {

constexpr Color k_floor{24, 26, 32};
constexpr Color k_wall{96, 98, 110};
constexpr Color k_shot{255, 230, 120};
constexpr Color k_flash{255, 255, 255};
constexpr Color k_blast{255, 170, 60};
constexpr Color k_mark{20, 20, 24};
constexpr Color k_empty{60, 60, 66};
constexpr Color k_dead{90, 60, 60};

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

// Whether pixels are so small that details of a fighter can be seen; in a terminal they are not.
bool is_fine(const Canvas& canvas) {
    return canvas.pixel() > 0 && canvas.pixel() * 6 < to_display(Duel::k_fighter_radius);
}

// A ring of straight pieces.
void draw_ring(Canvas& canvas, Point at, float radius, float width, Color color) {
    constexpr int k_pieces = 20;
    const auto corner = [&](int piece) {
        const float turn = 2 * std::numbers::pi_v<float> * static_cast<float>(piece) / k_pieces;
        return DrawPoint{at.x + radius * std::cos(turn), at.y + radius * std::sin(turn)};
    };
    for (int piece = 0; piece < k_pieces; ++piece) {
        draw_wide_line(canvas, corner(piece), corner(piece + 1), width, color);
    }
}

// On each fighter a mark of another shape, so that nobody is known by colour alone: none, then a
// triangle, a square and so on.
void draw_mark(Canvas& canvas, Point at, float radius, Angle heading, std::size_t slot) {
    if (slot == 0) {
        return;
    }
    std::vector<DrawPoint> corners;
    const std::size_t count = slot + 2;
    for (std::size_t i = 0; i < count; ++i) {
        const Angle turn = heading + Angle::from_turns(static_cast<std::int64_t>(i),
                                                       static_cast<std::int64_t>(count));
        const Vec2 way = direction(turn);
        corners.push_back({at.x + radius * to_display(way.x), at.y + radius * to_display(way.y)});
    }
    canvas.polygon(corners, k_mark);
}

void draw_health(Canvas& canvas, const Fighter& fighter, Point at, float radius, Color color) {
    const float left = at.x - 1.5F * radius;
    const float right = at.x + 1.5F * radius;
    const float bottom = at.y + 1.4F * radius;
    const float top = bottom + 0.3F * radius;
    const float share = static_cast<float>(std::max<int>(fighter.health, 0)) / Duel::k_health_max;
    canvas.fill_rectangle(left, bottom, right, top, k_empty);
    canvas.fill_rectangle(left, bottom, left + (right - left) * std::min(share, 1.0F), top, color);
}

// One that fell lies there as a cross; right after that a ring runs away from it.
void draw_fallen(Canvas& canvas, const Fighter& fighter, Point at, float radius, Color color) {
    canvas.circle(at.x, at.y, radius / 2, k_dead);
    if (!is_fine(canvas)) {
        return;
    }
    const float arm = 0.7F * radius;
    draw_wide_line(canvas, {at.x - arm, at.y - arm}, {at.x + arm, at.y + arm}, radius / 4, color);
    draw_wide_line(canvas, {at.x - arm, at.y + arm}, {at.x + arm, at.y - arm}, radius / 4, color);
    constexpr int k_ring_ticks = 14;
    const int age = Duel::k_give_up_ticks - fighter.respawn_ticks;
    if (age >= 0 && age < k_ring_ticks) {
        draw_ring(canvas, at, radius * (1 + static_cast<float>(age) / 4), radius / 5, k_blast);
    }
}

// The gun, and the flash of a shot that was fired just now.
void draw_gun(Canvas& canvas, const Fighter& fighter, Point at, float radius, Color color) {
    const Vec2 ahead = direction(fighter.heading);
    const DrawPoint muzzle{at.x + 2 * radius * to_display(ahead.x),
                           at.y + 2 * radius * to_display(ahead.y)};
    canvas.line(at.x, at.y, muzzle.x, muzzle.y, color);
    if (!is_fine(canvas)) {
        return;
    }
    draw_wide_line(canvas, {at.x, at.y}, muzzle, radius / 3, color);
    constexpr int k_flash_ticks = 2;
    const int since = spec_of(fighter.weapon).cooldown_ticks - fighter.cooldown_ticks;
    if (fighter.cooldown_ticks > 0 && since >= 0 && since < k_flash_ticks) {
        canvas.circle(muzzle.x, muzzle.y, radius / 2, k_shot);
    }
}

void draw_fighter(Canvas& canvas, const Fighter& fighter, const Fighter& before, Point at,
                  Slot slot) {
    if (fighter.status == FighterStatus::absent) {
        return;
    }
    const float radius = to_display(Duel::k_fighter_radius);
    const Color color = player_color(slot);
    if (fighter.status == FighterStatus::dead) {
        draw_fallen(canvas, fighter, at, radius, color);
        return;
    }
    const bool is_hurt = before.is_alive() && fighter.health < before.health;
    canvas.circle(at.x, at.y, radius, is_hurt ? k_flash : color);
    draw_gun(canvas, fighter, at, radius, color);
    if (is_fine(canvas)) {
        draw_mark(canvas, at, 0.6F * radius, fighter.heading, slot.index);
        draw_health(canvas, fighter, at, radius, color);
        if (is_hurt) {
            draw_ring(canvas, at, 1.5F * radius, radius / 4, k_flash);
        }
        if (fighter.protected_ticks > 0) {
            draw_ring(canvas, at, 1.3F * radius, radius / 8, k_flash);
        }
    }
    canvas.text(at.x - radius, at.y + 2 * radius, label_of(canvas, slot), color);
}

void draw_projectile(Canvas& canvas, const Projectile& projectile, float alpha) {
    const Point head = shown(projectile.position - projectile.velocity, projectile.position, alpha);
    const Vec2 tail = projectile.velocity / 2;
    const DrawPoint from{head.x - to_display(tail.x), head.y - to_display(tail.y)};
    canvas.line(from.x, from.y, head.x, head.y, k_shot);
    if (is_fine(canvas)) {
        const float radius = to_display(spec_of(projectile.weapon).radius);
        draw_wide_line(canvas, from, {head.x, head.y}, radius, k_shot);
        canvas.circle(head.x, head.y, radius, k_shot);
    }
}

// What exploded in this tick: it flew before and does not any more.
void draw_blasts(Canvas& canvas, const Duel& duel, const Duel& previous) {
    for (const Projectile& gone : previous.projectiles) {
        const float radius = to_display(spec_of(gone.weapon).blast_radius);
        const bool flies_on = std::any_of(
            duel.projectiles.begin(), duel.projectiles.end(), [&](const Projectile& projectile) {
                return projectile.position == gone.position + gone.velocity;
            });
        if (radius > 0 && !flies_on) {
            const Point at{to_display(gone.position.x), to_display(gone.position.y)};
            canvas.circle(at.x, at.y, radius / 2, k_blast);
            draw_ring(canvas, at, radius, radius / 12, k_blast);
        }
    }
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
    if (is_fine(canvas)) {
        canvas.fill_rectangle(0, 0, to_display(Fixed(arena.width())),
                              to_display(Fixed(arena.height())), k_floor);
    }
    draw_walls(canvas, arena);
    for (const Projectile& projectile : projectiles) {
        draw_projectile(canvas, projectile, alpha);
    }
    for (std::size_t slot = 0; slot < fighters.size(); ++slot) {
        const Fighter& before =
            slot < previous.fighters.size() ? previous.fighters[slot] : fighters[slot];
        draw_fighter(canvas, fighters[slot], before,
                     shown(before.position, fighters[slot].position, alpha),
                     Slot{static_cast<std::uint32_t>(slot)});
        canvas.status(status_of(canvas, fighters[slot], slot));
    }
    draw_blasts(canvas, *this, previous);
}

}  // namespace tandem::games
