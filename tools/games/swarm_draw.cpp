// SPDX-License-Identifier: MIT
// It draws the swarm. Floating point stands here and in no other file of the game.
#include <tandem/tools/games/swarm.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace tandem::games {

namespace {

Color shade_of(std::uint8_t flock);
std::string letter_of(std::uint8_t flock);
void draw_flocks(Canvas& canvas, const Swarm& swarm);
float shown(Fixed16 previous, Fixed16 current, float alpha);
Color dimmed(Color color, float part);
void draw_density(Canvas& canvas, const Swarm& swarm);
void draw_units(Canvas& canvas, const Swarm& swarm, const Swarm& previous, float alpha);
void draw_frame(Canvas& canvas, const Swarm& swarm, std::size_t flock, Color color);
void draw_order(Canvas& canvas, const Swarm& swarm);
std::string meant_text(const Canvas& canvas, const Swarm& swarm, Slot slot);

}  // namespace

void Swarm::draw(Canvas& canvas, const Swarm& previous, float alpha) const {
    canvas.view(0, 0, to_display(side()), to_display(side()));
    if (canvas.pixel() > to_display(SwarmCrowd::k_diameter)) {
        draw_density(canvas, *this);
    } else {
        draw_units(canvas, *this, previous, alpha);
    }
    draw_flocks(canvas, *this);
    draw_order(canvas, *this);
    canvas.status("capture units: most units lead, only q or --ticks ends it");
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
        canvas.status(player_text(canvas, Slot{slot}) + ": " + std::to_string(units_of(slot)) +
                      " units" +
                      (canvas.is_own(Slot{slot}) ? meant_text(canvas, *this, Slot{slot}) : ""));
    }
}

namespace {

// Returns the shade of a flock: the flocks of a player have shades of its colour, the first the
// brightest.
Color shade_of(std::uint8_t flock) {
    constexpr std::array<unsigned, Swarm::k_flocks_per_player> k_percent{100, 75, 58, 45};
    const Color full =
        player_color(Slot{static_cast<std::uint32_t>(flock) / Swarm::k_flocks_per_player});
    const unsigned percent = k_percent[flock % Swarm::k_flocks_per_player];
    const auto part = [&](std::uint8_t whole) {
        return static_cast<std::uint8_t>(whole * percent / 100);
    };
    return {part(full.red), part(full.green), part(full.blue)};
}

// Returns the flock's own letter, so that it is known without its colour.
std::string letter_of(std::uint8_t flock) { return std::string(1, static_cast<char>('a' + flock)); }

// Shows whose each flock is, how large, and where it goes: units alone are blobs.
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
        const std::string name =
            letter_of(static_cast<std::uint8_t>(index)) + " " + label_of(canvas, owner);
        canvas.text(x, y, name + " " + std::to_string(flock.size), player_color(owner));
    }
}

float shown(Fixed16 previous, Fixed16 current, float alpha) {
    return blend(to_display(previous), to_display(current), alpha);
}

Color dimmed(Color color, float part) {
    const auto of = [&](std::uint8_t whole) {
        return static_cast<std::uint8_t>(std::lround(static_cast<float>(whole) * part));
    };
    return {of(color.red), of(color.green), of(color.blue)};
}

// Draws the density of units if a pixel is larger than a unit, as in a terminal: each pixel has the
// colour of the flock that has most units there, the brighter the more there are. Its letter stands
// in some of them, too far apart to hide the others.
void draw_density(Canvas& canvas, const Swarm& swarm) {
    constexpr float k_dimmest = 0.4F;
    constexpr std::size_t k_letter_columns = 3;
    constexpr std::size_t k_letter_rows = 2;
    constexpr float k_crowd = 6;  // a pixel with so many units is at its brightest
    constexpr std::size_t k_flocks = std::size_t{Swarm::players_max} * Swarm::k_flocks_per_player;
    const float side = to_display(swarm.side());
    const float cell = canvas.pixel();
    const auto cells = static_cast<std::size_t>(std::ceil(side / cell)) + 1;
    std::vector<std::array<std::uint16_t, k_flocks>> counts(cells * cells);
    const auto place = [&](Fixed16 at) {
        return std::min(cells - 1, static_cast<std::size_t>(to_display(at) / cell));
    };
    for (std::size_t i = 0; i < swarm.units.size(); ++i) {
        auto& count = counts[place(swarm.units.y[i]) * cells + place(swarm.units.x[i])];
        ++count[swarm.units.flock[i] % k_flocks];
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const auto most = std::max_element(counts[i].begin(), counts[i].end());
        if (*most == 0) {
            continue;
        }
        const float part = std::min(1.0F, static_cast<float>(*most) / k_crowd);
        const auto flock = static_cast<std::uint8_t>(most - counts[i].begin());
        const float x = static_cast<float>(i % cells) * cell;
        const float y = static_cast<float>(i / cells) * cell;
        canvas.fill_rectangle(x, y, x + cell, y + cell,
                              dimmed(shade_of(flock), k_dimmest + (1 - k_dimmest) * part));
        if (i % cells % k_letter_columns == 0 && i / cells % k_letter_rows == 0) {
            canvas.text(x, y, letter_of(flock), shade_of(flock));
        }
    }
}

