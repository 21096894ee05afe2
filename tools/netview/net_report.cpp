// SPDX-License-Identifier: MIT
// This draws the panels of the picture and the words around them.
#include <tandem/tools/netview/net_view.hpp>

#include <algorithm>
#include <string_view>

#include <tandem/tools/netview/chart.hpp>
#include <tandem/tools/netview/units.hpp>
#include <tandem/tools/system/output.hpp>
#include <tandem/tools/text/cut_text.hpp>

namespace tandem::tools::netview {
namespace {

using net::Time;

// The worst lines are shown, because a picture of more would be unreadable.
constexpr std::size_t k_lines_max = 8;
constexpr std::size_t k_marks_listed = 16;
constexpr std::size_t k_name_characters = 20;
constexpr std::size_t k_mark_characters = 100;
constexpr std::string_view k_cut = "...";
// An axis shows at least so much, so that a good line does not look like a bad one.
constexpr double k_round_trip_axis_ms = 20;
constexpr double k_axis_room = 1.3;  // times the usual value
constexpr double k_loss_axis_percent = 2;
constexpr double k_delay_axis_ticks = 4;
constexpr double k_speed_axis = 10;
constexpr double k_wait_axis_percent = 10;

std::string title_text(const NetLog& log, const ReportTitle& title);
std::string subtitle_text(const NetLog& log, const ReportTitle& title);
void draw_lines(const NetLog& log, Chart& chart);
void draw_delay(const NetLog& log, Chart& chart);
void draw_time(const NetLog& log, Chart& chart);
void draw_stalls(const NetLog& log, Chart& chart);
void draw_marks(const NetLog& log, Chart& chart);

}  // namespace

std::string net_report(const NetLog& log, const ReportTitle& title) {
    Chart chart(title_text(log, title), subtitle_text(log, title),
                "Panels below each other over the time of the match: round trip and loss of each "
                "line, the own input delay, who held the match up and why, and what happened.",
                log.length());
    draw_lines(log, chart);
    draw_delay(log, chart);
    draw_time(log, chart);
    draw_stalls(log, chart);
    draw_marks(log, chart);
    return chart.extract();
}

namespace {

// Returns "player 1 (bob)".
std::string name_of(const NetLog& log, Slot slot) {
    std::string text = "player " + std::to_string(slot.index);
    if (slot.index < log.names().size() && !log.names()[slot.index].empty()) {
        // The name is escaped first, so that the cut is made in the visible text.
        const std::string name = escaped(log.names()[slot.index]);
        text += " (" + cut_text(name, k_name_characters, k_cut) + ")";
    }
    return text;
}

std::string title_text(const NetLog& log, const ReportTitle& title) {
    return "The network of " + title.game + ", seen by " + name_of(log, log.own()) + " of " +
           std::to_string(log.players());
}

std::string subtitle_text(const NetLog& log, const ReportTitle& title) {
    return title.when + "; " + clock_text(log.length()) + " long, " +
           count_text(log.ticks(), "tick") + "; " + title.end;
}

// The lines that are drawn, in the order of the players.
std::vector<std::size_t> drawn_lines(const NetLog& log) {
    std::vector<std::size_t> lines(log.peers().size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        lines[i] = i;
    }
    if (lines.size() > k_lines_max) {
        std::stable_sort(lines.begin(), lines.end(), [&](std::size_t a, std::size_t b) {
            return log.totals()[a].round_trip_ms.mean() > log.totals()[b].round_trip_ms.mean();
        });
        lines.resize(k_lines_max);
    }
    std::sort(lines.begin(), lines.end(),
              [&](std::size_t a, std::size_t b) { return log.peers()[a] < log.peers()[b]; });
    return lines;
}

Time end_of(const NetLog& log, std::size_t sample) {
    const auto& samples = log.samples();
    return sample + 1 < samples.size() ? samples[sample + 1].begin : log.length();
}

// Makes a step for each sample that knows something of this line.
template <class Make>
std::vector<ChartStep> steps_of(const NetLog& log, std::size_t line, Make make) {
    std::vector<ChartStep> steps;
    const auto& samples = log.samples();
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (line < samples[i].lines.size() && samples[i].lines[line].round_trip_ms.count > 0) {
            ChartStep step = make(samples[i].lines[line]);
            step.begin = samples[i].begin;
            step.end = end_of(log, i);
            steps.push_back(step);
        }
    }
    return steps;
}

ChartStep round_trip_step(const LineSample& line) {
    ChartStep step;
    step.value = line.round_trip_ms.mean();
    step.low = line.round_trip_ms.least;
    step.high = std::max(line.round_trip_ms.most, step.value + line.jitter_ms.most);
    return step;
}

ChartStep loss_step(const LineSample& line) {
    ChartStep step;
    step.value = line.loss_percent.most;
    return step;
}

// Returns the axis' top. The band's peaks in a few moments may not press all lines to the
// ground.
double round_trip_axis(const NetLog& log, const std::vector<std::size_t>& lines) {
    double most = k_round_trip_axis_ms;
    for (const std::size_t line : lines) {
        std::vector<double> highs;
        for (const ChartStep& step : steps_of(log, line, &round_trip_step)) {
            most = std::max(most, step.value * k_axis_room);
            highs.push_back(step.high);
        }
        std::sort(highs.begin(), highs.end());
        if (!highs.empty()) {
            most = std::max(most, highs[highs.size() / 2] * k_axis_room);
        }
    }
    return most;
}

void draw_lines(const NetLog& log, Chart& chart) {
    const std::vector<std::size_t> lines = drawn_lines(log);
    // All lines share one axis, so that they can be compared.
    const double round_trip_most = round_trip_axis(log, lines);
    double loss_most = k_loss_axis_percent;
    bool is_cut = false;
    for (const std::size_t line : lines) {
        loss_most = std::max(loss_most, log.totals()[line].loss_percent.most);
    }
    for (const std::size_t line : lines) {
        const LineSample& total = log.totals()[line];
        chart.heading("Line to " + name_of(log, log.peers()[line]),
                      "round trip " + fixed_text(total.round_trip_ms.mean(), 1) +
                          " ms in the mean, " + fixed_text(total.round_trip_ms.most, 1) +
                          " at most; jitter " + fixed_text(total.jitter_ms.mean(), 1) +
                          " ms; loss " + fixed_text(total.loss_percent.mean(), 2) + " %");
        const double top = chart.panel("ms", round_trip_most, lines.size() > 3 ? 70 : 100);
        std::vector<ChartStep> steps = steps_of(log, line, &round_trip_step);
        for (ChartStep& step : steps) {
            is_cut = is_cut || step.high > top;
            step.high = std::min(step.high, top);
        }
        chart.line(steps, true);
        chart.panel("%", loss_most, 34);
        chart.area(steps_of(log, line, &loss_step));
    }
    if (lines.empty()) {
        chart.words("No line was measured: the match was too short.");
    } else {
        chart.words(
            "Upper panel: the round trip, shaded up to what hardly any exceeds. Lower panel: "
            "lost packets of the last 1,024.");
    }
    if (is_cut) {
        chart.words("Where the shade reaches the top of its panel, it was more than that.");
    }
    if (lines.size() < log.peers().size()) {
        chart.words("The " + std::to_string(lines.size()) +
                    " lines with the longest round trips of " + std::to_string(log.peers().size()) +
                    ".");
    }
}

void draw_delay(const NetLog& log, Chart& chart) {
    std::vector<ChartStep> steps;
    for (std::size_t i = 0; i < log.samples().size(); ++i) {
        const Spread& delay = log.samples()[i].delay_ticks;
        steps.push_back(
            {log.samples()[i].begin, end_of(log, i), delay.most, delay.least, delay.most});
    }
    chart.heading("Own input delay", fixed_text(log.delay_ticks().mean(), 1) +
                                         " ticks in the mean, " +
                                         fixed_text(log.delay_ticks().most, 0) + " at most");
    chart.panel("ticks", std::max(log.delay_ticks().most, k_delay_axis_ticks), 44);
    chart.line(steps, true);
}

// Draws how fast ticks followed each other, and the share of the time that went into waiting;
// short stalls, which nobody is told of, show here.
void draw_time(const NetLog& log, Chart& chart) {
    std::vector<ChartStep> speeds;
    std::vector<ChartStep> waits;
    double speed_most = k_speed_axis;
    double wait_most = k_wait_axis_percent;
    for (std::size_t i = 0; i < log.samples().size(); ++i) {
        const NetSample& sample = log.samples()[i];
        const Time end = end_of(log, i);
        if (end - sample.begin < NetLog::k_interval / 2) {
            continue;  // the rest of the match is too short for a rate
        }
        const double lasted = in_seconds(end - sample.begin);
        const double speed = static_cast<double>(sample.ticks) / lasted;
        const double wait = std::min(in_seconds(sample.held) / lasted, 1.0) * 100;
        speeds.push_back({sample.begin, end, speed, speed, speed});
        waits.push_back({sample.begin, end, wait, wait, wait});
        speed_most = std::max(speed_most, speed);
        wait_most = std::max(wait_most, wait);
    }
    const double mean =
        static_cast<double>(log.ticks()) / std::max(in_seconds(log.length()), in_seconds(Time(1)));
    chart.heading("Speed", fixed_text(mean, 1) +
                               " ticks a second in the mean; waited for "
                               "others for " +
                               seconds_text(log.held()) + " in all");
    chart.panel("/s", speed_most, 44);
    chart.line(speeds, false);
    chart.panel("%", wait_most, 34);
    chart.area(waits);
    chart.time_axis();
    chart.words("Upper panel: ticks a second. Lower panel: the share of time spent waiting.");
}

std::string why_words(const NetLog& log, std::uint32_t slot) {
    std::string text;
    std::uint64_t count = 0;
    Time time{0};
    for (const auto& [who, total] : log.stall_totals()) {
        if (who.first == slot) {
            count += total.count;
            time += total.time;
            text +=
                (text.empty() ? "" : ", ") + why_text(who.second) + ' ' + seconds_text(total.time);
        }
    }
    return count_text(count, "time") + ", " + seconds_text(time) + " in all: " + text;
}

std::vector<Bar> bars_of(const NetLog& log, std::uint32_t slot) {
    std::vector<MatchStall> stalls = log.stalls();
    if (log.open_stall()) {
        stalls.push_back(*log.open_stall());
        stalls.back().end = log.length();
    }
    std::vector<Bar> bars;
    for (const MatchStall& stall : stalls) {
        if (stall.slot.index == slot) {
            const std::string words =
                seconds_text(stall.end - stall.begin) + ", " + why_text(stall.why);
            bars.push_back(
                {stall.begin, stall.end, words,
                 name_of(log, stall.slot) + " from " + clock_text(stall.begin) + ", " + words});
        }
    }
    return bars;
}

void draw_stalls(const NetLog& log, Chart& chart) {
    const auto totals = log.stall_totals();
    chart.heading("Who held the match up", totals.empty()
                                               ? "nobody, for a quarter of a second or longer"
                                               : "for a quarter of a second or longer, and why");
    std::optional<std::uint32_t> last;
    for (const auto& [who, total] : totals) {
        if (last != who.first) {
            last = who.first;
            chart.words(name_of(log, Slot{who.first}) + ": " + why_words(log, who.first));
            chart.bars(bars_of(log, who.first), who.first);
        }
    }
    if (log.stalls_dropped() > 0) {
        chart.words(count_text(log.stalls_dropped(), "shorter stall") + " beyond the first " +
                    std::to_string(NetLog::k_stalls_max) + " are counted, but not drawn.");
    }
}

void draw_marks(const NetLog& log, Chart& chart) {
    const auto& marks = log.marks();
    if (marks.empty()) {
        return;
    }
    const std::size_t listed = std::min(marks.size(), k_marks_listed);
    chart.heading("What happened", "in the order of the list below");
    std::vector<Time> times;
    for (std::size_t i = 0; i < listed; ++i) {
        times.push_back(marks[i].at);
    }
    chart.flags(times);
    for (std::size_t i = 0; i < listed; ++i) {
        chart.words(std::to_string(i + 1) + "  at " + clock_text(marks[i].at) + ": " +
                    cut_text(escaped(marks[i].text), k_mark_characters, k_cut));
    }
    const std::uint64_t more = marks.size() - listed + log.marks_dropped();
    if (more > 0) {
        chart.words("and " + std::to_string(more) + " more");
    }
}

}  // namespace
}  // namespace tandem::tools::netview
