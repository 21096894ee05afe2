// SPDX-License-Identifier: MIT
// The list of sections, in the order in which they are best read, and how they are found and shown.
#include <tandem/tools/lab/sections/section.hpp>

#include <algorithm>
#include <utility>

#include <tandem/tools/lab/claims/table.hpp>
#include <tandem/tools/lab/lockstep/tables.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/replay/tables.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {

namespace {

// In every row, and of what was measured in the title; not twice.
void print_clock(bool real, Table& table) {
    constexpr std::string_view k_key = "clock";
    for (const Column& column : table.columns) {
        if (column.key == k_key) {
            return;
        }
    }
    table.columns.push_back(setting(std::string(k_key)));
    for (auto& row : table.rows) {
        row.emplace_back(std::string(clock_word(real)));
    }
    if (real) {
        table.title += k_measured;
    }
}

constexpr const char* k_free_numbers =
    "No claim was dropped or merged: C08, C09, C21 and C63 to C69 were left free between chapters.";

}  // namespace

sim::Result<std::vector<Table>> lockstep_section(const Request&) {
    return std::vector<Table>{speed_table(),      apart_table(),    gaps_table(),    floor_table(),
                              standstill_table(), catch_up_table(), refusals_table()};
}

sim::Result<std::vector<Table>> replay_section(const Request&) {
    return std::vector<Table>{stored_table(),  bytes_table(),     loops_table(),
                              noise_table(),   assertion_table(), refresh_rates_table(),
                              controls_table()};
}

sim::Result<std::vector<Table>> claims_section(const Request& request) {
    const auto chosen = choose_claims(claims(), {request.claims, request.articles, request.real});
    TANDEM_TRY(chosen);
    WorkDone work{.all = chosen->size()};
    for (const Claim& claim : *chosen) {
        work.real_time += request.real ? claim.real->lasts : Flicks(0);
    }
    WorkCount count(request, work);
    Table table = claims_table(*chosen, request.real, [&] { count.next(); });
    if (chosen->size() == claims().size()) {
        table.notes.emplace_back(k_free_numbers);
    }
    return std::vector<Table>{std::move(table)};
}

const std::vector<Section>& sections() {
    static const std::vector<Section> k_sections{
        {"loops",
         "every loop on every machine: speed, pictures, work and gaps",
         {.loops = true,
          .machines = true,
          .window = true,
          .refresh = true,
          .stall = true,
          .repaired = true,
          .real = true},
         loops_section},
        {"numbers",
         "what sums of rounded numbers do: get_distance, bullets, builds, fixed point; and a clock "
         "that wraps",
         {},
         numbers_section},
        {"physics",
         "what the length of a step does to a jump, a shot, a spring, damping, a tap and a hold",
         {},
         physics_section},
        {"stall",
         "what each loop does after the machine stood still for a moment",
         {.loops = true,
          .machines = true,
          .window = true,
          .refresh = true,
          .stall = true,
          .real = true},
         stall_section},
        {"refresh",
         "one game on screens of 30 to 144 Hz",
         {.loops = true, .machines = true, .window = true, .refresh = true, .real = true},
         refresh_section},
        {"quality",
         "coarser pictures where a frame takes too long",
         {.machines = true, .window = true, .refresh = true, .real = true},
         quality_section},
        {"events",
         "loops that wait for the player, and loops that do not",
         {.machines = true, .window = true, .refresh = true, .real = true},
         events_section},
        {"throttled",
         "work that may wait, at once or spread over the ticks",
         {.loops = true, .machines = true, .window = true, .real = true},
         throttled_section},
        {"gap",
         "what each loop makes of half a minute in which it did not run",
         {.loops = true,
          .machines = true,
          .window = true,
          .refresh = true,
          .stall = true,
          .real = true},
         gap_section},
        {"replay",
         "what a recording must hold, what noise may not change, and faults that must be found",
         {},
         replay_section},
        {"lockstep",
         "a fast and a slow machine in lockstep: speed, waits, standstills and refusals",
         {},
         lockstep_section},
        {"claims",
         "one row for each claim: what was expected, measured and concluded",
         {.real = true, .claims = true},
         claims_section},
        {"inventory",
         "the loops, helpers, policies and disputes of the articles, and what shows each",
         {},
         inventory_section},
    };
    return k_sections;
}

const Section* find_section(std::string_view name) {
    const auto& all = sections();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Section& section) { return section.name == name; });
    return found == all.end() ? nullptr : &*found;
}

sim::Result<std::vector<Table>> run_section(const Section& section, const Request& request) {
    try {
        auto tables = section.run(request);
        if (tables && section.understands.real) {
            for (Table& table : *tables) {
                print_clock(request.real, table);
            }
        }
        return tables;
    } catch (const RunTooLong& refused) {
        return refused.error;
    }
}

void print_tables(const std::vector<Table>& tables, bool csv, Console& console) {
    bool is_first = true;
    for (const Table& table : tables) {
        if (!is_first) {
            console.print("");
        }
        is_first = false;
        for (const std::string& line : csv ? csv_lines(table) : text_lines(table)) {
            console.print(line);
        }
    }
}

void show_tables(const std::string& section, const std::vector<Table>& tables, bool csv,
                 Console& console) {
    print_tables(tables, csv, console);
    for (const Table& table : tables) {
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            console.list(json_row(section, table, row));
        }
    }
}

}  // namespace tandem::tools::lab
