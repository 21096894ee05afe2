// SPDX-License-Identifier: MIT
// Places are counted in pixels of a picture that is 800 wide. Colours are those of Okabe and Ito
// ("Color Universal Design", 2008), darkened until words in them are legible on white.
#include <tandem/tools/netview/chart.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/text.hpp>
#include <tandem/tools/netview/units.hpp>
#include <tandem/tools/text/axis_step.hpp>

namespace tandem::tools::netview {
namespace {

using net::Time;

constexpr double k_width = 800;
constexpr double k_left = 66;
constexpr double k_right = 786;
constexpr double k_title_height = 62;
constexpr double k_strip_height = 18;
constexpr double k_margin = 14;
constexpr double k_gap = 8;
// The average width of a letter.
constexpr double k_letter = 6.9;
constexpr double k_words_letter = 7.1;
constexpr double k_heading_letter = 9;
constexpr std::size_t k_time_names = 9;
constexpr std::size_t k_value_names = 4;
constexpr int k_least_exponent = -9;  // the exponent of a step between two values
constexpr std::array<const char*, 6> k_colours{"#0064ad", "#b0440a", "#00705a",
                                               "#8b3a8f", "#7a5b00", "#50565e"};
// The style contains nothing that would have to be escaped in XML.
constexpr std::string_view k_look = R"css(
text { font-family: system-ui, "DejaVu Sans", "Segoe UI", Arial, sans-serif; font-size: 12px;
  fill: #1d2024; }
.title { font-size: 19px; font-weight: 700; } .subtitle { font-size: 13px; fill: #444a52; }
.name { font-size: 13.5px; font-weight: 700; } .words { font-size: 12.5px; fill: #444a52; }
.tick { fill: #444a52; } .grid { stroke: #e1e0da; stroke-width: 1; fill: none; }
.axis { stroke: #8a8f96; stroke-width: 1; fill: none; }
.line { stroke: #0064ad; stroke-width: 1.6; fill: none; stroke-linejoin: round; }
.band { fill: #bcd8ee; stroke: none; } .area { fill: #e8a37d; stroke: #b0440a; }
.strip { fill: #f3f2ec; } .flag { stroke: #1d2024; stroke-width: 1; stroke-dasharray: 3 3; }
.number { fill: #1d2024; } .on { fill: #ffffff; font-weight: 600; }
)css";

std::string place_text(double place) { return fixed_text(place, 1); }

std::string point_text(double x, double y) { return place_text(x) + ' ' + place_text(y); }

double characters(std::string_view text) { return static_cast<double>(sim::characters_of(text)); }

double width_of(std::string_view text) { return k_letter * characters(text); }

}  // namespace

std::vector<double> round_values(double most, std::size_t count) {
    TANDEM_ASSERT(most > 0 && count >= 1);
    const auto steps = static_cast<double>(count);
    // Steps below one are powers of ten alone.
    AxisStep step{1, k_least_exponent};
    while (step.value() * steps < most || (step.exponent < 0 && step.digit != 1)) {
        step = step.next();
    }
    std::vector<double> values{0};
    while (values.back() < most) {
        values.push_back(static_cast<double>(values.size()) * step.value());
    }
    return values;
}

std::vector<Time> round_times(Time length, std::size_t count) {
    constexpr std::array<std::int64_t, 16> k_steps_s{
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 21600, 43200};
    std::int64_t step = k_steps_s.front();
    for (std::size_t i = 0;
         Time(std::chrono::seconds(step)) * static_cast<std::int64_t>(count) < length; ++i) {
        step = i < k_steps_s.size() ? k_steps_s[i] : step * 2;
    }
    std::vector<Time> times;
    for (Time time{0}; time <= length; time += std::chrono::seconds(step)) {
        times.push_back(time);
    }
    return times;
}

std::string clock_text(Time time) {
    const auto whole = std::chrono::duration_cast<std::chrono::seconds>(time).count();
    const auto two = [](std::int64_t value) {
        return (value < 10 ? "0" : "") + std::to_string(value);
    };
    const std::int64_t minutes = whole / 60;
    return minutes < 60
               ? std::to_string(minutes) + ":" + two(whole % 60)
               : std::to_string(minutes / 60) + ":" + two(minutes % 60) + ":" + two(whole % 60);
}

Chart::Chart(std::string title, std::string subtitle, std::string description, Time length)
    : title_(std::move(title)),
      subtitle_(std::move(subtitle)),
      description_(std::move(description)),
      length_(std::max(length, Time(1))),
      times_(round_times(length_, k_time_names)),
      top_(k_title_height) {}

double Chart::x_of(Time time) const {
    const double part = in_seconds(time) / in_seconds(length_);
    return k_left + std::clamp(part, 0.0, 1.0) * (k_right - k_left);
}

double Chart::y_of(double value) const {
    TANDEM_ASSERT(value <= panel_most_ * (1 + 1e-9));
    return panel_top_ + panel_height_ * (1 - value / panel_most_);
}

void Chart::text(double x, double y, std::string_view text, const char* look, const char* anchor) {
    shapes_.element(
        "text", text,
        {{"class", look}, {"x", place_text(x)}, {"y", place_text(y)}, {"text-anchor", anchor}});
    shapes_.end_line();
}

void Chart::heading(std::string_view name, std::string_view words) {
    top_ += 22;
    shapes_.open("text", {{"x", place_text(k_margin)}, {"y", place_text(top_)}});
    shapes_.element("tspan", name, {{"class", "name"}});
    const bool fits = k_margin + k_heading_letter * characters(name) + k_gap +
                          k_words_letter * characters(words) <
                      k_right;
    if (!words.empty() && fits) {
        shapes_.element("tspan", words, {{"class", "words"}, {"dx", place_text(k_gap)}});
    }
    shapes_.close();
    shapes_.end_line();
    top_ += 8;
    if (!fits) {
        this->words(words);
    }
}

void Chart::words(std::string_view words) {
    top_ += 10;
    text(k_margin, top_, words, "words");
    top_ += 8;
}

void Chart::draw_grid(double top, double height) {
    for (const Time time : times_) {
        const double x = x_of(time);
        shapes_.leaf("path", {{"class", "grid"},
                              {"d", "M" + point_text(x, top) + "V" + place_text(top + height)}});
    }
}

double Chart::panel(std::string_view unit, double most, double height) {
    const std::vector<double> values = round_values(most, height < 60 ? 2 : k_value_names);
    panel_top_ = top_ + 6;
    panel_height_ = height;
    panel_most_ = values.back();
    draw_grid(panel_top_, height);
    const double step = values[1];
    const int digits = step >= 1 ? 0 : step >= 0.1 ? 1 : 2;
    for (const double value : values) {
        const double y = y_of(value);
        shapes_.leaf("path", {{"class", value == 0 ? "axis" : "grid"},
                              {"d", "M" + point_text(k_left, y) + "H" + place_text(k_right)}});
        const bool is_last = value == values.back();
        text(k_left - 6, y + 4,
             fixed_text(value, digits) + (is_last ? " " + std::string(unit) : ""), "tick", "end");
    }
    top_ = panel_top_ + height + 8;
    return panel_most_;
}

void Chart::line(const std::vector<ChartStep>& steps, bool has_band) {
    std::string path;
    std::string band;
    for (std::size_t first = 0; first < steps.size();) {
        std::size_t last = first + 1;
        while (last < steps.size() && steps[last].begin == steps[last - 1].end) {
            ++last;
        }
        std::string there = "M" + point_text(x_of(steps[first].begin), y_of(steps[first].high));
        std::string back;
        path += "M" + point_text(x_of(steps[first].begin), y_of(steps[first].value));
        for (std::size_t i = first; i < last; ++i) {
            const ChartStep& step = steps[i];
            const std::string begin = place_text(x_of(step.begin));
            const std::string end = place_text(x_of(step.end));
            path += "V" + place_text(y_of(step.value)) + "H" + end;
            there += "V" + place_text(y_of(step.high)) + "H" + end;
            const std::string low = place_text(y_of(step.low));
            back = "V" + low + "H" + begin + back;
        }
        band += there + back + "Z";
        first = last;
    }
    if (has_band && !band.empty()) {
        shapes_.leaf("path", {{"class", "band"}, {"d", band}});
    }
    if (!path.empty()) {
        shapes_.leaf("path", {{"class", "line"}, {"d", path}});
    }
    shapes_.end_line();
}

void Chart::area(const std::vector<ChartStep>& steps) {
    std::string path;
    for (const ChartStep& step : steps) {
        if (step.value > 0) {
            path += "M" + point_text(x_of(step.begin), y_of(0)) + "V" +
                    place_text(y_of(step.value)) + "H" + place_text(x_of(step.end)) + "V" +
                    place_text(y_of(0));
        }
    }
    if (!path.empty()) {
        shapes_.leaf("path", {{"class", "area"}, {"d", path}});
        shapes_.end_line();
    }
}

double Chart::draw_strip() {
    const double top = top_ + 2;
    shapes_.leaf("rect", {{"class", "strip"},
                          {"x", place_text(k_left)},
                          {"y", place_text(top)},
                          {"width", place_text(k_right - k_left)},
                          {"height", place_text(k_strip_height)}});
    draw_grid(top, k_strip_height);
    return top;
}

void Chart::bars(const std::vector<Bar>& bars, std::size_t colour) {
    const double top = draw_strip();
    const char* fill = k_colours[colour % k_colours.size()];
    double taken = k_left;  // words of earlier bars reach to here
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const double begin = x_of(bars[i].begin);
        const double end = std::max(x_of(bars[i].end), begin + 2);
        shapes_.open("rect", {{"x", place_text(begin)},
                              {"y", place_text(top)},
                              {"width", place_text(end - begin)},
                              {"height", place_text(k_strip_height)},
                              {"fill", fill}});
        shapes_.element("title", bars[i].description);
        shapes_.close();
        const double next = i + 1 < bars.size() ? x_of(bars[i + 1].begin) : k_right;
        const double width = width_of(bars[i].words) + 8;
        const double y = top + k_strip_height - 5;
        if (width <= end - begin) {
            text((begin + end) / 2, y, bars[i].words, "on", "middle");
        } else if (end + width <= next) {
            text(end + 4, y, bars[i].words, "number");
            taken = std::max(taken, end + width);
        } else if (begin - width >= taken) {
            text(begin - 4, y, bars[i].words, "number", "end");
        }
        taken = std::max(taken, end);
    }
    shapes_.end_line();
    top_ = top + k_strip_height + 6;
}

void Chart::flags(const std::vector<Time>& times) {
    top_ += 12;  // room for the numbers
    const double top = draw_strip();
    double taken = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const double x = x_of(times[i]);
        const std::string number = std::to_string(i + 1);
        shapes_.leaf("path",
                     {{"class", "flag"},
                      {"d", "M" + point_text(x, top) + "V" + place_text(top + k_strip_height)}});
        const double width = width_of(number) + 4;
        if (x - width / 2 >= taken) {
            text(x, top - 2, number, "number", "middle");
            taken = x + width / 2;
        }
    }
    shapes_.end_line();
    top_ = top + k_strip_height + 6;
}

void Chart::time_axis() {
    top_ += 8;
    for (const Time time : times_) {
        text(x_of(time), top_, clock_text(time), "tick", "middle");
    }
    top_ += 17;
    text(k_right, top_, "time since the match began, in minutes and seconds", "words", "end");
    top_ += 6;
}

std::string Chart::extract() {
    const std::string height = fixed_text(top_ + 14, 0);
    const std::string width = fixed_text(k_width, 0);
    Markup svg;
    svg.open("svg", {{"xmlns", "http://www.w3.org/2000/svg"},
                     {"width", width},
                     {"height", height},
                     {"viewBox", "0 0 " + width + ' ' + height},
                     {"role", "img"},
                     {"aria-labelledby", "title description"}});
    svg.end_line();
    svg.element("title", title_, {{"id", "title"}});
    svg.element("desc", description_, {{"id", "description"}});
    svg.open("style");
    svg.nested(k_look);
    svg.close();
    svg.end_line();
    svg.leaf("rect", {{"width", width}, {"height", height}, {"fill", "#ffffff"}});
    svg.end_line();
    svg.element("text", title_, {{"class", "title"}, {"x", "14"}, {"y", "32"}});
    svg.element("text", subtitle_, {{"class", "subtitle"}, {"x", "14"}, {"y", "53"}});
    svg.end_line();
    svg.nested(shapes_.extract());
    svg.close();
    svg.end_line();
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg.extract();
}

}  // namespace tandem::tools::netview
