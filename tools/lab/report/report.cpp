// SPDX-License-Identifier: MIT
// It chooses the chapters of the report, and their content.

#include <algorithm>

#include <tandem/tools/lab/claims/claim.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/report/figures.hpp>
#include <tandem/tools/lab/report/page.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab::report {
namespace {

// Makes a single table of costs, since every figure speaks of the machines by name.
Table machines_table() {
    Table table{.name = "machines",
                .title = "The machines: what an update and a picture cost",
                .columns = {{"machine", "machine"},
                            {"update_ms", "update ms"},
                            {"render_ms", "picture ms"},
                            {"frame_ms", "both ms"}}};
    for (const Machine& machine : known_machines()) {
        table.rows.push_back({machine.name, Amount{in_milliseconds(machine.update_cost), 2},
                              Amount{in_milliseconds(machine.render_cost), 2},
                              Amount{in_milliseconds(machine.frame_cost()), 2}});
    }
    return table;
}

std::vector<Count> counts_of(const Verdicts& verdicts) {
    const auto count = [&](std::string_view begin) {
        return std::to_string(std::count_if(
            verdicts.begin(), verdicts.end(),
            [&](const auto& entry) { return std::string_view(entry.second).starts_with(begin); }));
    };
    return {{std::to_string(loops().size()), "loops"},
            {std::to_string(known_machines().size()), "machines"},
            {std::to_string(verdicts.size()), "claims"},
            {count("shown"), "shown"},
            {count("refuted"), "refuted"},
            {count("not testable"), "not testable"}};
}

std::vector<Chapter> chapters_of(const Table& loops, const Table& claims) {
    return {
        {.id = "apart",
         .title = "Two machines play the same game",
         .lead = "Where a machine's frames decide how long a step is, each machine computes with "
                 "numbers of its own. What pulls the two apart ranges from rounding that nobody "
                 "will ever see to a key press that one of them does not notice.",
         .figures = {tracks_figure(), errors_figure()},
         .blocks = {}},
        {.id = "steps",
         .title = "What the length of a step decides",
         .lead = "Physics is computed in steps. Where the machine sets their length, it also sets "
                 "how high a jump goes and whether a spring holds.",
         .figures = {jump_figure(), spring_figure()},
         .blocks = {}},
        {.id = "speed",
         .title = "How fast the game runs",
         .lead = "A loop decides when the game is updated and when a picture is drawn. The same "
                 "loops run here on five machines that differ in nothing but what an update and a "
                 "picture cost: as their articles publish them, and repaired.",
         .figures = {},
         .blocks = {table_html(machines_table(), "machines"),
                    speeds_html(speeds_table(false), "speeds"),
                    speeds_html(speeds_table(true), "speeds-repaired")}},
        {.id = "time-lines",
         .title = "Where the time goes",
         .lead = "Each loop spends the same second differently: some draw as many pictures as they "
                 "can, some sleep, and on a machine that is too slow some do little but updates.",
         .figures = {lanes_figure()},
         .blocks = {}},
        {.id = "between",
         .title = "Between two ticks",
         .lead = "A picture rarely falls on a tick. Alpha tells how far past the last one it is, "
                 "so that what moves can be drawn in between.",
         .figures = {alpha_figure()},
         .blocks = {}},
        {.id = "standing-still",
         .title = "After standing still",
         .lead = "A disk wakes up, a window is dragged, a laptop is closed: for two seconds "
                 "nothing runs. What then?",
         .figures = {stall_figure()},
         .blocks = {}},
        {.id = "screens",
         .title = "Other screens",
         .lead = "A browser calls back once for every refresh of the screen, and screens differ.",
         .figures = {refresh_figure()},
         .blocks = {}},
        {.id = "lockstep",
         .title = "Two machines in lockstep",
         .lead = "With a fixed tick two machines can play one game by exchanging nothing but "
                 "inputs. They always agree; the price is waiting for the slower one.",
         .figures = {lockstep_figure()},
         .blocks = {}},
        {.id = "claims",
         .title = "All claims",
         .lead =
             "Each claim is an experiment with two arms: one in which, the claim says, "
             "something goes wrong, and one in which it does not. Where an entry has two parts, "
             "a stroke stands between the arm that fails and the arm that holds.",
         .figures = {},
         .blocks = {claims_html(claims, "claims-table")}},
        {.id = "loops",
         .title = "All loops in numbers",
         .lead = "The table of tandem lab loops: every published loop on every machine for ten "
                 "seconds.",
         .figures = {},
         .blocks = {table_html(loops, "loops-table")}},
    };
}

Page page_of(const Table& loops, const Table& claims, const Verdicts& verdicts) {
    return {
        .title = "The loop lab",
        .lead = {"Four classic texts teach how to write a game loop: Koen Witters’ deWiTTERS "
                 "Game Loop, Robert Nystrom’s Game Programming Patterns, 3D Game Development "
                 "with LWJGL 3, and MDN’s Anatomy of a video game. This page runs what they "
                 "publish and shows which of their claims are true.",
                 "Every mark in a picture and every cell of a table was computed for this page. "
                 "Every loop ran on a virtual clock that counts in "
                 "whole numbers, so the command tandem lab report writes the same page, byte "
                 "for byte, on every computer."},
        .counts = counts_of(verdicts),
        .chapters = chapters_of(loops, claims),
        .closing =
            "Written by tandem lab report. The tables come from tandem lab, section by "
            "section; the same loops run against the real clock with --real."};
}

}  // namespace

sim::Result<std::string> make_report() {
    const auto loops = loops_section({});
    TANDEM_TRY(loops);
    const auto claims = claims_section({});
    TANDEM_TRY(claims);
    const Verdicts verdicts = verdicts_of(claims->front());
    return page_html(page_of(loops->front(), claims->front(), verdicts), verdicts);
}

}  // namespace tandem::tools::lab::report
