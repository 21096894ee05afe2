// SPDX-License-Identifier: MIT
// Rows and notes.
#include <tandem/tools/lab/window/tables.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/experiments/quality_runs.hpp>
#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools::lab::window {
namespace {

std::string agreement_word(const Surveyed& surveyed);
std::string form_text(const WindowRun& run);
std::string vsync_text(const WindowRun& run);
std::string partial_text(const Survey& survey);

std::string vsync_word(const std::optional<Vsync>& vsync);
std::vector<std::string> vsync_notes(const DisplayFacts& display,
                                     const std::optional<Vsync>& vsync);
Table display_table(const DisplayFacts& display, const Survey& survey);

Cell asked_rate(const WindowRun& run);
std::vector<Cell> loop_row(const Surveyed& surveyed);
std::vector<const Surveyed*> in_order(const Survey& survey);

// The column of this place.
constexpr std::size_t k_agrees = 4;

Table loops_table(const Survey& survey);

Table quality_table(const Survey& survey);

std::string window_verdict(const DecidedClaim& claim, const Claim& in_lab,
                           const ClaimOutcome& outcome);

constexpr std::string_view k_agrees_text = "agrees";

std::string agreement(const ClaimOutcome& outcome, Verdict in_lab);

struct ClaimRow {
    const Claim* in_lab = nullptr;
    Verdict lab_verdict = Verdict::not_testable;
    std::string agrees;
    std::string window_verdict;
    std::string measured;
    std::string computed = {};
};

ClaimRow resizes_row(const Resizes& resizes);
std::vector<Cell> claim_cells(const ClaimRow& row);
std::vector<ClaimRow> claim_rows(const Survey& survey, const std::vector<DecidedClaim>& claims);
Table claims_table_of(const Survey& survey, const std::vector<DecidedClaim>& claims);

}  // namespace

bool agree(const Figures& measured, const Figures& model) {
    const auto are_near = [](std::uint64_t a, std::uint64_t b) {
        constexpr double k_part = 0.1;
        constexpr double k_least = 2;
        return std::abs(count(a) - count(b)) <= std::max(k_least, k_part * count(b));
    };
    return are_near(measured.report.updates, model.report.updates) &&
           are_near(measured.report.frames, model.report.frames);
}

bool is_starved(const Figures& measured) {
    constexpr double k_share = 0.8;
    return measured.processor_percent < k_share * measured.report.busy_percent();
}

std::optional<ClaimOutcome> outcome_of(const DecidedClaim& claim, const Survey& survey) {
    const auto figures_of = [&](Figures Surveyed::*which) {
        return [&survey, which](const RunName& name) {
            const Surveyed* surveyed = survey.find(name);
            return surveyed == nullptr ? nullptr : &(surveyed->*which);
        };
    };
    const auto measured = decide(claim, figures_of(&Surveyed::measured));
    const auto model = decide(claim, figures_of(&Surveyed::model));
    if (!measured || !model) {
        return std::nullopt;
    }
    const bool has_vsync = survey.vsync && survey.vsync->is_obtained;
    const std::vector<RunName> runs = claim.runs();
    const bool starved = std::any_of(runs.begin(), runs.end(), [&](const RunName& name) {
        return is_starved(survey.find(name)->measured);
    });
    return ClaimOutcome{*measured, *model, claim.needs_vsync && !has_vsync, starved};
}

std::vector<Table> window_tables(const DisplayFacts& display, const Survey& survey,
                                 const std::vector<DecidedClaim>& claims) {
    std::vector<Table> tables{display_table(display, survey)};
    for (const Table& table :
         {loops_table(survey), quality_table(survey), claims_table_of(survey, claims)}) {
        if (!table.rows.empty()) {
            tables.push_back(table);
        }
    }
    return tables;
}

