// SPDX-License-Identifier: MIT
// Ticks give two scales, against which the centres of markers are read.
#include <tests/tools/lab/report/chart_reader.hpp>

#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>

#include <tests/tools/lab/report/well_formed.hpp>

namespace tandem::tools::lab::report {
namespace {

struct PlacedTick {
    double place = 0;
    double value = 0;
};

// "10⁻¹⁴" or digits.
double value_of(const std::string& text) {
    static const std::map<std::string, char> k_lowered{
        {"⁰", '0'}, {"¹", '1'}, {"²", '2'}, {"³", '3'}, {"⁴", '4'}, {"⁵", '5'},
        {"⁶", '6'}, {"⁷", '7'}, {"⁸", '8'}, {"⁹", '9'}, {"⁻", '-'}};
    std::string exponent;
    for (std::size_t i = 2; i < text.size();) {
        std::size_t size = 1;
        for (const auto& [raised, digit] : k_lowered) {
            if (text.compare(i, raised.size(), raised) == 0) {
                exponent += digit;
                size = raised.size();
            }
        }
        i += size;
    }
    return exponent.empty() ? std::strtod(text.c_str(), nullptr)
                            : std::pow(10.0, std::strtod(exponent.c_str(), nullptr));
}

std::vector<PlacedTick> placed_ticks(const Document& chart, bool of_x) {
    std::vector<PlacedTick> ticks;
    for (const Element& word : chart.elements) {
        const bool is_tick = word.name == "text" && word.attribute("class") == "tick";
        if (is_tick && (word.attribute("text-anchor") == "middle") == of_x) {
            const double at = std::strtod(word.attribute(of_x ? "x" : "y").c_str(), nullptr);
            constexpr double k_baseline = 4;  // words stand a little below their tick
            ticks.push_back({of_x ? at : at - k_baseline, value_of(word.text)});
        }
    }
    return ticks;
}

// Powers of ten alone, at least three of them: an axis of logarithms.
bool is_logarithmic(const std::vector<PlacedTick>& ticks) {
    std::size_t powers = 0;
    for (const PlacedTick& tick : ticks) {
        const double power = tick.value > 0 ? std::log10(tick.value) : 0.5;
        powers += std::fabs(power - std::round(power)) < 1e-6 ? 1 : 0;
    }
    return powers >= 3;
}

double value_at(double place, const std::vector<PlacedTick>& ticks) {
    const bool logarithmic = is_logarithmic(ticks);
    std::vector<PlacedTick> used;
    for (const PlacedTick& tick : ticks) {
        if (logarithmic && tick.value == 0) {
            if (std::fabs(tick.place - place) < 0.02) {
                return 0;
            }
            continue;
        }
        used.push_back({tick.place, logarithmic ? std::log10(tick.value) : tick.value});
    }
    const PlacedTick& a = used.front();
    const PlacedTick& b = used.back();
    const double value = a.value + (place - a.place) / (b.place - a.place) * (b.value - a.value);
    return logarithmic ? std::pow(10.0, value) : value;
}

// A marker's path begins at its left or its top: the way from there to its middle.
Point middle_of(Look look, double x, double y) {
    const std::string at_zero = marker_path(look, 0, 0);
    std::istringstream numbers(at_zero.substr(1));
    Point begin;
    numbers >> begin.x >> begin.y;
    return {x - begin.x, y - begin.y};
}

}  // namespace

std::vector<Point> read_markers(std::string_view svg, Look look) {
    const Document chart = read_markup(svg);
    const auto x_ticks = placed_ticks(chart, true);
    const auto y_ticks = placed_ticks(chart, false);
    std::vector<Point> points;
    for (const Element& shape : chart.elements) {
        if (shape.attribute("class") != "marker " + class_of(look)) {
            continue;
        }
        const std::string path = shape.attribute("d");
        // A cross is drawn in two strokes.
        const std::size_t strokes = look == Look::cross ? 2 : 1;
        std::size_t stroke = 0;
        for (std::size_t i = path.find('M'); i != std::string::npos; i = path.find('M', i + 1)) {
            if (stroke++ % strokes == 0) {
                std::istringstream numbers(path.substr(i + 1));
                Point begin;
                numbers >> begin.x >> begin.y;
                const Point middle = middle_of(look, begin.x, begin.y);
                points.push_back({value_at(middle.x, x_ticks), value_at(middle.y, y_ticks)});
            }
        }
    }
    return points;
}

std::vector<double> read_ticks(std::string_view svg, bool of_x) {
    std::vector<double> values;
    for (const PlacedTick& tick : placed_ticks(read_markup(svg), of_x)) {
        values.push_back(tick.value);
    }
    return values;
}

std::string read_words(std::string_view svg) {
    std::string words;
    for (const Element& element : read_markup(svg).elements) {
        if (element.name == "text") {
            words += element.text + "|";
        }
    }
    return words;
}

std::string read_description(std::string_view svg) {
    for (const Element& element : read_markup(svg).elements) {
        if (element.name == "desc") {
            return element.text;
        }
    }
    return "";
}

}  // namespace tandem::tools::lab::report
