// SPDX-License-Identifier: MIT
// Files of the lab's games, and what they hold.
#include <tandem/tools/lab/replay/recording.hpp>

#include <utility>

#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/games/variable_world.hpp>

namespace tandem::tools::lab {

replay::Replay record(sim::AnySimulation game, const Records& records, std::uint64_t seed,
                      const std::optional<sim::Plant>& plant) {
    replay::BufferOutput output;
    replay::Recorder recorder(output);
    run_records(std::move(game), records, seed, &recorder, plant);
    auto replay = replay::Replay::parse(output.bytes());
    TANDEM_ASSERT(replay.has_value());
    return *std::move(replay);
}

Comparison verify_file(const replay::Replay& file, sim::AnySimulation game) {
    const auto report = replay::verify(file, std::move(game));
    TANDEM_ASSERT(report.has_value());
    Comparison comparison;
    comparison.compared = report->ticks_checked;
    if (report->verdict == replay::VerifyVerdict::diverged) {
        TANDEM_ASSERT(report->divergence.has_value());
        comparison.differing = 1;
        comparison.first = report->divergence->tick.number;
    }
    return comparison;
}

Records records_of(const replay::Replay& replay) {
    Records records;
    replay::Cursor cursor(replay);
    for (std::uint64_t tick = replay.first_tick(); tick < replay.end_tick(); ++tick) {
        const auto record = cursor.record(sim::Tick{tick});
        TANDEM_ASSERT(record.has_value());  // it was recorded in memory just now
        records.emplace_back(record->begin(), record->end());
    }
    return records;
}

bool replays_from_file(const RunRecord& run, const std::optional<sim::Plant>& plant) {
    const replay::Replay file =
        record(sim::erase<VariableWorld>(), variable_records(run), 1, plant);
    const Comparison again = verify_file(file, sim::erase<VariableWorld>());
    return again.compared == run.steps.size() && again.compared != 0 && again.differing == 0;
}

}  // namespace tandem::tools::lab
