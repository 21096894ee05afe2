// SPDX-License-Identifier: MIT
// Draws panels below each other over one axis of time, as a picture of its own: SVG without script,
// that any browser shows. Everything that a panel says by colour it also says in words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tandem/net/transport/transport.hpp>
#include <tandem/tools/text/markup.hpp>

namespace tandem::tools::netview {

// A value over some time.
struct ChartStep {
    net::Time begin{0};
    net::Time end{0};
    double value = 0;
    double low = 0;  // a band's
    double high = 0;
};

// A bar from one time to another with a few words.
struct Bar {
    net::Time begin{0};
    net::Time end{0};
    std::string words;
    std::string description;  // shown when a reader points at it
};

class Chart {
public:
    // `length` is the length of the time axis.
    Chart(std::string title, std::string subtitle, std::string description, net::Time length);

    // Writes a heading in bold, and `words` behind it, or below if there is no room.
    void heading(std::string_view name, std::string_view words);
    // Writes quiet words on a line of their own.
    void words(std::string_view words);

    // Draws an axis of values from 0 to at least `most`, with its unit. Everything drawn until the
    // next panel or heading belongs to it. Returns its largest value; none may be above it
    // (asserted).
    double panel(std::string_view unit, double most, double height);
    // Draws lines from step to step, with a band between low and high behind them. Steps that do
    // not follow each other are not connected.
    void line(const std::vector<ChartStep>& steps, bool has_band);
    // Draws the steps as a filled area.
    void area(const std::vector<ChartStep>& steps);

    // Draws a strip with bars, in this one of the colours.
    void bars(const std::vector<Bar>& bars, std::size_t colour);
    // Draws numbered flags at these times, in order.
    void flags(const std::vector<net::Time>& times);
    // Writes the names of times, below the panels.
    void time_axis();

    // Returns the whole picture.
    std::string extract();

private:
    double x_of(net::Time time) const;
    double y_of(double value) const;
    void draw_grid(double top, double height);
    // Draws the ground of a strip. Returns where it begins.
    double draw_strip();
    void text(double x, double y, std::string_view text, const char* look,
              const char* anchor = "start");

    std::string title_;
    std::string subtitle_;
    std::string description_;
    net::Time length_;
    std::vector<net::Time> times_;  // the ones that have names
    Markup shapes_;
    double top_ = 0;  // the top of the next thing
    double panel_top_ = 0;
    double panel_height_ = 0;
    double panel_most_ = 1;
};

// Returns values from 0 in steps of 1, 2 or 5 times a power of ten up to `most` or the first step
// above it; at most `count` steps.
std::vector<double> round_values(double most, std::size_t count);
// Returns round times from 0 to `length`, at most `count` of them besides 0.
std::vector<net::Time> round_times(net::Time length, std::size_t count);
// Returns a time as "0:05", "12:00" or "1:02:03".
std::string clock_text(net::Time time);

}  // namespace tandem::tools::netview
