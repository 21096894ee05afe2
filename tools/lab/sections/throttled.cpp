// SPDX-License-Identifier: MIT
// throttled: work that may wait, at once or spread over the ticks.
#include <tandem/tools/lab/games/throttled_game.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {
namespace {

// The first few, which show the pattern.
std::string first_ticks(const std::vector<std::uint64_t>& ticks) {
    constexpr std::size_t k_shown = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(k_shown, ticks.size()); ++i) {
        text += (text.empty() ? "" : " ") + std::to_string(ticks[i]);
    }
    return text + (ticks.size() > k_shown ? " ..." : "");
}

std::vector<Cell> row_of(const Loop& loop, const Machine& machine, WorkSpread spread,
                         const ThrottledGame& game, const LoopReport& report) {
    return {
        std::string(loop.id),
        machine.name,
        std::string(spread == WorkSpread::in_one_tick ? "8 ms every 8th tick" : "1 ms every tick"),
        counted(report.updates),
        Amount{in_milliseconds(game.work_done()), 2},
        Amount{in_milliseconds(game.shortest_interval()), 2},
        Amount{in_milliseconds(game.longest_interval()), 2},
        first_ticks(game.ticks_with_work())};
}

}  // namespace

sim::Result<std::vector<Table>> throttled_section(const Request& request) {
    const auto chosen =
        choose_loops(request.loops.empty() ? std::vector<std::string>{"L1"} : request.loops);
    TANDEM_TRY(chosen);
    RunOptions options;
    options.window = request.window.value_or(options.window);
    options.real = request.real;
    Table table{.name = "throttled",
                .title = "Work that may wait: 8 ms at once, or spread over eight ticks",
                .columns = {{"loop", "loop"},
                            {"machine", "machine"},
                            {"work", "work"},
                            {"updates", "updates"},
                            {"work_ms", "work ms"},
                            {"interval_min_ms", "shortest ms"},
                            {"interval_max_ms", "longest ms"},
                            {"work_at_ticks", "at ticks"}}};
    table.notes = {
        "shortest, longest: between the ends of two frames in a row. The number of the "
        "tick decides",
        "(tandem::Throttle), so that all machines do the work at the same ticks."};
    const std::vector<Machine> machines =
        machines_asked(request, {known_machines()[1], known_machines()[0]});
    WorkCount count(request, chosen->size() * 2 * machines.size(), options.window);
    for (const Loop* loop : *chosen) {
        for (const WorkSpread spread : {WorkSpread::in_one_tick, WorkSpread::over_all_ticks}) {
            for (const Machine& machine : machines) {
                count.next();
                ThrottledGame game(spread);
                const LoopReport report = run_loop(*loop, machine, options, &game);
                table.rows.push_back(row_of(*loop, machine, spread, game, report));
            }
        }
    }
    return std::vector<Table>{std::move(table)};
}

}  // namespace tandem::tools::lab
