// SPDX-License-Identifier: MIT
// The list, and its judges. They are asked about runs of half a second on a machine that has other
// things to do, so that they leave room for a tick and for noise, but never for the other arm.
#include <tandem/tools/lab/window/claims_of_window.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/lab/claims/arms.hpp>

namespace tandem::tools::lab::window {
namespace {

double updates_of(const Figures& figures);
double pictures_of(const Figures& figures);
double speed_of(const Figures& figures);
double processor_of(const Figures& figures);
double identical_of(const Figures& figures);
double silent_pictures_of(const Figures& figures);
double share_of_refreshes(const Figures& figures);

constexpr Quantity k_by_updates{updates_of, "updates/s", 1};
constexpr Quantity k_by_pictures{pictures_of, "pictures/s", 1};
constexpr Quantity k_by_speed{speed_of, "of its speed", 2};
constexpr Quantity k_by_processor{processor_of, "% of a processor", 0};
constexpr Quantity k_by_identical{identical_of, "% identical pictures", 0};
constexpr Quantity k_by_silent{silent_pictures_of, "pictures without an update", 0};
constexpr Quantity k_by_refreshes{share_of_refreshes, "% of the refreshes", 0};

double least(const Finding& finding);
double most(const Finding& finding);

// A picture of 100 ms that the window cuts is 0.2 of half a second.
constexpr double k_keeps_time_least = 0.7;
constexpr double k_is_slow_most = 0.6;
constexpr double k_most = 1.1;
bool keep_time(const Finding& speeds);

constexpr double k_much = 1.3;
bool differ_much(const Finding& finding);
bool agree(const Finding& finding);
bool are_about(const Finding& finding, double figure);
Verdict only_holds_keeps_time(const Finding& fails, const Finding& holds);
Verdict only_holds_is_one_speed(const Finding& fails, const Finding& holds);
template <int updates>
Verdict only_holds_runs_so_many(const Finding& fails, const Finding& holds);
Verdict only_holds_is_the_same(const Finding& fails, const Finding& holds);
Verdict holds_works_less(const Finding& fails, const Finding& holds);
Verdict fails_repeats_pictures(const Finding& fails, const Finding& holds);
Verdict fails_waits_for_the_player(const Finding& fails, const Finding& holds);
Verdict only_holds_draws_meanwhile(const Finding& fails, const Finding& holds);
Verdict only_holds_keeps_the_rate(const Finding& fails, const Finding& holds);

constexpr bool k_published = false;
constexpr bool k_repaired = true;
constexpr bool k_on = true;
constexpr bool k_off = false;

std::vector<RunName> off(std::string_view loop, std::vector<std::string_view> machines,
                         bool repaired = k_published);
std::vector<RunName> both(std::vector<RunName> first, const std::vector<RunName>& second);
std::string short_name(const RunName& name);
std::vector<DecidedClaim> all_claims();

}  // namespace

std::vector<RunName> DecidedClaim::runs() const { return both(fails, holds); }

std::vector<DecidedClaim> claims_of_window(const std::vector<const Loop*>& loops) {
    std::vector<DecidedClaim> chosen;
    for (DecidedClaim& claim : all_claims()) {
        const std::vector<RunName> runs = claim.runs();
        const bool is_possible = std::all_of(runs.begin(), runs.end(), [&](const RunName& name) {
            // M1 runs as what M4 is compared with.
            return name.loop == "M1" ||
                   std::any_of(loops.begin(), loops.end(),
                               [&](const Loop* loop) { return loop->id == name.loop; });
        });
        if (is_possible && !(runs.empty() && loops.size() < loops_of_windows().size())) {
            chosen.push_back(std::move(claim));
        }
    }
    return chosen;
}

std::optional<Decision> decide(const DecidedClaim& claim, const FiguresOf& figures_of) {
    Decision decision;
    const auto read = [&](const std::vector<RunName>& names, Finding& finding) {
        for (const RunName& name : names) {
            const Figures* figures = figures_of(name);
            if (figures == nullptr) {
                return false;
            }
            const double value = claim.quantity.of(*figures);
            finding.text += (finding.text.empty() ? "" : ", ") + short_name(name) + " " +
                            decimal(value, claim.quantity.decimals);
            finding.values.push_back(value);
        }
        return true;
    };
    if (!read(claim.fails, decision.fails) || !read(claim.holds, decision.holds)) {
        return std::nullopt;
    }
    if (claim.judge != nullptr) {
        decision.verdict = claim.judge(decision.fails, decision.holds);
    }
    return decision;
}

std::string decision_text(const DecidedClaim& claim, const Decision& decision) {
    return decision.fails.text + " | " + decision.holds.text + " " +
           std::string(claim.quantity.unit);
}

namespace {

// ---- Quantities
double updates_of(const Figures& figures) { return figures.updates_per_second(); }

double pictures_of(const Figures& figures) { return figures.frames_per_second(); }

double speed_of(const Figures& figures) { return figures.report.ratio(); }

double processor_of(const Figures& figures) { return figures.processor_percent; }

double identical_of(const Figures& figures) { return figures.identical_percent(); }

double silent_pictures_of(const Figures& figures) {
    return static_cast<double>(figures.report.frames) - static_cast<double>(figures.report.updates);
}

double share_of_refreshes(const Figures& figures) {
    constexpr double k_percent = 100;
    return k_percent * figures.frames_per_second_at_end() / figures.refresh_hz;
}

// ---- Judges
double least(const Finding& finding) {
    return *std::min_element(finding.values.begin(), finding.values.end());
}

double most(const Finding& finding) {
    return *std::max_element(finding.values.begin(), finding.values.end());
}

bool keep_time(const Finding& speeds) {
    return least(speeds) >= k_keeps_time_least && most(speeds) <= k_most;
}

bool differ_much(const Finding& finding) { return most(finding) > k_much * least(finding); }

bool agree(const Finding& finding) { return !differ_much(finding); }

bool are_about(const Finding& finding, double figure) {
    // Two ticks of half a second's twelve are 0.16.
    constexpr double k_least = 0.84;
    return figure * k_least <= least(finding) && most(finding) <= figure * k_most;
}

Verdict only_holds_keeps_time(const Finding& fails, const Finding& holds) {
    return shown_if(keep_time(holds) && most(fails) < k_is_slow_most);
}

Verdict only_holds_is_one_speed(const Finding& fails, const Finding& holds) {
    return shown_if(keep_time(holds) && differ_much(fails));
}

template <int updates>
Verdict only_holds_runs_so_many(const Finding& fails, const Finding& holds) {
    return shown_if(are_about(holds, updates) && !are_about(fails, updates));
}

Verdict only_holds_is_the_same(const Finding& fails, const Finding& holds) {
    return shown_if(least(holds) > 0 && agree(holds) && differ_much(fails));
}

Verdict holds_works_less(const Finding& fails, const Finding& holds) {
    return shown_if(most(holds) * k_much < least(fails));
}

Verdict fails_repeats_pictures(const Finding& fails, const Finding& holds) {
    constexpr double k_many_percent = 30;
    constexpr double k_few_percent = 10;
    return shown_if(least(fails) > k_many_percent && most(holds) < k_few_percent);
}

Verdict fails_waits_for_the_player(const Finding& fails, const Finding& holds) {
    constexpr double k_presses = 6;  // a second at most
    return shown_if(most(fails) <= k_presses && least(holds) > 2 * k_presses);
}

Verdict only_holds_draws_meanwhile(const Finding& fails, const Finding& holds) {
    return shown_if(most(fails) == 0 && least(holds) > 0);
}

Verdict only_holds_keeps_the_rate(const Finding& fails, const Finding& holds) {
    constexpr double k_rate_percent = 85;
    constexpr double k_below_percent = 70;
    return shown_if(least(holds) > k_rate_percent && most(fails) < k_below_percent);
}

// ---- Arms

// The published loop on each machine, with vsync off.
std::vector<RunName> off(std::string_view loop, std::vector<std::string_view> machines,
                         bool repaired) {
    std::vector<RunName> names;
    for (const std::string_view machine : machines) {
        names.push_back({loop, repaired, k_off, machine});
    }
    return names;
}

std::vector<RunName> both(std::vector<RunName> first, const std::vector<RunName>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

// Returns as little as tells the runs of a claim apart.
std::string short_name(const RunName& name) {
    return std::string(name.loop) + (name.repaired ? " repaired" : "") +
           (name.vsync ? " vsync" : "") +
           (name.machine == "normal" ? "" : " " + std::string(name.machine));
}

std::vector<DecidedClaim> all_claims() {
    const std::vector<std::string_view> all{"fast", "normal", "slow"};
    return {
        {"C33", off("L1", {"slow"}), off("L1", {"normal"}), k_by_updates,
         only_holds_runs_so_many<25>},
        {"C36", off("L3", {"normal"}), both(off("L1", {"normal"}), off("G1", {"normal"})),
         k_by_processor, holds_works_less},
        {"C37", off("G1", {"slow"}), off("G1", {"normal"}), k_by_speed, only_holds_keeps_time},
        {"C39", off("W1", {"slow"}), off("W1", {"normal"}), k_by_speed, only_holds_keeps_time},
        {.id = "C42",
         .fails = off("G2", {"fast", "normal"}),
         .holds = {{"W3", k_published, k_on, "fast"}, {"W3", k_published, k_on, "normal"}},
         .quantity = k_by_pictures,
         .judge = only_holds_is_the_same,
         .needs_vsync = true},
        {"C43", off("L0", {"fast", "normal"}), off("L3", {"fast", "normal"}), k_by_updates,
         only_holds_runs_so_many<50>},
        {"C44", off("L3", {"normal"}), off("L4", {"normal"}), k_by_identical,
         fails_repeats_pictures},
        {"C46", off("L1", {"slow"}), both(off("L3", {"slow"}), off("G2", {"slow"})), k_by_speed,
         only_holds_keeps_time},
        {"C48", off("L2", all), off("L4", all), k_by_updates, only_holds_runs_so_many<25>},
        {"C56", off("G1", all), off("G2", all), k_by_speed, only_holds_is_one_speed},
        {"C59", off("W1", {"slow"}), off("W2", {"normal", "slow"}), k_by_speed,
         only_holds_keeps_time},
        {"C70", off("L0", all), off("G2", all), k_by_speed, only_holds_is_one_speed},
        {"C71", off("G6", {"fast", "normal"}), off("G6", {"fast", "normal"}, k_repaired),
         k_by_speed, only_holds_is_one_speed},
        {"C72", off("G4", {"normal"}), off("G2", {"normal"}), k_by_updates,
         fails_waits_for_the_player},
        {"C73", off("G4", {"normal"}),
         both(off("G5", {"normal"}), off("G4", {"normal"}, k_repaired)), k_by_silent,
         only_holds_draws_meanwhile},
        {.id = "C74",
         .fails = {{"G7b", k_published, k_on}, {"G7b", k_published, k_off}},
         .holds = {{"G7b", k_repaired, k_on}, {"G7b", k_repaired, k_off}},
         .quantity = k_by_speed,
         .judge = only_holds_is_one_speed},
        {.id = "C76",
         .fails = {{"M1", k_published, k_on, "heavy"}, {"M4", k_published, k_on, "too heavy"}},
         .holds = {{"M4", k_published, k_on, "heavy"}},
         .quantity = k_by_refreshes,
         .judge = only_holds_keeps_the_rate},
        {.id = "C89",
         .why_not_testable = "a torn picture is seen by who sits before the display; no program is "
                             "told of it"},
    };
}

}  // namespace
}  // namespace tandem::tools::lab::window
