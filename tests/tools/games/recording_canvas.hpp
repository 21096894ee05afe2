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
    void text(float, float, std::string_view, Color) override { note(); }
    void status(std::string_view text) override { status_lines.emplace_back(text); }

    std::vector<Circle> circles;
    int rectangles = 0;
    int calls_before_view = 0;
    std::vector<std::string> status_lines;

private:
    void note() { calls_before_view += has_view_ ? 0 : 1; }

    bool has_view_ = false;
};

}  // namespace tandem::test
