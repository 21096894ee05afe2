// SPDX-License-Identifier: MIT
// A canvas that only remembers what was drawn.
#pragma once

#include <string>
#include <vector>

#include <tandem/sim/game/display.hpp>

namespace tandem::test {

class RecordingCanvas : public Canvas {
public:
    struct Circle {
        float x;
        float y;
        float radius;
    };

    void view(float, float, float, float) override { has_view_ = true; }
    void line(float, float, float, float, Color) override { note(); }
    void circle(float x, float y, float radius, Color) override {
        note();
        circles.push_back({x, y, radius});
    }
    void fill_rectangle(float, float, float, float, Color) override {
        note();
        ++rectangles;
    }
    void polygon(std::span<const DrawPoint> corners, Color) override {
        note();
        polygons.emplace_back(corners.begin(), corners.end());
    }
    void text(float, float, std::string_view text, Color) override {
        note();
        texts.emplace_back(text);
    }
    void status(std::string_view text) override { status_lines.emplace_back(text); }
    std::string player_name(Slot slot) const override {
        return slot.index < names.size() ? names[slot.index] : "";
    }
    bool is_own(Slot slot) const override { return slot.index == own; }

    std::vector<std::string> names;  // by slot
    std::uint32_t own = ~0U;         // nobody
    std::vector<Circle> circles;
    std::vector<std::vector<DrawPoint>> polygons;
    std::vector<std::string> texts;
    int rectangles = 0;
    int calls_before_view = 0;
    std::vector<std::string> status_lines;

private:
    void note() { calls_before_view += has_view_ ? 0 : 1; }

    bool has_view_ = false;
};

}  // namespace tandem::test
