// SPDX-License-Identifier: MIT
// This draws the panels of the picture and the words around them.
#include <tandem/tools/netview/net_report.hpp>

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

class Report {
public:
    Report(const NetLog& log, const ReportTitle& title)
        : log_(log),
          title_(title),
          chart_(title_text(), subtitle_text(),
                 "Panels below each other over the time of the match: round trip and loss of each "
                 "line, the own input delay, who held the match up and why, and what happened.",
                 log.length()) {}

    std::string take() {
        draw_lines();
        draw_delay();
        draw_time();
        draw_stalls();
        draw_marks();
        return chart_.take();
    }

private:
    // Returns "player 1 (bob)".
    std::string name_of(Slot slot) const {
        std::string text = "player " + std::to_string(slot.index);
        if (slot.index < log_.names().size() && !log_.names()[slot.index].empty()) {
            // The name is escaped first, so that the cut is made in the visible text.
            const std::string name = escaped(log_.names()[slot.index]);
            text += " (" + cut_text(name, k_name_characters, k_cut) + ")";
        }
        return text;
    }

    std::string title_text() const {
        return "The network of " + title_.game + ", seen by " + name_of(log_.own()) + " of " +
               std::to_string(log_.players());
    }

    std::string subtitle_text() const {
        return title_.when + "; " + clock_text(log_.length()) + " long, " +
               count_text(log_.ticks(), "tick") + "; " + title_.end;
    }

    // The lines that are drawn, in the order of the players.
    std::vector<std::size_t> drawn_lines() const {
        std::vector<std::size_t> lines(log_.peers().size());
        for (std::size_t i = 0; i < lines.size(); ++i) {
            lines[i] = i;
        }
        if (lines.size() > k_lines_max) {
            std::stable_sort(lines.begin(), lines.end(), [&](std::size_t a, std::size_t b) {
                return log_.totals()[a].round_trip_ms.mean() >
                       log_.totals()[b].round_trip_ms.mean();
            });
            lines.resize(k_lines_max);
        }
        std::sort(lines.begin(), lines.end(),
                  [&](std::size_t a, std::size_t b) { return log_.peers()[a] < log_.peers()[b]; });
        return lines;
    }

    // Makes a step for each sample that knows something of this line.
    template <class Make>
    std::vector<Step> steps_of(std::size_t line, Make make) const {
        std::vector<Step> steps;
        const auto& samples = log_.samples();
        for (std::size_t i = 0; i < samples.size(); ++i) {
            if (line < samples[i].lines.size() && samples[i].lines[line].round_trip_ms.count > 0) {
                Step step = make(samples[i].lines[line]);
                step.begin = samples[i].begin;
                step.end = end_of(i);
                steps.push_back(step);
            }
        }
        return steps;
    }

    Time end_of(std::size_t sample) const {
        const auto& samples = log_.samples();
        return sample + 1 < samples.size() ? samples[sample + 1].begin : log_.length();
    }

    static Step round_trip_step(const LineSample& line) {
        Step step;
        step.value = line.round_trip_ms.mean();
        step.low = line.round_trip_ms.least;
        step.high = std::max(line.round_trip_ms.most, step.value + line.jitter_ms.most);
        return step;
    }

    static Step loss_step(const LineSample& line) {
        Step step;
        step.value = line.loss_percent.most;
        return step;
    }

