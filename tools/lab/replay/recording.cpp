// SPDX-License-Identifier: MIT
// Files of the lab's games, and what they hold.
#include <tandem/tools/lab/replay/recording.hpp>

#include <algorithm>
#include <utility>

#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/serialize/writer.hpp>
#include <tandem/tools/lab/games/variable_world.hpp>
#include <tandem/tools/lab/games/yard.hpp>

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

namespace {

struct Watcher : Game {
    void update(const Update& update) override { updates.push_back({update.start, update.step}); }

    std::vector<LoggedUpdate> updates;
};

}  // namespace

FrameLog log_loop(const Loop& loop, const Machine& machine, const RunOptions& options) {
    Watcher watcher;
    LoopReport report = run_loop(loop, machine, options, &watcher);
    return {std::move(watcher.updates), report};
}

std::uint8_t keys_at(Flicks time) {
    constexpr Flicks k_look = std::chrono::milliseconds(20);
    return yard_keys(Slot{0}, static_cast<std::uint64_t>(time / k_look));
}

namespace {

constexpr std::uint64_t k_one = 1;
// A variable record has presence, then the step.
constexpr std::size_t k_step_at = 1;

sim::Bytes record_of_frame(Flicks step, std::uint8_t keys) {
    const VariableWorld::Input input{static_cast<std::uint64_t>(step.count()), keys};
    const std::vector<sim::Bytes> inputs{sim::canonical_bytes(input)};
    return sim::make_record(k_one, inputs);
}

}  // namespace

Records yard_records(std::uint64_t ticks) {
    Records records;
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        records.push_back(yard_record(tick));
    }
    return records;
}

Records idle_records(std::uint64_t ticks) {
    return Records(static_cast<std::size_t>(ticks), yard_record_of(0, 0));
}

Records variable_records(const FrameLog& frames) {
    Records records;
    for (const LoggedUpdate& update : frames.updates) {
        records.push_back(record_of_frame(update.step, keys_at(update.start)));
    }
    return records;
}

Records variable_records(const RunRecord& run) {
    Records records;
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
        records.push_back(
            record_of_frame(run.steps[i], run.presses[i] % 2 != 0 ? key::k_right : 0));
    }
    return records;
}

Records with_steps_of(const Records& records, const FrameLog& frames) {
    Records others(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                          records.size(), frames.updates.size())));
    for (std::size_t i = 0; i < others.size(); ++i) {
        const auto step = static_cast<std::uint64_t>(frames.updates[i].step.count());
        sim::store_le(step, others[i].data() + k_step_at);
    }
    return others;
}

GameRun run_records(sim::AnySimulation game, const Records& records, std::uint64_t seed,
                    sim::TickObserver* observer, const std::optional<sim::Plant>& plant) {
    sim::Timeline timeline(std::move(game), observer);
    if (plant) {
        timeline.set_plant(*plant);
    }
    Setup setup;
    setup.seed = seed;
    setup.slots = timeline.simulation().info().players_max;
    TANDEM_ASSERT(timeline.start(setup).has_value());
    GameRun run;
    for (const sim::Bytes& record : records) {
        if (const auto stepped = timeline.advance(record); !stepped) {
            run.failed_at = timeline.ticks_done();
            run.failure = stepped.error().text();
            break;
        }
        run.hashes.push_back(timeline.state_hash().value);
    }
    run.chain = timeline.chain();
    TANDEM_ASSERT(timeline.end(sim::EndReason::source_ended).has_value());
    return run;
}

}  // namespace tandem::tools::lab
