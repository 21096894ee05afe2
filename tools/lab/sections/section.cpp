// SPDX-License-Identifier: MIT
// The list of sections, in the order in which they are best read.
#include <tandem/tools/lab/sections/section.hpp>

#include <algorithm>

#include <tandem/tools/lab/loops/loop.hpp>
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

}  // namespace

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

}  // namespace tandem::tools::lab
