// SPDX-License-Identifier: MIT
// It draws the duel. Floating point stands here and in no other file of the game. Events are read
// off the two states alone, so that going back in a recording leaves nothing behind.
#include <tandem/tools/games/duel.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
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
constexpr Color k_banner_ground{14, 17, 22};

// A fighter that moved farther than this within a tick spawned: it is not blended.
constexpr Fixed k_jump = 1;

// A gun is so many radii long where pixels are coarse: two of them in a row point nowhere.
constexpr float k_coarse_gun = 4;

DrawPoint shown(Vec2 previous, Vec2 current, float alpha);
void draw_walls(Canvas& canvas, const DuelArena& arena);
bool is_fine(const Canvas& canvas);
void draw_ring(Canvas& canvas, DrawPoint at, float radius, float width, Color color);
void draw_mark(Canvas& canvas, DrawPoint at, float radius, Angle heading, std::size_t slot);
void draw_health(Canvas& canvas, const Fighter& fighter, int lost, DrawPoint at, float radius,
                 Color color);
void draw_rays(Canvas& canvas, DrawPoint at, int count, float from, float to, float width,
               Color color);
void draw_fallen(Canvas& canvas, const Fighter& fighter, DrawPoint at, float radius, Color color);
void draw_gun(Canvas& canvas, const Fighter& fighter, DrawPoint at, float radius, Color color);
void draw_hit(Canvas& canvas, int lost, bool has_hit, DrawPoint at, float radius);
void draw_label(Canvas& canvas, const Duel& duel, const Fighter& fighter, DrawPoint at,
                const std::string& label, Color color);
void draw_fighter(Canvas& canvas, const Duel& duel, const Fighter& fighter, const Fighter& before,
                  DrawPoint at, Slot slot);
void draw_waiting(Canvas& canvas, const Duel& duel, const Fighter& fighter, DrawPoint at,
                  Slot slot);
void draw_projectile(Canvas& canvas, const Projectile& projectile, float alpha);
std::uint64_t ticks_between(const Duel& previous, const Duel& duel);
void draw_blasts(Canvas& canvas, const Duel& duel, const Duel& previous, float alpha);

std::string counted(std::int64_t count, const char* what);
std::string seconds_to(std::uint16_t ticks);
std::string status_of(const Canvas& canvas, const Duel& duel, std::size_t index);
void show_table(Canvas& canvas, const Duel& duel);
std::string winner_text(const Canvas& canvas, const Duel& duel);
std::int64_t rounds_played(const Duel& duel);
std::string result_text(const Duel& duel);
std::string match_text(const Canvas& canvas, const Duel& duel);
void draw_banner(Canvas& canvas, const Duel& duel);

}  // namespace

void Duel::draw(Canvas& canvas, const Duel& previous, float alpha) const {
    canvas.view(0, 0, to_display(Fixed(arena.width())), to_display(Fixed(arena.height())));
    if (is_fine(canvas)) {
        canvas.fill_rectangle(0, 0, to_display(Fixed(arena.width())),
                              to_display(Fixed(arena.height())), k_floor);
    }
    draw_walls(canvas, arena);
    // Blasts are drawn first, because their effects stand above them.
    draw_blasts(canvas, *this, previous, alpha);
    for (const Projectile& projectile : projectiles) {
        draw_projectile(canvas, projectile, alpha);
    }
    if (const std::string text = match_text(canvas, *this); !text.empty()) {
        canvas.status(text);
    }
    const bool are_waiting = is_between_rounds() && !finished();
    const bool is_sequel = ticks_between(previous, *this) > 0;
    for (std::size_t slot = 0; slot < fighters.size(); ++slot) {
        const Slot who{static_cast<std::uint32_t>(slot)};
        const Fighter& other =
            slot < previous.fighters.size() ? previous.fighters[slot] : fighters[slot];
        const Fighter& before = is_sequel ? other : fighters[slot];
        const DrawPoint at = shown(other.position, fighters[slot].position, alpha);
        if (are_waiting) {
            draw_waiting(canvas, *this, fighters[slot], at, who);
        } else {
            draw_fighter(canvas, *this, fighters[slot], before, at, who);
        }
        if (!finished()) {
            canvas.status(status_of(canvas, *this, slot));
        }
    }
    if (finished()) {
        show_table(canvas, *this);
    }
    draw_banner(canvas, *this);
}

