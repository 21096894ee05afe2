// SPDX-License-Identifier: MIT
// Bars on time lines.
#include <tandem/tools/lab/report/lanes.hpp>

#include <algorithm>

#include <tandem/tools/lab/report/plot.hpp>
#include <tandem/tools/lab/report/scale.hpp>
#include <tandem/tools/text/markup.hpp>

namespace tandem::tools::lab::report {
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