void draw_units(Canvas& canvas, const Swarm& swarm, const Swarm& previous, float alpha) {
    const float radius = to_display(SwarmCrowd::k_diameter) / 2;
    const Units& units = swarm.units;
    for (std::size_t i = 0; i < units.size(); ++i) {
        const Units& before = i < previous.units.size() ? previous.units : units;
        canvas.circle(shown(before.x[i], units.x[i], alpha), shown(before.y[i], units.y[i], alpha),
                      radius, shade_of(units.flock[i]));
    }
}

// Draws a frame around all units of a flock and its middle.
void draw_frame(Canvas& canvas, const Swarm& swarm, std::size_t flock, Color color) {
    const CompactVec2 middle = swarm.flocks[flock].position;
    CompactVec2 low = middle;
    CompactVec2 high = middle;
    for (std::size_t unit = 0; unit < swarm.units.size(); ++unit) {
        if (swarm.units.flock[unit] == flock) {
            low = {std::min(low.x, swarm.units.x[unit]), std::min(low.y, swarm.units.y[unit])};
            high = {std::max(high.x, swarm.units.x[unit]), std::max(high.y, swarm.units.y[unit])};
        }
    }
    const float margin = to_display(SwarmCrowd::k_diameter);
    const float left = to_display(low.x) - margin;
    const float right = to_display(high.x) + margin;
    const float bottom = to_display(low.y) - margin;
    const float top = to_display(high.y) + margin;
    canvas.line(left, bottom, right, bottom, color);
    canvas.line(left, top, right, top, color);
    canvas.line(left, bottom, left, top, color);
    canvas.line(right, bottom, right, top, color);
}

// Shows the order that the person is about to give: the flock that is chosen, or else the
// nearest one, has a frame, and while the pointer is down a line leads to where it will go.
void draw_order(Canvas& canvas, const Swarm& swarm) {
    constexpr Color k_chosen{255, 255, 255};
    const auto pointer = canvas.pointer();
    const auto meant_by = [&](Slot slot) {
        const auto chosen = swarm.chosen_flock(slot);
        if (chosen || !pointer) {
            return chosen;
        }
        return swarm.nearest_flock(
            slot, swarm.clamped(pointer->is_down ? pointer->pressed_at : pointer->at));
    };
    for (std::uint32_t slot = 0; slot < swarm.slots(); ++slot) {
        const auto own = canvas.is_own(Slot{slot}) ? meant_by(Slot{slot}) : std::nullopt;
        if (!own) {
            continue;
        }
        const std::size_t flock = slot * Swarm::k_flocks_per_player + *own;
        draw_frame(canvas, swarm, flock, k_chosen);
        if (pointer && pointer->is_down) {
            const CompactVec2 middle = swarm.flocks[flock].position;
            draw_wide_line(canvas, {to_display(middle.x), to_display(middle.y)},
                           {to_display(pointer->at.x), to_display(pointer->at.y)},
                           to_display(swarm.side()) / 160, k_chosen);
        }
    }
}

// Says the same in words, if there is a choice, because a terminal's frame is easily overlooked. It
// says too which number chooses which letter: "flock e chosen (1-4: e-h)".
std::string meant_text(const Canvas& canvas, const Swarm& swarm, Slot slot) {
    const auto chosen = swarm.chosen_flock(slot);
    const bool is_all = !chosen && !canvas.pointer();
    if (swarm.meant_flocks(slot, nullptr).empty() || !(chosen || is_all)) {
        return "";
    }
    const std::uint32_t first = slot.index * Swarm::k_flocks_per_player;
    const auto letter = [&](std::uint32_t own) {
        return letter_of(static_cast<std::uint8_t>(first + own));
    };
    return (chosen ? ", flock " + letter(*chosen) + " chosen" : ", all flocks chosen") + " (1-" +
           std::to_string(Swarm::k_flocks_per_player) + ": " + letter(0) + "-" +
           letter(Swarm::k_flocks_per_player - 1) + ")";
}

}  // namespace
}  // namespace tandem::games
