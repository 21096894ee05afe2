// SPDX-License-Identifier: MIT
// The picture has 12 by 5 units, with a body in each row.
#include <tandem/tools/lab/match/picture.hpp>

#include <algorithm>

#include <tandem/tools/lab/games/bodies.hpp>

namespace tandem::tools::lab::match {
namespace {

constexpr float k_width = 12;
constexpr float k_height = 5;
constexpr float k_radius = 0.15F;
constexpr float k_jump_x = 6;
constexpr float k_spring_x = 9;
constexpr float k_spring_y = 3;
constexpr float k_bullet_y = 4.5F;
constexpr float k_held_y = 0.4F;
constexpr float k_held_gap = 0.5F;
constexpr float k_units_per_px = 0.1F;
constexpr Color k_bullet_color{240, 160, 60};
constexpr Color k_jump_color{90, 200, 120};
constexpr Color k_spring_color{110, 150, 250};
constexpr Color k_wall_color{150, 150, 150};
constexpr std::array<Color, k_players> k_player_colors{{{230, 90, 90}, {90, 170, 230}}};

// A spring that has blown up stays at the edge of the picture.
float place(double before, double now, float alpha, float most) {
    const auto from = static_cast<float>(std::clamp<double>(before, -most, most));
    const auto to = static_cast<float>(std::clamp<double>(now, -most, most));
    return sim::blend(from, to, alpha);
}

}  // namespace

void draw_picture(Canvas& canvas, const MatchPicture& before, const MatchPicture& now,
                  float alpha) {
    canvas.view(0, 0, k_width, k_height);
    canvas.circle(place(before.bullet, now.bullet, alpha, k_width), k_bullet_y, k_radius,
                  k_bullet_color);
    const auto wall = static_cast<float>(k_jump_wall);
    canvas.line(k_jump_x + 2 * k_radius, 0, k_jump_x + 2 * k_radius, wall, k_wall_color);
    canvas.circle(k_jump_x, place(before.height, now.height, alpha, k_height), k_radius,
                  k_jump_color);
    const float stretch = place(before.spring, now.spring, alpha, k_width - k_spring_x);
    canvas.line(k_spring_x, k_spring_y, k_spring_x + stretch, k_spring_y, k_spring_color);
    canvas.circle(k_spring_x + stretch, k_spring_y, k_radius, k_spring_color);
    for (std::size_t player = 0; player < k_players; ++player) {
        const float x = k_units_per_px * place(before.held[player], now.held[player], alpha,
                                               k_width / k_units_per_px);
        canvas.circle(x, k_held_y + k_held_gap * static_cast<float>(player), k_radius,
                      k_player_colors[player]);
    }
    canvas.status("bullet " + std::to_string(now.bullet) + ", jump " + std::to_string(now.height) +
                  ", spring " + std::to_string(now.spring));
}

}  // namespace tandem::tools::lab::match
