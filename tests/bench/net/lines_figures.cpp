// SPDX-License-Identifier: MIT
// Delays beside the least that the lines allow, and how a match starts.
#include <algorithm>

#include <tests/bench/net/played.hpp>
#include <tests/bench/net/sheet.hpp>

namespace tandem::bench {
namespace {

using tools::netsim::Scenario;
using tools::netsim::SideOutcome;

constexpr std::size_t k_settled_s = 10;

// The ratios of one kind of line, and whether each stays below its own limit.
class Ratios {
public:
    // The limit is the larger of need * times and need + more.
    Ratios(const Sheet& sheet, double times_max, double more_max)
        : sheet_(sheet), times_max_(times_max), more_max_(more_max) {}

    // One point: a line, with as many seeds. Of a point counts the mean of both sides and all
    // seeds; what each side of each match had is shown beside it.
    void add(Scenario scenario, std::uint64_t seeds, const std::string& name) {
        double delays = 0;
        double needs = 0;
        double sides = 0;
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            scenario.seed = seed;
            const Played played = play_scenario(scenario, true);
            is_sound_ = is_sound_ && played.is_sound();
            std::string text = name + ", seed " + std::to_string(seed) + ":";
            for (std::size_t side = 0; side < played.outcome.sides.size(); ++side) {
                const SideOutcome& facts = played.outcome.sides[side];
                const double delay = played.delay(side, k_settled_s);
                delays += delay;
                needs += facts.least_delay;
                ++sides;
                side_most_ = std::max(side_most_, delay / facts.least_delay);
                text += text_of(" delay %.2f of %u%s, %llu late (the lines alone %.0f);", delay,
                                facts.least_delay, facts.is_on_edge ? " (on a tick's edge)" : "",
                                static_cast<unsigned long long>(facts.facts.late_ticks),
                                facts.late_ticks_limit);
            }
            sheet_.point(text + (played.is_sound() ? "" : " " + played.outcome.why));
        }
        const double ratio = delays / needs;
        least_ = std::min(least_, ratio);
        most_ = std::max(most_, ratio);
        const double limit = std::max(needs * times_max_, needs + sides * more_max_);
        const bool is_over = delays > limit + 1e-9;
        ++points_;
        over_ += is_over ? 1 : 0;
        sheet_.point(name + text_of(": %.3f%s", ratio, is_over ? " OVER" : ""));
    }
    void report(const std::string& what, const std::string& before, const std::string& goal,
                const std::string& seeds) const {
        const std::string over = over_ > 0 ? text_of(", %d of %d over", over_, points_) : "";
        sheet_.add({what, before, goal,
                    text_of("%.2f to %.2f (one side at most %.2f)", least_, most_, side_most_) +
                        over + (is_sound_ ? "" : ", not one chain"),
                    seeds, over_ == 0 && is_sound_});
    }

private:
    const Sheet& sheet_;
    double times_max_;
    double more_max_;
    double least_ = 1e9;
    double most_ = 0;
    double side_most_ = 0;
    int points_ = 0;
    int over_ = 0;
    bool is_sound_ = true;
};

}  // namespace

void measure_clean_lines(const Sheet& sheet) {
    Ratios ratios(sheet, 1.05, 0);
    for (const std::uint64_t way_us :
         {500U,    1'000U,  2'000U,  5'000U,  8'000U,  12'000U, 15'000U, 16'000U, 17'000U,
          20'000U, 25'000U, 30'000U, 32'000U, 34'000U, 40'000U, 45'000U, 50'000U, 55'000U,
          60'000U, 65'000U, 66'000U, 70'000U, 75'000U, 80'000U, 85'000U, 90'000U, 95'000U}) {
        ratios.add(scenario_of(2, way_us, sheet.length_s(60), 1), 1,
                   text_of("%.1f ms", static_cast<double>(way_us) / 1e3));
    }
    ratios.report("delay / D*, clean, 27 ways of 0.5 to 95 ms", "0.9 to 2.6", "1.05",
                  "1 (no luck in it)");
}

void measure_rough_lines(const Sheet& sheet) {
    const std::uint64_t length_s = sheet.length_s(120);
    for (const std::uint64_t jitter_ms : {10U, 30U}) {
        Ratios ratios(sheet, 1.15, 1);
        for (const std::uint64_t way_ms : {20U, 40U, 60U, 80U, 100U}) {
            Scenario scenario = scenario_of(2, way_ms * 1'000, length_s, 1);
            scenario.line.jitter_us = jitter_ms * 1'000;
            ratios.add(scenario, sheet.seeds(), text_of("%d ms", static_cast<int>(way_ms)));
        }
        ratios.report(
            text_of("delay / D*, %d ms of jitter, 20 to 100 ms", static_cast<int>(jitter_ms)),
            "1.02 to 1.5", "1.15 or D* + 1", sheet.seeds_text());
    }
    Ratios ratios(sheet, 1.05, 0);
    for (const std::uint64_t percent : {1U, 2U, 5U, 10U, 15U, 25U}) {
        for (const std::uint64_t way_ms : {20U, 40U, 70U, 100U}) {
            Scenario scenario = scenario_of(2, way_ms * 1'000, length_s, 1);
            scenario.line.loss_ppm = percent * 10'000;
            ratios.add(
                scenario, sheet.seeds(),
                text_of("%d ms, %d %%", static_cast<int>(way_ms), static_cast<int>(percent)));
        }
    }
    ratios.report("delay / D*, 1 to 25 % of loss, 20 to 100 ms", "0.83 to 1.10", "1.05",
                  sheet.seeds_text());
}

void measure_starts(const Sheet& sheet) {
    std::string text;
    bool is_met = true;
    for (const std::uint64_t way_ms : {70U, 100U}) {
        const Played played = play_scenario(scenario_of(2, way_ms * 1'000, 10, 1), false);
        const std::uint64_t late = played.outcome.sides[0].facts.late_ticks_first_5_s +
                                   played.outcome.sides[1].facts.late_ticks_first_5_s;
        is_met = is_met && played.is_sound() && late <= 3;
        text += (text.empty() ? "" : ", ") + std::to_string(late);
    }
    sheet.add({"late ticks in the first 5 s, both sides, clean 70 and 100 ms", "29, 38", "3", text,
               "1 (no luck in it)", is_met});
}

}  // namespace tandem::bench