namespace {

DrawPoint shown(Vec2 previous, Vec2 current, float alpha) {
    if (!within(previous, current, k_jump)) {
        previous = current;
    }
    return {blend(to_display(previous.x), to_display(current.x), alpha),
            blend(to_display(previous.y), to_display(current.y), alpha)};
}

// Draws walls as one rectangle for each run of tiles in a row.
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

// True if pixels are so small that details of a fighter can be seen; in a terminal they are not.
bool is_fine(const Canvas& canvas) {
    return canvas.pixel() > 0 && canvas.pixel() * 6 < to_display(Duel::k_fighter_radius);
}

// Draws a ring of straight pieces.
void draw_ring(Canvas& canvas, DrawPoint at, float radius, float width, Color color) {
    constexpr int k_pieces = 20;
    const auto corner = [&](int piece) {
        const float turn = 2 * std::numbers::pi_v<float> * static_cast<float>(piece) / k_pieces;
        return DrawPoint{at.x + radius * std::cos(turn), at.y + radius * std::sin(turn)};
    };
    for (int piece = 0; piece < k_pieces; ++piece) {
        draw_wide_line(canvas, corner(piece), corner(piece + 1), width, color);
    }
}

// Draws a mark of another shape on each fighter, so that nobody is known by colour alone: none,
// then a triangle, a square and so on.
void draw_mark(Canvas& canvas, DrawPoint at, float radius, Angle heading, std::size_t slot) {
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

// The part that was lost just now stands out.
void draw_health(Canvas& canvas, const Fighter& fighter, int lost, DrawPoint at, float radius,
                 Color color) {
    const float left = at.x - 1.5F * radius;
    const float right = at.x + 1.5F * radius;
    const float bottom = at.y + 1.4F * radius;
    const float top = bottom + 0.3F * radius;
    const auto place_of = [&](int health) {
        const float share = static_cast<float>(std::max(health, 0)) / Duel::k_health_max;
        return left + (right - left) * std::min(share, 1.0F);
    };
    canvas.fill_rectangle(left, bottom, right, top, k_empty);
    canvas.fill_rectangle(left, bottom, place_of(fighter.health + lost), top, k_flash);
    canvas.fill_rectangle(left, bottom, place_of(fighter.health), top, color);
}

// Draws strokes that point away from a place, from one radius to another.
void draw_rays(Canvas& canvas, DrawPoint at, int count, float from, float to, float width,
               Color color) {
    for (int ray = 0; ray < count; ++ray) {
        const float turn = 2 * std::numbers::pi_v<float> * (static_cast<float>(ray) + 0.5F) /
                           static_cast<float>(count);
        const float x = std::cos(turn);
        const float y = std::sin(turn);
        draw_wide_line(canvas, {at.x + from * x, at.y + from * y}, {at.x + to * x, at.y + to * y},
                       width, color);
    }
}

// Draws a fallen fighter as a cross; right after its fall a ring and splinters run away from it.
void draw_fallen(Canvas& canvas, const Fighter& fighter, DrawPoint at, float radius, Color color) {
    canvas.circle(at.x, at.y, radius / 2, k_dead);
    if (!is_fine(canvas)) {
        canvas.text(at.x, at.y, "x", color);
        return;
    }
    const float arm = 0.7F * radius;
    draw_wide_line(canvas, {at.x - arm, at.y - arm}, {at.x + arm, at.y + arm}, radius / 4, color);
    draw_wide_line(canvas, {at.x - arm, at.y + arm}, {at.x + arm, at.y - arm}, radius / 4, color);
    constexpr int k_ring_ticks = 14;
    const int age = Duel::k_give_up_ticks - fighter.respawn_ticks;
    if (age >= 0 && age < k_ring_ticks) {
        const float reach = radius * (1 + static_cast<float>(age) / 4);
        draw_ring(canvas, at, reach, radius / 5, k_blast);
        draw_rays(canvas, at, 8, reach, reach + radius / 2, radius / 5, color);
    }
}

// Draws the gun, and the flash of a shot that was fired just now.
void draw_gun(Canvas& canvas, const Fighter& fighter, DrawPoint at, float radius, Color color) {
    const Vec2 ahead = direction(fighter.heading);
    const float reach = (is_fine(canvas) ? 2 : k_coarse_gun) * radius;
    const DrawPoint muzzle{at.x + reach * to_display(ahead.x), at.y + reach * to_display(ahead.y)};
    canvas.line(at.x, at.y, muzzle.x, muzzle.y, color);
    if (!is_fine(canvas)) {
        return;
    }
    draw_wide_line(canvas, at, muzzle, radius / 3, color);
    constexpr int k_flash_ticks = 2;
    const int since = spec_of(fighter.weapon).cooldown_ticks - fighter.cooldown_ticks;
    if (fighter.cooldown_ticks > 0 && since >= 0 && since < k_flash_ticks) {
        canvas.circle(muzzle.x, muzzle.y, radius / 2, k_shot);
    }
}

// Draws the cost of a hit, and the player that it counts for.
void draw_hit(Canvas& canvas, int lost, bool has_hit, DrawPoint at, float radius) {
    if (lost > 0) {
        draw_ring(canvas, at, 1.5F * radius, radius / 4, k_flash);
        canvas.text(at.x + 1.6F * radius, at.y - radius, "-" + std::to_string(lost), k_flash);
    }
    if (has_hit) {
        draw_rays(canvas, at, 4, 1.6F * radius, 2.4F * radius, radius / 4, k_shot);
    }
}

// Draws the label above the figure, and in a terminal so that it hides neither body nor barrel: a
// whole row of letters away, on the side to which the barrel does not point.
void draw_label(Canvas& canvas, const Duel& duel, const Fighter& fighter, DrawPoint at,
                const std::string& label, Color color) {
    const float radius = to_display(Duel::k_fighter_radius);
    float y = at.y + 2 * radius;
    if (!is_fine(canvas)) {
        const float pixel = canvas.pixel();
        const float away = radius + 2 * pixel;
        const bool points_up = k_coarse_gun * to_display(direction(fighter.heading).y) > 1;
        y = points_up && fighter.is_alive() ? at.y - away : at.y + away;
        const float height = to_display(Fixed(duel.arena.height()));
        y = std::clamp(y, std::min(pixel, height) / 2, height - std::min(pixel, height) / 2);
    }
    canvas.text(at.x - radius, y, label, color);
}

void draw_fighter(Canvas& canvas, const Duel& duel, const Fighter& fighter, const Fighter& before,
                  DrawPoint at, Slot slot) {
    if (fighter.status == FighterStatus::absent) {
        return;
    }
    const float radius = to_display(Duel::k_fighter_radius);
    const Color color = player_color(slot);
    if (fighter.status == FighterStatus::dead) {
        draw_fallen(canvas, fighter, at, radius, color);
        return;
    }
    const int lost = before.is_alive() ? std::max(before.health - fighter.health, 0) : 0;
    canvas.circle(at.x, at.y, radius, lost > 0 ? k_flash : color);
    draw_gun(canvas, fighter, at, radius, color);
    std::string label = label_of(canvas, slot);
    if (is_fine(canvas)) {
        draw_mark(canvas, at, 0.6F * radius, fighter.heading, slot.index);
        draw_health(canvas, fighter, lost, at, radius, color);
        draw_hit(canvas, lost, fighter.hits > before.hits, at, radius);
        if (fighter.protected_ticks > 0) {
            draw_ring(canvas, at, 1.3F * radius, radius / 8, k_flash);
        }
    } else if (lost > 0) {
        label += "!";
    }
    draw_label(canvas, duel, fighter, at, label, color);
}

// Draws a player who waits at the place where the round has left it.
void draw_waiting(Canvas& canvas, const Duel& duel, const Fighter& fighter, DrawPoint at,
                  Slot slot) {
    if (fighter.status == FighterStatus::absent) {
        return;
    }
    const float radius = to_display(Duel::k_fighter_radius);
    draw_ring(canvas, at, radius, radius / 5, player_color(slot));
    draw_label(canvas, duel, fighter, at, label_of(canvas, slot), player_color(slot));
}

void draw_projectile(Canvas& canvas, const Projectile& projectile, float alpha) {
    const DrawPoint head =
        shown(projectile.position - projectile.velocity, projectile.position, alpha);
    const Vec2 tail = projectile.velocity / 2;
    const DrawPoint from{head.x - to_display(tail.x), head.y - to_display(tail.y)};
    canvas.line(from.x, from.y, head.x, head.y, k_shot);
    if (is_fine(canvas)) {
        const float radius = to_display(spec_of(projectile.weapon).radius);
        draw_wide_line(canvas, from, head, radius, k_shot);
        canvas.circle(head.x, head.y, radius, k_shot);
    }
}

// Returns how many ticks lie between the two states; 0 if the one does not lead to the other, as
// beside itself or after a leap in a recording.
std::uint64_t ticks_between(const Duel& previous, const Duel& duel) {
    constexpr std::uint64_t k_leap = 8;
    const std::uint64_t between = duel.ticks > previous.ticks ? duel.ticks - previous.ticks : 0;
    return between <= k_leap && previous.slots == duel.slots ? between : 0;
}

// Draws the explosions between the two states: a projectile flew before and does not any more,
// although it could have flown on. If it met no wall, it met a fighter on its way.
void draw_blasts(Canvas& canvas, const Duel& duel, const Duel& previous, float alpha) {
    const auto ticks = static_cast<int>(ticks_between(previous, duel));
    if (ticks == 0 || (duel.is_between_rounds() && !previous.is_between_rounds())) {
        return;
    }
    for (const Projectile& gone : previous.projectiles) {
        const float radius = to_display(spec_of(gone.weapon).blast_radius);
        const Vec2 way = gone.velocity * ticks;
        const bool flies_on = gone.life_ticks <= ticks ||
                              std::any_of(duel.projectiles.begin(), duel.projectiles.end(),
                                          [&](const Projectile& projectile) {
                                              return projectile.position == gone.position + way;
                                          });
        if (radius <= 0 || flies_on) {
            continue;
        }
        const Vec2 place =
            gone.position + way * duel.arena.sweep_point(gone.position, way).value_or(0.5_fx);
        const DrawPoint at{to_display(place.x), to_display(place.y)};
        canvas.circle(at.x, at.y, radius / 3, k_blast);
        if (!is_fine(canvas)) {
            canvas.text(at.x, at.y, "*", k_flash);
            continue;
        }
        const float reach = radius * (0.6F + 0.4F * alpha);
        draw_ring(canvas, at, reach, radius / 12, k_blast);
        draw_rays(canvas, at, 12, radius / 3, reach, radius / 16, k_shot);
    }
}

// ---- Words --------------------------------------------------------------------------------------

std::string counted(std::int64_t count, const char* what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string seconds_to(std::uint16_t ticks) {
    const auto rate = static_cast<int>(Duel::tick_rate.ticks);
    return std::to_string((ticks + rate - 1) / rate) + " s";
}

// Returns "0 ann (you): 100 hp 0 frags", in a match of rounds "0 ann (you): 100 hp 0 frags 1
// round".
std::string status_of(const Canvas& canvas, const Duel& duel, std::size_t index) {
    const Fighter& fighter = duel.fighters[index];
    const Slot slot{static_cast<std::uint32_t>(index)};
    std::string text = player_text(canvas, slot) + ": ";
    if (fighter.status == FighterStatus::absent) {
        text += "away";
    } else if (fighter.status == FighterStatus::dead) {
        text += "down (" + seconds_to(fighter.respawn_ticks) + ")";
    } else {
        text += std::to_string(fighter.health) + " hp";
    }
    if (!duel.limit().has_rounds()) {
        text += " " + counted(fighter.score, "frag");
    } else {
        text += " " + counted(DuelLimit::frags_in_round(fighter.score), "frag") + " " +
                counted(DuelLimit::rounds_won(fighter.score), "round");
    }
    // Nothing else shows the weapon that a key has chosen before it shoots.
    const auto labels = enum_labels(Weapon{});
    const auto weapon = static_cast<std::size_t>(fighter.weapon) % labels.size();
    return canvas.is_own(slot) ? text + ", " + std::string(labels[weapon]) : text;
}

// Shows "0 ann (you): 7 frags, 9 kills, 2 deaths, 31 hits" at the end, the best first.
void show_table(Canvas& canvas, const Duel& duel) {
    std::vector<std::uint32_t> order(duel.fighters.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return duel.fighters[a].score > duel.fighters[b].score;
    });
    for (const std::uint32_t slot : order) {
        const Fighter& fighter = duel.fighters[slot];
        const std::string points = duel.limit().has_rounds()
                                       ? counted(DuelLimit::rounds_won(fighter.score), "round")
                                       : counted(fighter.score, "frag");
        canvas.status(player_text(canvas, Slot{slot}) + ": " + points + ", " +
                      counted(fighter.kills, "kill") + ", " + counted(fighter.deaths, "death") +
                      ", " + counted(fighter.hits, "hit"));
    }
}

// Returns "you win" or "ann wins"; empty while nobody has won.
std::string winner_text(const Canvas& canvas, const Duel& duel) {
    if (!duel.finished()) {
        return "";
    }
    const auto by_score = [](const Fighter& a, const Fighter& b) { return a.score < b.score; };
    const auto best = std::max_element(duel.fighters.begin(), duel.fighters.end(), by_score);
    const auto equals =
        std::count_if(duel.fighters.begin(), duel.fighters.end(),
                      [&](const Fighter& fighter) { return fighter.score == best->score; });
    const Slot slot{static_cast<std::uint32_t>(best - duel.fighters.begin())};
    if (equals > 1) {
        return "a draw";
    }
    if (canvas.is_own(slot)) {
        return "you win";
    }
    const std::string name = canvas.player_name(slot);
    return (name.empty() ? "player " : "") + label_of(canvas, slot) + " wins";
}

std::int64_t rounds_played(const Duel& duel) {
    std::int64_t rounds = 0;
    for (const Fighter& fighter : duel.fighters) {
        rounds += DuelLimit::rounds_won(fighter.score);
    }
    return rounds;
}

// Returns "3 rounds to 1": the best and the second best.
std::string result_text(const Duel& duel) {
    constexpr std::int32_t k_least = std::numeric_limits<std::int32_t>::min();
    std::int32_t best = k_least;
    std::int32_t second = k_least;
    for (const Fighter& fighter : duel.fighters) {
        second = std::max(second, std::min(best, fighter.score));
        best = std::max(best, fighter.score);
    }
    const bool has_rounds = duel.limit().has_rounds();
    const auto points = [&](std::int32_t score) {
        return has_rounds ? DuelLimit::rounds_won(score) : score;
    };
    return counted(points(best), has_rounds ? "round" : "frag") +
           (duel.fighters.size() > 1 ? " to " + std::to_string(points(second)) : "");
}

// Says what decides the match, and how far it is; empty if nothing does.
std::string match_text(const Canvas& canvas, const Duel& duel) {
    const DuelLimit limit = duel.limit();
    if (limit.score == 0) {
        return "";
    }
    if (duel.finished()) {
        return winner_text(canvas, duel) + ", " + result_text(duel);
    }
    if (!limit.has_rounds()) {
        return counted(limit.score, "frag") + " to win";
    }
    return "round " + std::to_string(rounds_played(duel) + 1) + ": " +
           counted(limit.frags, "frag") + " to win it, " + counted(limit.rounds, "round") +
           " the match";
}

// Draws in the middle of the arena who has won, or when the next round begins.
void draw_banner(Canvas& canvas, const Duel& duel) {
    std::string text = winner_text(canvas, duel);
    if (text.empty() && duel.is_between_rounds() && !duel.fighters.empty()) {
        std::uint16_t left = 0;
        // All are down within a round too, if the last two hit each other.
        bool is_scoreless = true;
        for (const Fighter& fighter : duel.fighters) {
            left = std::max(left, fighter.respawn_ticks);
            is_scoreless = is_scoreless && DuelLimit::frags_in_round(fighter.score) == 0;
        }
        text =
            (is_scoreless ? "round " + std::to_string(rounds_played(duel) + 1) : "all are back") +
            " in " + seconds_to(left);
    }
    if (text.empty()) {
        return;
    }
    // This is about half of the text's width: a letter is a pixel wide in a terminal, and about
    // eight where pixels are fine.
    const float half =
        canvas.pixel() * static_cast<float>(text.size()) / 2 * (is_fine(canvas) ? 8 : 1);
    const DrawPoint centre{to_display(duel.arena.centre().x), to_display(duel.arena.centre().y)};
    if (is_fine(canvas)) {
        // The text covers whatever lies there: it is what everybody looks for.
        const float beside = 4 * canvas.pixel();
        canvas.fill_rectangle(centre.x - half - beside, centre.y - beside, centre.x + half + beside,
                              centre.y + 3 * beside, k_banner_ground);
    }
    canvas.text(centre.x - half, centre.y, text, k_flash);
}

}  // namespace
}  // namespace tandem::games
