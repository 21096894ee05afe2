// SPDX-License-Identifier: MIT
// Axes, lines, markers, lanes and words of a plot.
#include <tandem/tools/lab/report/plot.hpp>

#include <algorithm>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/text.hpp>
#include <tandem/tools/lab/report/scale.hpp>
#include <tandem/tools/lab/table.hpp>
#include <tandem/tools/text/markup.hpp>

namespace tandem::tools::lab::report {
namespace {

// In the units of the picture, in which a line of text is about 11 high.
constexpr double k_plot_top = 26;     // the vertical axis's name
constexpr double k_plot_bottom = 38;  // ticks and the horizontal axis's name
constexpr double k_plot_right = 14;
constexpr double k_zero_room = 22;  // below the smallest power of ten
constexpr double k_letter = 6.3;    // the widest common digit of a system's font
constexpr double k_line_of_text = 4;
constexpr double k_marker = 3.6;
constexpr int k_place_decimals = 2;

std::vector<Tick> ticks_of(const Axis& axis) {
    std::vector<Tick> ticks = axis.is_logarithmic ? power_ticks(axis.range, axis.ticks_max)
                                                  : nice_ticks(axis.range, axis.ticks_max);
    if (axis.has_zero) {
        ticks.push_back({0, "0"});
    }
    return ticks;
}

double left_of(const std::vector<Tick>& ticks) {
    std::size_t letters = 1;
    for (const Tick& tick : ticks) {
        letters = std::max(letters, sim::characters_of(tick.text));
    }
    return 14 + k_letter * static_cast<double>(letters);
}

Scale scale_of(const Axis& axis, double low_place, double high_place) {
    if (!axis.is_logarithmic) {
        return Scale::linear(axis.range, low_place, high_place);
    }
    return axis.has_zero
               ? Scale::logarithmic(axis.range, low_place - k_zero_room, high_place, low_place - 6)
               : Scale::logarithmic(axis.range, low_place, high_place);
}

std::string path_of(const std::vector<Point>& places) {
    std::string path;
    for (const Point& place : places) {
        path += (path.empty() ? "M" : "L") + place_text(place.x) + ' ' + place_text(place.y);
    }
    return path;
}

void segment(Markup& markup, Point from, Point to, const char* look) {
    markup.leaf("path", {{"class", look}, {"d", path_of({from, to})}});
}

}  // namespace

std::string place_text(double place) { return decimal(place, k_place_decimals); }

void words_at(Markup& markup, double x, double y, const char* anchor, std::string_view text,
              const std::string& look) {
    if (text.empty()) {
        return;
    }
    markup.element(
        "text", text,
        {{"class", look}, {"x", place_text(x)}, {"y", place_text(y)}, {"text-anchor", anchor}});
}

std::string class_of(Look look) { return "s" + std::to_string(static_cast<int>(look) + 1); }

std::string marker_path(Look look, double x, double y) {
    const double r = k_marker;
    const auto at = [&](double dx, double dy) {
        return place_text(x + dx) + ' ' + place_text(y + dy);
    };
    const std::string across = place_text(2 * r);
    const std::string arc = "a" + place_text(r) + ' ' + place_text(r) + " 0 1 0 ";
    switch (look) {
        case Look::square:
            return "M" + at(-r, -r) + "h" + across + "v" + across + "h-" + across + "z";
        case Look::triangle:
            return "M" + at(0, -r - 1) + "L" + at(r + 1, r) + "L" + at(-r - 1, r) + "z";
        case Look::diamond:
            return "M" + at(0, -r - 1) + "L" + at(r + 1, 0) + "L" + at(0, r + 1) + "L" +
                   at(-r - 1, 0) + "z";
        case Look::cross:
            return "M" + at(-r, -r) + "L" + at(r, r) + "M" + at(-r, r) + "L" + at(r, -r);
        case Look::circle:
        case Look::ring:
            break;
    }
    return "M" + at(-r, 0) + arc + across + " 0" + arc + "-" + across + " 0z";
}

std::string swatch(Look look, bool with_line, bool with_marker) {
    constexpr double k_middle = 7;
    Markup svg;
    svg.open(
        "svg",
        {{"class", "swatch " + class_of(look)}, {"viewBox", "0 0 30 14"}, {"aria-hidden", "true"}});
    if (with_line) {
        svg.leaf("path", {{"class", "line"}, {"d", "M1 7L29 7"}});
    }
    if (with_marker) {
        svg.leaf("path", {{"class", "marker"}, {"d", marker_path(look, 15, k_middle)}});
    }
    svg.close();
    return svg.extract();
}

void open_svg(Markup& svg, std::string_view id, std::string_view title,
              std::string_view description, double height) {
    const std::string name(id);
    svg.open("svg", {{"class", "plot"},
                     {"viewBox", "0 0 " + place_text(k_svg_width) + ' ' + place_text(height)},
                     {"role", "img"},
                     {"aria-labelledby", name + "-title " + name + "-desc"}});
    svg.element("title", title, {{"id", name + "-title"}});
    svg.element("desc", description, {{"id", name + "-desc"}});
    svg.end_line();
}

Plot::Plot(std::string title, std::string description, Axis x, Axis y, double height)
    : title_(std::move(title)),
      description_(std::move(description)),
      x_axis_(std::move(x)),
      y_axis_(std::move(y)),
      height_(height),
      x_ticks_(ticks_of(x_axis_)),
      y_ticks_(ticks_of(y_axis_)),
      x_(Scale::linear({0, 1}, 0, 1)),
      y_(x_) {
    left_ = left_of(y_ticks_);
    x_ = scale_of(x_axis_, left_, k_svg_width - k_plot_right);
    y_ = scale_of(y_axis_, height_ - k_plot_bottom, k_plot_top);
}

void Plot::line(const std::vector<Point>& points, Look look) {
    std::vector<Point> places;
    for (const Point& point : points) {
        places.push_back(place(point));
    }
    shapes_.leaf("path", {{"class", "line " + class_of(look)}, {"d", path_of(places)}});
    shapes_.end_line();
}

void Plot::markers(const std::vector<Point>& points, Look look) {
    std::string path;
    for (const Point& point : points) {
        const Point at = place(point);
        path += marker_path(look, at.x, at.y);
    }
    shapes_.leaf("path", {{"class", "marker " + class_of(look)}, {"d", path}});
    shapes_.end_line();
}

void Plot::dots(const std::vector<Point>& points, Look look) {
    std::string path;
    for (const Point& point : points) {
        const Point at = place(point);
        path += "M" + place_text(at.x) + ' ' + place_text(at.y) + "h0";  // a dot by its round cap
    }
    shapes_.leaf("path", {{"class", "dots " + class_of(look)}, {"d", path}});
    shapes_.end_line();
}

void Plot::level(double y, std::string_view name) {
    const double at = y_.place(y);
    segment(shapes_, {left_, at}, {k_svg_width - k_plot_right, at}, "limit");
    words_at(shapes_, k_svg_width - k_plot_right, at - k_line_of_text, "end", name, "name");
    shapes_.end_line();
}

void Plot::upright(double x, std::string_view name) {
    const double at = x_.place(x);
    segment(shapes_, {at, k_plot_top}, {at, height_ - k_plot_bottom}, "limit");
    words_at(shapes_, at + k_line_of_text, k_plot_top + 9, "start", name, "name");
    shapes_.end_line();
}

void Plot::strip(Range x, std::string_view name) {
    const double begin = x_.place(x.low);
    const double end = x_.place(x.high);
    below_.leaf("rect", {{"class", "strip"},
                         {"x", place_text(begin)},
                         {"y", place_text(k_plot_top)},
                         {"width", place_text(end - begin)},
                         {"height", place_text(height_ - k_plot_bottom - k_plot_top)}});
    words_at(below_, (begin + end) / 2, k_plot_top + 11, "middle", name, "name");
    below_.end_line();
}

void Plot::words(Point at, LabelSide side, std::string_view text, std::optional<Look> look) {
    constexpr double k_away = 8;
    const Point from = place(at);
    const char* anchor = side == LabelSide::left    ? "end"
                         : side == LabelSide::right ? "start"
                                                    : "middle";
    const double dx = side == LabelSide::left ? -k_away : side == LabelSide::right ? k_away : 0;
    const double dy = side == LabelSide::above   ? -k_away
                      : side == LabelSide::below ? k_away + 9
                                                 : 4;
    words_at(shapes_, from.x + dx, from.y + dy, anchor, text,
             look ? "name " + class_of(*look) : "name");
    shapes_.end_line();
}

void Plot::draw_axes(Markup& svg) const {
    const double bottom = height_ - k_plot_bottom;
    const double right = k_svg_width - k_plot_right;
    for (const Tick& tick : y_ticks_) {
        const double at = y_.place(tick.value);
        segment(svg, {left_, at}, {right, at}, "grid");
        words_at(svg, left_ - 6, at + k_line_of_text, "end", tick.text, "tick");
    }
    for (const Tick& tick : x_ticks_) {
        const double at = x_.place(tick.value);
        segment(svg, {at, bottom}, {at, bottom + 4}, "axis");
        // The last one may need to make room for its own width.
        const double half = k_letter * static_cast<double>(sim::characters_of(tick.text)) / 2;
        words_at(svg, std::min(at, k_svg_width - half), bottom + 15, "middle", tick.text, "tick");
    }
    segment(svg, {left_, bottom}, {right, bottom}, "axis");
    words_at(svg, 2, 13, "start", y_axis_.label, "label");
    words_at(svg, right, height_ - 7, "end", x_axis_.label, "label");
    svg.end_line();
}

std::string Plot::svg(std::string_view id) const {
    Markup svg;
    open_svg(svg, id, title_, description_, height_);
    Markup below = below_;
    Markup shapes = shapes_;
    svg.nested(below.extract());
    draw_axes(svg);
    svg.nested(shapes.extract());
    svg.close();
    return svg.extract();
}

namespace {

// In the units of the picture.
constexpr double k_lanes_left = 50;
constexpr double k_lanes_right = 44;
constexpr double k_lanes_top = 18;
constexpr double k_lane = 30;
constexpr double k_lanes_bottom = 36;
constexpr double k_bar = 9;
constexpr double k_repeat = 4;         // a picture again is drawn low, not only pale
constexpr double k_update_top = 4;     // within its lane
constexpr double k_picture_top = 15;   // within its lane
constexpr double k_narrowest = 0.9;    // a bar must be seen
constexpr double k_between = 0.5;      // so that bars side by side stay apart
constexpr double k_wide_enough = 1.6;  // for that gap
constexpr int k_ticks_max = 6;

struct LaneBar {
    double begin = 0;
    double end = 0;
};

// Returns bars. A bar that is too narrow to be seen runs together with its neighbour.
std::vector<LaneBar> bars_of(const std::vector<Span>& spans, const Scale& time, double window_ms) {
    std::vector<LaneBar> bars;
    for (const Span& span : spans) {
        if (span.begin >= window_ms || span.end <= span.begin) {
            continue;
        }
        LaneBar bar{time.place(span.begin), time.place(std::min(span.end, window_ms))};
        const bool wide = bar.end - bar.begin >= k_wide_enough;
        bar.end = wide ? bar.end - k_between : std::max(bar.end, bar.begin + k_narrowest);
        if (!wide && !bars.empty() && bar.begin - bars.back().end < k_between) {
            bars.back().end = bar.end;
        } else {
            bars.push_back(bar);
        }
    }
    return bars;
}

void draw_bars(Markup& svg, const char* look, const std::vector<LaneBar>& bars, double top,
               double height) {
    std::string path;
    for (const LaneBar& bar : bars) {
        const std::string width = place_text(bar.end - bar.begin);
        path += "M" + place_text(bar.begin) + ' ' + place_text(top) + "h" + width + "v" +
                place_text(height) + "h-" + width + "z";
    }
    if (!path.empty()) {
        svg.leaf("path", {{"class", look}, {"d", path}});
    }
}

void draw_lane(Markup& svg, const Lane& lane, double top, const Scale& time, double window_ms) {
    constexpr double k_middle = 18;
    words_at(svg, k_lanes_left - 6, top + k_middle, "end", lane.name, "label");
    words_at(svg, k_svg_width - 2, top + k_middle, "end", lane.remark, "tick");
    draw_bars(svg, "update", bars_of(lane.updates, time, window_ms), top + k_update_top, k_bar);
    draw_bars(svg, "picture", bars_of(lane.pictures, time, window_ms), top + k_picture_top, k_bar);
    draw_bars(svg, "repeat", bars_of(lane.repeats, time, window_ms),
              top + k_picture_top + k_bar - k_repeat, k_repeat);
    svg.end_line();
}

}  // namespace

std::string lanes_svg(std::string_view id, const LanesText& text, double window_ms,
                      const std::vector<Lane>& lanes) {
    const double bottom = k_lanes_top + k_lane * static_cast<double>(lanes.size());
    const double right = k_svg_width - k_lanes_right;
    const Scale time = Scale::linear({0, window_ms}, k_lanes_left, right);
    Markup svg;
    open_svg(svg, id, text.title, text.description, bottom + k_lanes_bottom);
    words_at(svg, k_svg_width - 2, 12, "end", text.remark, "tick");
    for (const Tick& tick : nice_ticks({0, window_ms}, k_ticks_max)) {
        const std::string at = place_text(time.place(tick.value));
        svg.leaf("path",
                 {{"class", "grid"},
                  {"d", "M" + at + ' ' + place_text(k_lanes_top) + "V" + place_text(bottom)}});
        words_at(svg, time.place(tick.value), bottom + 14, "middle", tick.text, "tick");
    }
    for (std::size_t i = 0; i <= lanes.size(); ++i) {
        const std::string at = place_text(k_lanes_top + k_lane * static_cast<double>(i));
        svg.leaf("path",
                 {{"class", "axis"},
                  {"d", "M" + place_text(k_lanes_left) + ' ' + at + "H" + place_text(right)}});
    }
    words_at(svg, right, bottom + 30, "end", "time, ms", "label");
    svg.end_line();
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        draw_lane(svg, lanes[i], k_lanes_top + k_lane * static_cast<double>(i), time, window_ms);
    }
    svg.close();
    return svg.extract();
}

std::string lane_swatch(std::string_view kind) {
    Markup svg;
    svg.open("svg", {{"class", "swatch"}, {"viewBox", "0 0 30 14"}, {"aria-hidden", "true"}});
    const std::string height = kind == "repeat" ? "4" : "9";
    const std::string top = kind == "repeat" ? "8" : "3";
    svg.leaf("path", {{"class", std::string(kind)},
                      {"d", "M3 " + top + "h11v" + height + "h-11zM16 " + top + "h11v" + height +
                                "h-11z"}});
    svg.close();
    return svg.extract();
}

}  // namespace tandem::tools::lab::report
