// SPDX-License-Identifier: MIT
// Each measured figure beside the one that virtual time gives for the same machine.
#include <tandem/tools/lab/browser/figures.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/lab/browser/page.hpp>
#include <tandem/tools/lab/claims/claim.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/text/escaped.hpp>

namespace tandem::tools::lab::browser {
namespace {

using std::chrono::microseconds;

constexpr double k_us_per_ms = 1'000;
constexpr double k_us_per_second = 1'000'000;

Amount milliseconds_number(std::int64_t us);
Amount part_of(std::int64_t part, std::int64_t whole, int decimals, double factor = 1);
std::string form_of(bool is_repaired);
double hz_of(const BrowserFigures& figures);
Machine machine_of_browser(const BrowserFigures& figures);
Table browser_table(const BrowserFigures& figures);
std::vector<Cell> row_of(const BrowserRun& run, const Machine& machine);
Table runs_table(const BrowserFigures& figures);
void add_hidden_tables(const BrowserFigures& figures, std::vector<Table>& tables);
std::string agreement_of(const BrowserClaim& claim, const std::string& computed);
Table browser_claims_table(const BrowserFigures& figures);
Table facts_table(const BrowserFigures& figures);

}  // namespace

std::vector<Table> tables_of(const BrowserFigures& figures) {
    std::vector<Table> tables{browser_table(figures), runs_table(figures)};
    add_hidden_tables(figures, tables);
    tables.push_back(browser_claims_table(figures));
    tables.push_back(facts_table(figures));
    return tables;
}

namespace {

Amount milliseconds_number(std::int64_t us) { return {static_cast<double>(us) / k_us_per_ms, 1}; }

Amount part_of(std::int64_t part, std::int64_t whole, int decimals, double factor) {
    return {whole == 0 ? 0 : factor * static_cast<double>(part) / static_cast<double>(whole),
            decimals};
}

std::string form_of(bool is_repaired) { return is_repaired ? "repaired" : "published"; }

double hz_of(const BrowserFigures& figures) {
    return k_us_per_second / static_cast<double>(figures.refresh_us);
}

// Returns the machine of the page's loops, with the screen that the page measured.
Machine machine_of_browser(const BrowserFigures& figures) {
    Machine machine = machine_of("normal");
    machine.refresh_hz = static_cast<std::uint32_t>(std::clamp(hz_of(figures) + 0.5, 1.0, 1'000.0));
    return machine;
}

Table browser_table(const BrowserFigures& figures) {
    Table table{.name = "browser",
                .title = "The browser, as it says and as its callbacks came",
                .columns = {{"agent", "browser"},
                            {"refresh_hz", "refresh Hz"},
                            {"gap_least_ms", "least gap ms"},
                            {"gap_most_ms", "longest gap ms"}}};
    table.rows.push_back({escaped(figures.agent), Amount{hz_of(figures), 2},
                          milliseconds_number(figures.refresh_least_us),
                          milliseconds_number(figures.refresh_most_us)});
    table.in_paragraphs = true;
    return table;
}

std::vector<Cell> row_of(const BrowserRun& run, const Machine& machine) {
    const Loop* const loop = find_loop(run.loop);
    TANDEM_ASSERT(loop != nullptr);
    RunOptions options;
    options.window = std::chrono::duration_cast<Flicks>(microseconds(run.window_us));
    options.presses = scripted_presses(options.window);
    options.repaired = run.is_repaired;
    const auto computed = try_loop(*loop, machine, options);
    const LoopReport report = computed ? *computed : LoopReport{};
    return {run.loop,
            form_of(run.is_repaired),
            run.updates,
            counted(report.updates),
            run.frames,
            counted(report.frames),
            part_of(run.simulated_us, run.window_us, 3),
            report.window > Flicks(0) ? Cell(Amount{report.ratio(), 3}) : Cell(),
            part_of(run.busy_us, run.window_us, 1, 100),
            report.window > Flicks(0) ? Cell(Amount{report.busy_percent(), 1}) : Cell(),
            milliseconds_number(run.worst_gap_us),
            Amount{std::chrono::duration<double, std::milli>(report.worst_gap).count(), 1},
            run.updates_per_frame_max,
            run.presses == 0 ? Cell()
                             : Cell(part_of(run.latency_sum_us, run.presses, 1, 1 / k_us_per_ms))};
}

Table runs_table(const BrowserFigures& figures) {
    Table table{.name = "runs",
                .title =
                    "MDN's loops in it, an update of 1 ms and a picture of 9 ms, beside virtual "
                    "time (v)",
                .columns = {{"loop", "loop"},
                            {"form", "form"},
                            {"updates", "updates"},
                            {"virtual_updates", "v"},
                            {"frames", "frames"},
                            {"virtual_frames", "v"},
                            {"ratio", "ratio"},
                            {"virtual_ratio", "v"},
                            {"busy_percent", "busy %"},
                            {"virtual_busy_percent", "v"},
                            {"worst_gap_ms", "worst gap ms"},
                            {"virtual_worst_gap_ms", "v"},
                            {"updates_per_frame_max", "most updates per frame"},
                            {"latency_mean_ms", "latency ms"}}};
    table.row_names = 2;
    const Machine machine = machine_of_browser(figures);
    for (const BrowserRun& run : figures.runs) {
        table.rows.push_back(row_of(run, machine));
    }
    table.notes.push_back(std::to_string(figures.runs.size()) +
                          " runs. Measured in a browser, and different every time.");
    return table;
}

void add_hidden_tables(const BrowserFigures& figures, std::vector<Table>& tables) {
    Table table{.name = "hidden",
                .title = "While the page was hidden",
                .columns = {{"hidden_ms", "hidden ms"},
                            {"frames", "callbacks of requestAnimationFrame"},
                            {"timer", "calls of a timer of 50 ms"},
                            {"worker", "in a worker"},
                            {"timer_gap_ms", "longest gap of the timer ms"}}};
    if (!figures.hidden) {
        table.notes.emplace_back(
            "The page could not be hidden: the browser opened no other tab "
            "before it. So C79, C80, C82 and C84 are undecided.");
        tables.push_back(std::move(table));
        return;
    }
    const Hidden& hidden = *figures.hidden;
    table.rows.push_back({milliseconds_number(hidden.length_us), hidden.frames, hidden.timer,
                          hidden.worker, milliseconds_number(hidden.timer_gap_us)});
    const std::int64_t unthrottled = hidden.length_us / 50'000;
    table.notes.push_back(hidden.timer < unthrottled / 2
                              ? "This browser throttles a hidden page's timers: " +
                                    std::to_string(unthrottled) + " calls were due."
                              : "This browser did not throttle the page's timers while it was "
                                "hidden.");
    tables.push_back(std::move(table));
    Table loops{.name = "hidden-loops",
                .title = "What its loops did meanwhile: ticks of 50 ms, M1 a tick for each refresh",
                .columns = {{"loop", "loop"},
                            {"form", "form"},
                            {"ticks_hidden", "while hidden"},
                            {"ticks_at_once", "at once afterwards"}}};
    for (const HiddenLoop& loop : hidden.loops) {
        loops.rows.push_back({loop.loop, form_of(loop.is_repaired), loop.during, loop.at_once});
    }
    tables.push_back(std::move(loops));
}

std::string agreement_of(const BrowserClaim& claim, const std::string& computed) {
    return claim.verdict == computed      ? "agrees"
           : claim.verdict == "undecided" ? "undecided"
                                          : "differs: " + escaped(claim.why);
}

Table browser_claims_table(const BrowserFigures& figures) {
    Table table{.name = "claims",
                .title = "The claims that a browser can decide",
                .columns = {{"id", "id"},
                            {"verdict", "virtual"},
                            {"browser", "browser"},
                            {"agreement", "agreement"},
                            {"claim", "claim"},
                            {"measured", "measured in the browser"}}};
    table.row_names = 4;
    table.in_paragraphs = true;
    std::size_t agreeing = 0;
    for (const BrowserClaim& decided : figures.claims) {
        const Claim& claim = claim_of(decided.claim);
        const std::string computed = verdict_text(claim, run_claim(claim).verdict);
        agreeing += decided.verdict == computed ? 1U : 0U;
        table.rows.push_back({decided.claim, computed, decided.verdict,
                              agreement_of(decided, computed), std::string(claim.sentence),
                              escaped(decided.measured)});
    }
    table.notes.push_back(std::to_string(agreeing) + " of " +
                          std::to_string(figures.claims.size()) + " verdicts agree.");
    return table;
}

Table facts_table(const BrowserFigures& figures) {
    Table table{.name = "facts",
                .title = "What else was seen",
                .columns = {{"fact", "fact"}, {"measured", "measured"}}};
    table.row_names = 1;
    table.in_paragraphs = true;
    for (const Fact& fact : figures.facts) {
        table.rows.push_back({escaped(fact.name), escaped(fact.text)});
    }
    return table;
}

}  // namespace
}  // namespace tandem::tools::lab::browser
