// SPDX-License-Identifier: MIT
// Records of keys and of frames, and runs through them.
#include <tandem/tools/lab/replay/records.hpp>

#include <algorithm>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/serialize/writer.hpp>
#include <tandem/tools/lab/games/variable_world.hpp>
#include <tandem/tools/lab/games/yard.hpp>

namespace tandem::tools::lab {
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
