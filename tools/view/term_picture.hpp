// SPDX-License-Identifier: MIT
// The cells of a terminal's picture, and the bytes that turn one picture into the next: only
// changed cells are written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/game/display.hpp>

namespace tandem::tools {

struct TermCell {
    static constexpr std::uint32_t k_own_color = 1U << 24;  // the terminal's

    char32_t character = U' ';
    std::uint32_t front = k_own_color;  // 0xRRGGBB
    std::uint32_t back = k_own_color;

    bool operator==(const TermCell&) const = default;
};

// Returns the colour as 0xRRGGBB.
std::uint32_t term_color(Color color);

// Pictures consist of half and full blocks.
inline constexpr char32_t k_upper_half = U'▀';
inline constexpr char32_t k_lower_half = U'▄';
inline constexpr char32_t k_full_block = U'█';

class TermPicture {
public:
    // A picture of no size stands for a terminal that nobody has drawn on.
    TermPicture() = default;
    // Makes a picture of empty cells.
    TermPicture(std::uint32_t columns, std::uint32_t rows);

    std::uint32_t columns() const { return columns_; }
    std::uint32_t rows() const { return rows_; }
    const TermCell& cell(std::uint32_t column, std::uint32_t row) const {
        return cells_[std::size_t{row} * columns_ + column];
    }
    // Sets a cell. The place lies within (asserted).
    void set(std::uint32_t column, std::uint32_t row, TermCell cell);
    // Makes this row a text, from its first column on and cut at its last. `text` is UTF-8 without
    // control characters. A row beyond the last is left out.
    void write(std::uint32_t row, std::string_view text);
    // Leaves every cell in the terminal's own colours. A cell that differs from its ground only by
    // colour becomes a full block.
    void remove_colors();
    // Returns the text without colours, rows joined by "\n", spaces at row ends removed.
    std::string plain() const;

    bool operator==(const TermPicture&) const = default;

private:
    std::uint32_t columns_ = 0;
    std::uint32_t rows_ = 0;
    std::vector<TermCell> cells_;
};

// Returns the bytes that make a terminal that shows `before` show `now`: none if nothing differs,
// all if their sizes do. The terminal must not wrap long lines (ESC [ ? 7 l).
std::string update_text(const TermPicture& before, const TermPicture& now);

}  // namespace tandem::tools
