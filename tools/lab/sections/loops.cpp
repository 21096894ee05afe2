// SPDX-License-Identifier: MIT
// loops: every loop on every machine.
#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

#include <tandem/tools/lab/experiments/agreement.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/replay/recording.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {
namespace {

// The player presses every 10.07 ms: in whole hundredths of a millisecond that shares no factor
// with any tick, so that presses come at every phase of it.
constexpr Flicks k_press_interval{1'007 * 7'056};

std::vector<Flicks> presses_within(Flicks window);
RunOptions options_of(const Request& request);
Machine other_machine(const Machine& machine);
Cell mean_latency(const LoopReport& report);
std::vector<Cell> counts_of(const Loop& loop, const Machine& machine, const LoopReport& report);
std::vector<Cell> settings_of(const Machine& machine, const RunOptions& options);

constexpr std::size_t k_agreement_cells = 5;

// The things that were not, or not wholly, compared; the table must say so.
struct Limits {
    bool other_is_refused = false;
    bool record_is_cut = false;
};

std::vector<Cell> agreement_of(const Loop& loop, const Machine& machine, const RunOptions& options,
                               const RunRecord& here, const LoopReport& report, Limits& limits);
sim::Result<std::vector<Cell>> row_of(const Loop& loop, const Machine& machine, RunOptions options,
                                      Limits& limits);
std::string title_of(const RunOptions& options, std::uint32_t refresh_hz);
Table empty_loops_table(const RunOptions& options, std::uint32_t refresh_hz);
void add_notes_of_published(Table& table, const std::vector<const Loop*>& chosen);
void add_notes(Table& table, const std::vector<const Loop*>& chosen, const Limits& limits,
               bool is_real);

}  // namespace

sim::Result<std::vector<Table>> loops_section(const Request& request) {
    const auto chosen = choose_loops(request.loops);
    TANDEM_TRY(chosen);
    const RunOptions options = options_of(request);
    TANDEM_TRY(check_stall(request, options));
    Table table = empty_loops_table(options, request.refresh_hz.value_or(Machine().refresh_hz));
    Limits limits;
    const std::vector<Machine> machines = machines_asked(request, known_machines());
    WorkCount count(request, chosen->size() * machines.size(), options.window);
    for (const Loop* loop : *chosen) {
        for (const Machine& machine : machines) {
            count.next();
            auto row = row_of(*loop, machine, options, limits);
            TANDEM_TRY(row);
            table.rows.push_back(std::move(*row));
        }
    }
    if (!options.repaired) {
        add_notes_of_published(table, *chosen);
    }
    add_notes(table, *chosen, limits, options.real);
    return std::vector<Table>{std::move(table)};
}

