// SPDX-License-Identifier: MIT
// quality: coarser pictures hold the rate of the screen until they cannot, and never touch the game
// (C76).
#include <tandem/tools/lab/experiments/quality_runs.hpp>
#include <tandem/tools/lab/games/yard.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {
namespace {

// Each machine runs M4 in both forms; M1 in both at each quality, and once more to compare with.
constexpr std::size_t k_runs_scaled = 2;
constexpr std::size_t k_runs_fixed = 2 * k_full_quality + 1;

Table scaled_table(const std::vector<Machine>& machines, const RunOptions& asked,
                   WorkCount& count) {
    Table table{.name = "scaled",
                .title = "M4: an update and a picture per refresh, quality as it fits",
                .columns = {{"form", "form"},
                            {"machine", "machine"},
                            {"quality", "quality"},
                            {"frame_ms", "frame ms"},
                            {"fps", "FPS"},
                            {"frames", "frames"},
                            {"updates", "updates"},
                            {"ratio", "ratio"}},
                .notes = {"quality: the last picture's share of the full width and height; a "
                          "picture costs its",
                          "square. frame: an update and such a picture. FPS: pictures of the last "
                          "second. The first",
                          "frames, which are too fine, cost the published loop some of its "
                          "ratio."}};
    for (const bool repaired : {false, true}) {
        RunOptions options = asked;
        options.repaired = repaired;
        for (const Machine& machine : machines) {
            count.next();
            const QualityRun run = run_at_quality(*find_loop("M4"), machine, options);
            table.rows.push_back({std::string(repaired ? "repaired" : "published"), machine.name,
                                  quality_text(run.quarters),
                                  Amount{in_milliseconds(run.frame_cost), 4},
                                  counted(run.pictures_at_end), counted(run.report.frames),
                                  counted(run.report.updates), Amount{run.report.ratio(), 4}});
        }
    }
    return table;
}

Table fixed_table(const std::vector<Machine>& machines, const RunOptions& options,
                  WorkCount& count) {
    Table table{.name = "fixed",
                .title = "M1 at each quality, and the same with fixed ticks (M1 repaired)",
                .columns = {{"machine", "machine"},
                            {"quality", "quality"},
                            {"frame_ms", "frame ms"},
                            {"fps", "M1 FPS"},
                            {"ratio", "M1 ratio"},
                            {"fixed_fps", "fixed FPS"},
                            {"fixed_ratio", "fixed ratio"},
                            {"ticks_compared", "ticks compared"},
                            {"same_state", "state as at 1"}},
                .notes = {"state as at 1: at every tick that both have, with pictures of full "
                          "quality and with these."}};
    RunOptions repaired = options;
    repaired.repaired = true;
    const Loop& loop = *find_loop("M1");
    for (const Machine& machine : machines) {
        const auto run = [&](const RunOptions& form, std::uint32_t quarters) {
            count.next();
            return run_at_quality(loop, machine, form, quarters);
        };
        const QualityRun full = run(repaired, k_full_quality);
        for (std::uint32_t quarters = k_full_quality; quarters >= 1; --quarters) {
            const QualityRun tied = run(options, quarters);
            const QualityRun fixed = run(repaired, quarters);
            const SameStates states = same_states({full.hashes, fixed.hashes});
            table.rows.push_back({machine.name, quality_text(quarters),
                                  Amount{in_milliseconds(tied.frame_cost), 4},
                                  counted(tied.pictures_at_end), Amount{tied.report.ratio(), 4},
                                  counted(fixed.pictures_at_end), Amount{fixed.report.ratio(), 4},
                                  counted(states.ticks), states.same});
        }
    }
    return table;
}

}  // namespace

sim::Result<std::vector<Table>> quality_section(const Request& request) {
    RunOptions options;
    options.window = request.window.value_or(options.window);
    options.real = request.real;
    const std::vector<Machine> machines = machines_asked(request, known_machines());
    WorkCount count(request, machines.size() * (k_runs_scaled + k_runs_fixed), options.window);
    Table scaled = scaled_table(machines, options, count);
    return std::vector<Table>{std::move(scaled), fixed_table(machines, options, count)};
}

}  // namespace tandem::tools::lab
