// SPDX-License-Identifier: MIT
// Draws a plot as one SVG element: two axes, and on them lines, markers, limits and words. Sizes
// are made for a phone's width, so that it never needs to be scrolled or read through a lens.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/tools/lab/report/scale.hpp>
#include <tandem/tools/text/markup.hpp>

namespace tandem::tools::lab::report {

// The look of a series. Colour, dashes and marker differ together, so that no reader needs all
// three; a machine and a loop keep theirs through a figure.
enum class Look : std::uint8_t { circle, square, triangle, diamond, cross, ring };

// Returns the class that the page's style gives the colour.
std::string class_of(Look look);
// Returns a path of one marker around a place.
std::string marker_path(Look look, double x, double y);
// Returns a short line with the look's marker, for a legend.
std::string swatch(Look look, bool with_line, bool with_marker);

struct Point {
    double x = 0;
    double y = 0;
};

struct Axis {
    std::string label;  // the quantity and its unit
    Range range;
    bool is_logarithmic = false;
    bool has_zero = false;  // logarithmic with a place for zero below
    int ticks_max = 6;
};

enum class LabelSide : std::uint8_t { left, right, above, below };

class Plot {
public:
    // The title names the plotted quantity, the description tells its course to those who cannot
    // see it.
    Plot(std::string title, std::string description, Axis x, Axis y, double height = 236);

    // Draws a line. Each point must be within the axes (asserted).
    void line(const std::vector<Point>& points, Look look);
    void markers(const std::vector<Point>& points, Look look);
    // Draws round and small dots, where markers would run together.
    void dots(const std::vector<Point>& points, Look look);
    // Draws a limit: a dashed line across the whole plot, named at its end unless the name is
    // empty.
    void level(double y, std::string_view name);
    void upright(double x, std::string_view name);
    // Draws a strip that belongs together, from `low` to `high` along x.
    void strip(Range x, std::string_view name);
    // Writes words beside a point, in the look's colour if there is one.
    void words(Point at, LabelSide side, std::string_view text,
               std::optional<Look> look = std::nullopt);

    // Returns the SVG. `id` is the page's name for it.
    std::string svg(std::string_view id) const;

private:
    Point place(Point point) const { return {x_.place(point.x), y_.place(point.y)}; }
    void draw_axes(Markup& svg) const;

    std::string title_;
    std::string description_;
    Axis x_axis_;
    Axis y_axis_;
    double height_ = 0;
    double left_ = 0;
    std::vector<Tick> x_ticks_;
    std::vector<Tick> y_ticks_;
    Scale x_;
    Scale y_;
    Markup below_;  // strips, under the grid's lines
    Markup shapes_;
};

// Returns a place or a length as the attributes of an SVG have it.
std::string place_text(double place);
// Writes words in an SVG, in the look of that class; nothing if there are none.
void words_at(Markup& svg, double x, double y, const char* anchor, std::string_view text,
              const std::string& look);
// Opens an SVG of the width that all of the page's have, with title and description for those who
// cannot see it; the caller closes it.
void open_svg(Markup& svg, std::string_view id, std::string_view title,
              std::string_view description, double height);

inline constexpr double k_svg_width = 360;

// A span in milliseconds.
struct Span {
    double begin = 0;
    double end = 0;
};

struct Lane {
    std::string name;
    std::string remark;  // at the right end: the result
    // The spans are in order of time and without overlap; those outside of the window are not
    // drawn.
    std::vector<Span> updates;
    std::vector<Span> pictures;  // that show something new
    std::vector<Span> repeats;   // that show the same as the one before
};

struct LanesText {
    std::string title;
    std::string description;
    std::string remark;  // the meaning of the remarks at the right end
};

// Draws time lines as one SVG element: for each machine a row of updates and a row of pictures.
std::string lanes_svg(std::string_view id, const LanesText& text, double window_ms,
                      const std::vector<Lane>& lanes);

// Returns a small bar as the time lines draw it, for the legend: "update", "picture" or "repeat".
std::string lane_swatch(std::string_view kind);

}  // namespace tandem::tools::lab::report