namespace {

std::vector<Flicks> presses_within(Flicks window) {
    std::vector<Flicks> presses;
    for (Flicks at = k_press_interval; at < window; at += k_press_interval) {
        presses.push_back(at);
    }
    return presses;
}

RunOptions options_of(const Request& request) {
    RunOptions options;
    options.window = request.window.value_or(options.window);
    options.stall = request.stall;
    options.real = request.real;
    options.repaired = request.repaired;
    options.presses = presses_within(options.window);
    return options;
}

// The first of the table's machines that is another one.
Machine other_machine(const Machine& machine) {
    Machine other = known_machines()[0];
    if (other.frame_cost() == machine.frame_cost()) {
        other = known_machines()[1];
    }
    other.refresh_hz = machine.refresh_hz;
    return other;
}

Cell mean_latency(const LoopReport& report) {
    if (report.presses == 0) {
        return {};
    }
    return Amount{in_milliseconds(report.latency_sum) / static_cast<double>(report.presses), 1};
}

std::vector<Cell> counts_of(const Loop& loop, const Machine& machine, const LoopReport& report) {
    return {std::string(loop.id),
            machine.name,
            counted(report.updates),
            Amount{in_seconds(report.simulated), 4},
            Amount{report.ratio(), 4},
            counted(report.frames),
            counted(report.distinct),
            Amount{report.busy_percent(), 1},
            Amount{in_milliseconds(report.worst_gap), 2},
            counted(report.updates_per_frame_max),
            report.blend_max ? Cell(Amount{*report.blend_max, 2}) : Cell(),
            mean_latency(report),
            report.presses == 0 ? Cell() : Cell(Amount{in_milliseconds(report.latency_max), 1})};
}

std::vector<Cell> settings_of(const Machine& machine, const RunOptions& options) {
    std::vector<Cell> settings{
        options.repaired ? "repaired" : "published", std::string(clock_word(options.real)),
        Amount{in_seconds(options.window), 0}, std::int64_t{machine.refresh_hz}};
    settings.push_back(options.stall ? Cell(Amount{in_milliseconds(options.stall->at), 0})
                                     : Cell());
    settings.push_back(options.stall ? Cell(Amount{in_milliseconds(options.stall->length), 0})
                                     : Cell());
    return settings;
}

std::vector<Cell> agreement_of(const Loop& loop, const Machine& machine, const RunOptions& options,
                               const RunRecord& here, const LoopReport& report, Limits& limits) {
    RunRecord there;
    const auto report_there = try_loop(loop, other_machine(machine), options, &there);
    if (!report_there) {
        limits.other_is_refused = true;
        return std::vector<Cell>(k_agreement_cells);
    }
    limits.record_is_cut |= here.is_cut() || there.is_cut();
    const MachineAgreement agreement = compare_runs(here, report, there, *report_there);
    return {ExactDouble{distance_error(here)}, agreement.replays_from_inputs,
            replays_from_file(here), agreement.agrees_at_tick, agreement.agrees_at_time};
}

// Nothing is compared of runs on the real clock, which differ by themselves.
sim::Result<std::vector<Cell>> row_of(const Loop& loop, const Machine& machine, RunOptions options,
                                      Limits& limits) {
    if (loop.is_driven_by_input) {
        options.presses = scripted_presses(options.window);
    }
    RunRecord here;
    const auto report = try_loop(loop, machine, options, &here);
    TANDEM_TRY(report);
    std::vector<Cell> row = counts_of(loop, machine, *report);
    const std::vector<Cell> agreement =
        options.real ? std::vector<Cell>(k_agreement_cells)
                     : agreement_of(loop, machine, options, here, *report, limits);
    row.insert(row.end(), agreement.begin(), agreement.end());
    const std::vector<Cell> settings = settings_of(machine, options);
    row.insert(row.end(), settings.begin(), settings.end());
    return row;
}

std::string title_of(const RunOptions& options, std::uint32_t refresh_hz) {
    const auto whole = [](double value) { return decimal(value, 0); };
    std::string title = options.repaired ? "Repaired loops, " : "Published loops, ";
    title += whole(in_seconds(options.window)) + " s, a screen of " + std::to_string(refresh_hz) +
             " Hz, ";
    title += options.stall ? "a stall of " + whole(in_milliseconds(options.stall->length)) +
                                 " ms at " + whole(in_milliseconds(options.stall->at)) + " ms"
                           : "no stall";
    return title + (options.real ? std::string(k_measured) : ", in virtual time");
}

Table empty_loops_table(const RunOptions& options, std::uint32_t refresh_hz) {
    Table table{.name = "loops",
                .title = title_of(options, refresh_hz),
                .columns = {{"loop", "loop"},
                            {"machine", "machine"},
                            {"updates", "updates"},
                            {"sim_s", "sim s"},
                            {"ratio", "ratio"},
                            {"frames", "frames"},
                            {"distinct", "distinct"},
                            {"busy_percent", "busy %"},
                            {"worst_gap_ms", "worst gap ms"},
                            {"updates_per_frame_max", "updates/frame"},
                            {"alpha_max", "alpha max", 1},
                            {"latency_mean_ms", "latency ms", 1},
                            {"latency_max_ms", "latency max", 1},
                            {"distance_error", "distance error", 1},
                            {"replay_inputs", "replay(inputs)", 1},
                            {"replay_inputs_dt", "replay(inputs+dt)", 1},
                            {"agree_at_tick", "agree@tick", 1},
                            {"agree_at_time", "agree@time", 1},
                            setting("form"),
                            setting("clock"),
                            setting("seconds"),
                            setting("refresh_hz"),
                            setting("stall_at_ms"),
                            setting("stall_ms")}};
    table.row_names = 2;
    table.notes = {
        "Loops L are of Witters' article, G of Nystrom's Game Programming Patterns, W of",
        "the LWJGL book, M of MDN's page; what each is, and its repair: tandem lab inventory.",
        "A machine is UPDATE:RENDER in ms: fast 1:1, normal 1:9, slow 4:96, floor 4:396,",
        "choked 50:50. sim s: how far the game's own time came; ratio: that to time, 1 is as",
        "meant (M1c stops at half time), a little less where the last tick is not due, or not",
        "done, when the window ends. distinct: pictures that differ from the one before.",
        "busy: of one processor. updates/frame: the most, 0 where a loop has no inner count;",
        "M2 and M3c count what they find due, also in the frame that the window cuts. alpha",
        "max: the largest that was drawn with. latency: from a press to the update that sees",
        "it, which for M2 as published is a refresh late at first. distance error: doubles",
        "that add 0.001 a millisecond. replay and agree: against the machine fast (fast itself",
        "against normal); agree@tick: equal inputs and states at every tick; agree@time: that,",
        "and both keep time. replay(inputs+dt): of a file that is written, read and verified",
        "as any of the product's."};
    return table;
}

// Figures that look like mistakes and are none; the repaired loops have none such.
void add_notes_of_published(Table& table, const std::vector<const Loop*>& chosen) {
    if (has_any_of(chosen, {"L3", "W2", "W3"})) {
        table.notes.insert(
            table.notes.end(),
            {"L3, W2 and W3 draw a tick's picture again until the next tick: distinct are one for",
             "each tick that was drawn and the one before the first, 501 where 500 ticks ran."});
    }
    if (has_any_of(chosen, {"M0b"})) {
        table.notes.insert(
            table.notes.end(),
            {"M0b's time moves with its countdown alone, a second at once: the last is due when",
             "the window ends and counts no more, which makes 0.9 of 10 s."});
    }
}

// Adds the notes that other tables have, and those that only some need.
void add_notes(Table& table, const std::vector<const Loop*>& chosen, const Limits& limits,
               bool is_real) {
    table.notes.emplace_back(
        "Integers have no distance error where a step is whole ms: lab numbers (get_distance).");
    if (std::any_of(chosen.begin(), chosen.end(),
                    [](const Loop* loop) { return loop->is_driven_by_input; })) {
        table.notes.emplace_back(
            "G4, G5, M0a and M0b move when the player presses: here once a second.");
    }
    if (is_real) {
        table.notes.emplace_back("Runs on the real clock differ by themselves: none is compared.");
    }
    if (has_any_of(chosen, {"M3b", "M3c"})) {
        table.notes.emplace_back("M3b and M3c keep two processors busy: up to 200 %.");
    }
    if (limits.other_is_refused) {
        table.notes.push_back("Not compared where the other machine would take more than " +
                              std::to_string(k_steps_max) + " steps.");
    }
    if (limits.record_is_cut) {
        table.notes.push_back("Of a run of more than " + std::to_string(RunRecord::k_updates_max) +
                              " updates the error, replay and agree@tick are those of the first " +
                              std::to_string(RunRecord::k_updates_max) + ".");
    }
}

}  // namespace
}  // namespace tandem::tools::lab
