// SPDX-License-Identifier: MIT
// A Canvas of terminal cells: every cell shows two pixels, one above the other, as a half block.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/game/display.hpp>
#include <tandem/tools/view/players_shown.hpp>
#include <tandem/tools/view/term_picture.hpp>

namespace tandem::tools {

class TermCanvas final : public Canvas {
public:
    // It has at least 1 by 1 cell (asserted).
    TermCanvas(std::uint32_t columns, std::uint32_t rows, PlayersShown players = {});

    void view(float left, float bottom, float right, float top) override;
    void line(float x0, float y0, float x1, float y1, Color color) override;
    // Draws a filled circle, never smaller than a pixel, so that nothing of the game is invisible.
    void circle(float x, float y, float radius, Color color) override;
    void fill_rectangle(float left, float bottom, float right, float top, Color color) override;
    // Draws a polygon, like a circle never smaller than a pixel.
    void polygon(std::span<const DrawPoint> corners, Color color) override;
    void text(float x, float y, std::string_view text, Color color) override;
    void status(std::string_view text) override;
    float pixel() const override { return static_cast<float>(1 / scale_); }
    std::string player_name(Slot slot) const override;
    bool is_own(Slot slot) const override { return players_.own == slot; }

    std::uint32_t columns() const { return columns_; }
    std::uint32_t rows() const { return rows_; }
    // The lines that the game wrote with status(), in order.
    const std::vector<std::string>& status_lines() const { return status_lines_; }

    // Paints all of it into the rows of a picture of the same width, from `first_row` on. Rows that
    // the picture does not have are left out.
    void paint(TermPicture& picture, std::uint32_t first_row) const;
    // Returns the text of TermPicture::plain.
    std::string plain() const;

private:
    struct Pixel {
        double x = 0;
        double y = 0;  // downwards
    };
    struct Letter {
        char character = 0;
        Color color;
    };

    Pixel to_pixel(float x, float y) const;
    void set(std::int64_t x, std::int64_t y, Color color);
    // Colours the pixel that holds this place, which may lie anywhere.
    void set(Pixel place, Color color);
    void fill_between(const std::vector<Pixel>& corners, double row, Color color);
    TermCell cell_at(std::uint32_t column, std::uint32_t row) const;

    std::uint32_t columns_;
    std::uint32_t rows_;
    PlayersShown players_;
    double scale_ = 1;  // pixels per unit of the world
    double left_ = 0;   // the world's place at pixel 0
    double top_ = 0;
    std::vector<std::optional<Color>> pixels_;  // columns x 2 rows
    std::vector<Letter> letters_;               // columns x rows, 0 for none
    std::vector<std::string> status_lines_;
};

}  // namespace tandem::tools