namespace {

std::string agreement_word(const Surveyed& surveyed) {
    if (agree(surveyed.measured, surveyed.model)) {
        return "yes";
    }
    return is_starved(surveyed.measured) ? "starved" : "no";
}

std::string form_text(const WindowRun& run) { return run.repaired ? "repaired" : "published"; }

std::string vsync_text(const WindowRun& run) { return run.vsync ? "on" : "off"; }

std::string partial_text(const Survey& survey) {
    if (survey.is_whole()) {
        return "";
    }
    return survey.has_all_runs() ? "; PARTIAL: without the window's new sizes"
                                 : "; PARTIAL: " + std::to_string(survey.runs.size()) + " of " +
                                       std::to_string(survey.planned) + " runs";
}

// ---- The display

std::string vsync_word(const std::optional<Vsync>& vsync) {
    if (!vsync) {
        return "not asked for";
    }
    return vsync->is_obtained ? "obtained" : "not obtained";
}

std::vector<std::string> vsync_notes(const DisplayFacts& display,
                                     const std::optional<Vsync>& vsync) {
    if (!vsync || vsync->is_obtained) {
        return {};
    }
    const std::string rate = std::to_string(display.refresh_or_usual());
    return {"vsync was asked for and not obtained: " + vsync->why_not + ".",
            "In its place a clock of " + rate +
                " Hz caps the pictures: \"vsync on\" below means that cap, and no claim about",
            "vsync itself is decided."};
}

// ---- Claims

Table display_table(const DisplayFacts& display, const Survey& survey) {
    return {.name = "display",
            .title = "What the loops ran in" + partial_text(survey),
            .columns = {{"library", "library"},
                        {"driver", "video driver"},
                        {"renderer", "renderer"},
                        {"width", "width"},
                        {"height", "height"},
                        {"refresh_hz", "refresh Hz"},
                        {"picture_ms", "picture ms"},
                        {"vsync", "vsync"},
                        {"vsync_why_not", "why not"},
                        {"runs", "runs"},
                        {"runs_planned", "of"}},
            .rows = {{display.library, display.driver, display.renderer, counted(display.width),
                      counted(display.height),
                      display.refresh_hz == 0 ? Cell() : counted(display.refresh_hz),
                      Amount{in_milliseconds(survey.picture_cost), 2}, vsync_word(survey.vsync),
                      survey.vsync ? text_or_nothing(survey.vsync->why_not) : Cell(),
                      counted(survey.runs.size()), counted(survey.planned)}},
            .notes = vsync_notes(display, survey.vsync)};
}

// ---- Loops

// Returns the loop's own rate, if it has one.
Cell asked_rate(const WindowRun& run) {
    const Flicks tick = run.loop->tick_of_form(run.repaired);
    return tick == Flicks(0) ? Cell() : Cell(Amount{1 / in_seconds(tick), 1});
}

std::vector<Cell> loop_row(const Surveyed& surveyed) {
    const WindowRun& run = surveyed.run;
    std::vector<Cell> row{std::string(run.loop->id), form_text(run),           vsync_text(run),
                          run.machine.name,          agreement_word(surveyed), asked_rate(run)};
    const auto add = [&](auto quantity, int decimals) {
        for (const Figures* figures : {&surveyed.measured, &surveyed.model}) {
            row.emplace_back(Amount{quantity(*figures), decimals});
        }
    };
    add([](const Figures& figures) { return figures.updates_per_second(); }, 1);
    add([](const Figures& figures) { return figures.frames_per_second(); }, 1);
    add([](const Figures& figures) { return in_milliseconds(figures.report.worst_gap); }, 1);
    row.emplace_back(Amount{surveyed.measured.processor_percent, 0});
    add([](const Figures& figures) { return figures.report.busy_percent(); }, 0);
    add([](const Figures& figures) { return figures.identical_percent(); }, 0);
    add([](const Figures& figures) { return count(figures.report.updates_per_frame_max); }, 0);
    return row;
}

// By loop, as the inventory has them.
std::vector<const Surveyed*> in_order(const Survey& survey) {
    std::vector<const Surveyed*> ordered;
    for (const Surveyed& surveyed : survey.runs) {
        ordered.push_back(&surveyed);
    }
    std::stable_sort(ordered.begin(), ordered.end(), [](const Surveyed* a, const Surveyed* b) {
        const auto key = [](const WindowRun& run) {
            return std::tuple(run.loop, run.machine.name != "normal", run.repaired, !run.vsync);
        };
        return key(a->run) < key(b->run);
    });
    return ordered;
}

Table loops_table(const Survey& survey) {
    Table table{.name = "loops",
                .title =
                    "Loops in a window on the real clock, and computed for a machine of such "
                    "costs" +
                    partial_text(survey),
                .columns = {{"loop", "loop"},
                            {"form", "form"},
                            {"vsync", "vsync"},
                            {"machine", "machine"},
                            {"agrees", "agrees"},
                            {"asked_updates_per_s", "asked updates/s"},
                            {"updates_per_s", "updates/s"},
                            {"virtual_updates_per_s", "virtual updates/s"},
                            {"frames_per_s", "frames/s"},
                            {"virtual_frames_per_s", "virtual frames/s"},
                            {"worst_gap_ms", "worst gap ms"},
                            {"virtual_worst_gap_ms", "virtual gap ms"},
                            {"processor_percent", "CPU %", 1},
                            {"busy_percent", "busy %", 1},
                            {"virtual_busy_percent", "virtual busy %", 1},
                            {"identical_percent", "identical %", 1},
                            {"virtual_identical_percent", "virtual identical %", 1},
                            {"updates_per_frame_max", "updates/frame", 1},
                            {"virtual_updates_per_frame_max", "virtual updates/frame", 1}},
                .notes = {"Updates cost a busy wait, pictures what painting and showing them takes "
                          "and a busy wait up to",
                          "the machine's cost. agrees: updates and frames are within a tenth, or "
                          "two of them, of the",
                          "virtual ones; starved: they are not, and other programs had the "
                          "processor for more than a",
                          "fifth of the time in which the loop was at work (busy). CPU: all "
                          "threads of this program.",
                          "identical: pictures whose every pixel is that of the one before."}};
    table.row_names = k_agrees;
    for (const Surveyed* surveyed : in_order(survey)) {
        if (surveyed->run.layers == 1) {
            table.rows.push_back(loop_row(*surveyed));
        }
    }
    const auto count_of = [&](const char* word) {
        return std::to_string(std::count_if(
            table.rows.begin(), table.rows.end(),
            [&](const std::vector<Cell>& row) { return cell_text(row[k_agrees]) == word; }));
    };
    table.notes.push_back(count_text(table.rows.size(), "run") + ": " + count_of("yes") +
                          " agree, " + count_of("starved") + " were starved, " + count_of("no") +
                          " do not agree.");
    return table;
}

// ---- Quality

Table quality_table(const Survey& survey) {
    Table table{.name = "quality",
                .title =
                    "Pictures of so many pixels that they take long: M4 paints fewer, M1 all "
                    "of them" +
                    partial_text(survey),
                .columns = {{"loop", "loop"},
                            {"form", "form"},
                            {"machine", "machine"},
                            {"full_picture_ms", "full picture ms"},
                            {"quality", "quality"},
                            {"virtual_quality", "virtual quality"},
                            {"frames_per_s", "frames/s at end"},
                            {"virtual_frames_per_s", "virtual frames/s"},
                            {"updates_per_s", "updates/s"},
                            {"virtual_updates_per_s", "virtual updates/s"}},
                .notes = {"quality: the last picture's share of the full width and height; fewer "
                          "pixels are all that",
                          "makes it cheaper. full picture: as measured before the runs."}};
    for (const Surveyed* surveyed : in_order(survey)) {
        if (surveyed->run.layers == 1) {
            continue;
        }
        const WindowRun& run = surveyed->run;
        const Figures& measured = surveyed->measured;
        const Figures& model = surveyed->model;
        table.rows.push_back(
            {std::string(run.loop->id), form_text(run), run.machine.name,
             Amount{in_milliseconds(run.machine.render_cost), 1}, quality_text(measured.quarters),
             quality_text(model.quarters), Amount{measured.frames_per_second_at_end(), 1},
             Amount{model.frames_per_second_at_end(), 1}, Amount{measured.updates_per_second(), 1},
             Amount{model.updates_per_second(), 1}});
    }
    return table;
}

std::string window_verdict(const DecidedClaim& claim, const Claim& in_lab,
                           const ClaimOutcome& outcome) {
    if (outcome.is_kept_from_deciding) {
        return "not testable: this display keeps no vsync";
    }
    return claim.judge == nullptr ? "not testable: " + std::string(claim.why_not_testable)
                                  : verdict_text(in_lab, outcome.measured.verdict);
}

std::string agreement(const ClaimOutcome& outcome, Verdict in_lab) {
    if (outcome.is_kept_from_deciding) {
        return "undecided: see the display";
    }
    if (outcome.measured.verdict == in_lab) {
        return std::string(k_agrees_text);
    }
    if (outcome.is_starved) {
        return "no: other programs had the processor in one of its runs";
    }
    return outcome.model.verdict == in_lab
               ? "no: this machine did not do what it would, see measured and computed"
               : "no: these runs are shorter or fewer than those of lab claims";
}

// C86, which is about the window itself and no run.
ClaimRow resizes_row(const Resizes& resizes) {
    const Claim& in_lab = claim_of("C86");
    const Verdict lab_verdict = run_claim(in_lab).verdict;
    const bool is_shown = resizes.consumed == 1 && resizes.is_last_size && resizes.kept > 1;
    const Verdict verdict = shown_if(is_shown);
    const std::string measured =
        "the viewport set in " + std::to_string(resizes.kept) + " of " +
        count_text(resizes.pictures, "picture") + " | in " + std::to_string(resizes.consumed) +
        (resizes.is_last_size ? ", to the last size; " : ", not to the last size; ") +
        count_text(resizes.signals, "signal") + " of three new sizes";
    if (resizes.signals == 0) {
        return {&in_lab, lab_verdict, "undecided: this display gave the window no other size",
                "not testable", measured};
    }
    return {&in_lab, lab_verdict,
            verdict == lab_verdict
                ? std::string(k_agrees_text)
                : "no: the display told of the new sizes one by one, between pictures",
            verdict_text(in_lab, verdict), measured};
}

std::vector<Cell> claim_cells(const ClaimRow& row) {
    const bool is_testable = row.lab_verdict != Verdict::not_testable;
    return {std::string(row.in_lab->id),
            row.agrees,
            row.window_verdict,
            is_testable ? verdict_text(*row.in_lab, row.lab_verdict) : "not testable",
            std::string(row.in_lab->sentence),
            text_or_nothing(row.measured),
            text_or_nothing(row.computed)};
}

std::vector<ClaimRow> claim_rows(const Survey& survey, const std::vector<DecidedClaim>& claims) {
    std::vector<ClaimRow> rows;
    for (const DecidedClaim& claim : claims) {
        if (const auto outcome = outcome_of(claim, survey)) {
            const Claim& in_lab = claim_of(claim.id);
            const Verdict lab_verdict = run_claim(in_lab).verdict;
            const bool ran = claim.judge != nullptr;
            rows.push_back({&in_lab, lab_verdict, agreement(*outcome, lab_verdict),
                            window_verdict(claim, in_lab, *outcome),
                            ran ? decision_text(claim, outcome->measured) : "",
                            ran ? decision_text(claim, outcome->model) : ""});
        }
    }
    if (survey.resizes) {
        rows.push_back(resizes_row(*survey.resizes));
    }
    std::sort(rows.begin(), rows.end(),
              [](const ClaimRow& a, const ClaimRow& b) { return a.in_lab->id < b.in_lab->id; });
    return rows;
}

Table claims_table_of(const Survey& survey, const std::vector<DecidedClaim>& claims) {
    Table table{
        .name = "claims",
        .title = "Claims that a window decides (failing arm | holding arm)" + partial_text(survey),
        .columns = {{"id", "id"},
                    {"agrees", "agrees"},
                    {"window_verdict", "window"},
                    {"virtual_verdict", "lab claims"},
                    {"claim", "claim"},
                    {"measured", "measured"},
                    {"computed", "computed"}}};
    table.row_names = 2;
    table.in_paragraphs = true;
    const std::vector<ClaimRow> rows = claim_rows(survey, claims);
    for (const ClaimRow& row : rows) {
        table.rows.push_back(claim_cells(row));
    }
    const auto agreeing = std::count_if(
        rows.begin(), rows.end(), [](const ClaimRow& row) { return row.agrees == k_agrees_text; });
    const std::size_t wanted = claims.size() + (survey.plans_resizes || survey.resizes ? 1 : 0);
    const std::size_t missing = wanted - rows.size();
    table.notes.push_back(
        count_text(rows.size(), "claim") + ", " + std::to_string(agreeing) + " agree." +
        (missing == 0 ? "" : " Without all that they need: " + std::to_string(missing) + " more."));
    return table;
}

}  // namespace
}  // namespace tandem::tools::lab::window