    // Returns the axis' top. The band's peaks in a few moments may not press all lines to the
    // ground.
    double round_trip_axis(const std::vector<std::size_t>& lines) const {
        double most = k_round_trip_axis_ms;
        for (const std::size_t line : lines) {
            std::vector<double> highs;
            for (const Step& step : steps_of(line, &round_trip_step)) {
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

    void draw_lines() {
        const std::vector<std::size_t> lines = drawn_lines();
        // All lines share one axis, so that they can be compared.
        const double round_trip_most = round_trip_axis(lines);
        double loss_most = k_loss_axis_percent;
        bool is_cut = false;
        for (const std::size_t line : lines) {
            loss_most = std::max(loss_most, log_.totals()[line].loss_percent.most);
        }
        for (const std::size_t line : lines) {
            const LineSample& total = log_.totals()[line];
            chart_.heading("Line to " + name_of(log_.peers()[line]),
                           "round trip " + fixed_text(total.round_trip_ms.mean(), 1) +
                               " ms in the mean, " + fixed_text(total.round_trip_ms.most, 1) +
                               " at most; jitter " + fixed_text(total.jitter_ms.mean(), 1) +
                               " ms; loss " + fixed_text(total.loss_percent.mean(), 2) + " %");
            const double top = chart_.panel("ms", round_trip_most, lines.size() > 3 ? 70 : 100);
            std::vector<Step> steps = steps_of(line, &round_trip_step);
            for (Step& step : steps) {
                is_cut = is_cut || step.high > top;
                step.high = std::min(step.high, top);
            }
            chart_.line(steps, true);
            chart_.panel("%", loss_most, 34);
            chart_.area(steps_of(line, &loss_step));
        }
        if (lines.empty()) {
            chart_.words("No line was measured: the match was too short.");
        } else {
            chart_.words(
                "Upper panel: the round trip, shaded up to what hardly any exceeds. Lower panel: "
                "lost packets of the last 1,024.");
        }
        if (is_cut) {
            chart_.words("Where the shade reaches the top of its panel, it was more than that.");
        }
        if (lines.size() < log_.peers().size()) {
            chart_.words("The " + std::to_string(lines.size()) +
                         " lines with the longest round trips of " +
                         std::to_string(log_.peers().size()) + ".");
        }
    }

    void draw_delay() {
        std::vector<Step> steps;
        for (std::size_t i = 0; i < log_.samples().size(); ++i) {
            const Spread& delay = log_.samples()[i].delay_ticks;
            steps.push_back(
                {log_.samples()[i].begin, end_of(i), delay.most, delay.least, delay.most});
        }
        chart_.heading("Own input delay", fixed_text(log_.delay_ticks().mean(), 1) +
                                              " ticks in the mean, " +
                                              fixed_text(log_.delay_ticks().most, 0) + " at most");
        chart_.panel("ticks", std::max(log_.delay_ticks().most, k_delay_axis_ticks), 44);
        chart_.line(steps, true);
    }

    // Draws how fast ticks followed each other, and the share of the time that went into waiting;
    // short stalls, which nobody is told of, show here.
    void draw_time() {
        std::vector<Step> speeds;
        std::vector<Step> waits;
        double speed_most = k_speed_axis;
        double wait_most = k_wait_axis_percent;
        for (std::size_t i = 0; i < log_.samples().size(); ++i) {
            const NetSample& sample = log_.samples()[i];
            const Time end = end_of(i);
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
        const double mean = static_cast<double>(log_.ticks()) /
                            std::max(in_seconds(log_.length()), in_seconds(Time(1)));
        chart_.heading("Speed", fixed_text(mean, 1) +
                                    " ticks a second in the mean; waited for "
                                    "others for " +
                                    seconds_text(log_.held()) + " in all");
        chart_.panel("/s", speed_most, 44);
        chart_.line(speeds, false);
        chart_.panel("%", wait_most, 34);
        chart_.area(waits);
        chart_.time_axis();
        chart_.words("Upper panel: ticks a second. Lower panel: the share of time spent waiting.");
    }

    std::string why_words(std::uint32_t slot) const {
        std::string text;
        std::uint64_t count = 0;
        Time time{0};
        for (const auto& [who, total] : log_.stall_totals()) {
            if (who.first == slot) {
                count += total.count;
                time += total.time;
                text += (text.empty() ? "" : ", ") + why_text(who.second) + ' ' +
                        seconds_text(total.time);
            }
        }
        return count_text(count, "time") + ", " + seconds_text(time) + " in all: " + text;
    }

    void draw_stalls() {
        const auto totals = log_.stall_totals();
        chart_.heading("Who held the match up",
                       totals.empty() ? "nobody, for a quarter of a second or longer"
                                      : "for a quarter of a second or longer, and why");
        std::optional<std::uint32_t> last;
        for (const auto& [who, total] : totals) {
            if (last != who.first) {
                last = who.first;
                chart_.words(name_of(Slot{who.first}) + ": " + why_words(who.first));
                chart_.bars(bars_of(who.first), who.first);
            }
        }
        if (log_.stalls_dropped() > 0) {
            chart_.words(count_text(log_.stalls_dropped(), "shorter stall") + " beyond the first " +
                         std::to_string(NetLog::k_stalls_max) + " are counted, but not drawn.");
        }
    }

    std::vector<Bar> bars_of(std::uint32_t slot) const {
        std::vector<Stall> stalls = log_.stalls();
        if (log_.open_stall()) {
            stalls.push_back(*log_.open_stall());
            stalls.back().end = log_.length();
        }
        std::vector<Bar> bars;
        for (const Stall& stall : stalls) {
            if (stall.slot.index == slot) {
                const std::string words =
                    seconds_text(stall.end - stall.begin) + ", " + why_text(stall.why);
                bars.push_back(
                    {stall.begin, stall.end, words,
                     name_of(stall.slot) + " from " + clock_text(stall.begin) + ", " + words});
            }
        }
        return bars;
    }

    void draw_marks() {
        const auto& marks = log_.marks();
        if (marks.empty()) {
            return;
        }
        const std::size_t listed = std::min(marks.size(), k_marks_listed);
        chart_.heading("What happened", "in the order of the list below");
        std::vector<Time> times;
        for (std::size_t i = 0; i < listed; ++i) {
            times.push_back(marks[i].at);
        }
        chart_.flags(times);
        for (std::size_t i = 0; i < listed; ++i) {
            chart_.words(std::to_string(i + 1) + "  at " + clock_text(marks[i].at) + ": " +
                         cut_text(escaped(marks[i].text), k_mark_characters, k_cut));
        }
        const std::uint64_t more = marks.size() - listed + log_.marks_dropped();
        if (more > 0) {
            chart_.words("and " + std::to_string(more) + " more");
        }
    }

    const NetLog& log_;
    const ReportTitle& title_;
    Chart chart_;
};

}  // namespace

std::string net_report(const NetLog& log, const ReportTitle& title) {
    return Report(log, title).take();
}

}  // namespace tandem::tools::netview
