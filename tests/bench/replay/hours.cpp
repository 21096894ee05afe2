// SPDX-License-Identifier: MIT
// Everything goes through the recorder and into the file, as in a session.
#include <tests/bench/replay/hours.hpp>

#include <random>

#include <tandem/replay/files/output.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tests/support/record_source.hpp>

namespace tandem::bench {
namespace {

std::unique_ptr<replay::FileOutput> create(const std::string& path) {
    return sound(replay::FileOutput::create(path, {.sync = replay::FileSync::none}));
}

}  // namespace

Folder::Folder()
    : path_(std::filesystem::temp_directory_path() /
            ("tandem_figures_" + std::to_string(std::random_device{}()))) {
    std::filesystem::create_directory(path_);
}

Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void sound(const sim::Result<void>& result) {
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().text().c_str());
        std::exit(1);
    }
}

Setup bots_of(const sim::GameInfo& game) {
    return sim::complete_setup(game, test::make_setup(game, 2));
}

void record_bots(const std::string& path, sim::AnySimulation simulation, const Setup& setup,
                 std::uint64_t ticks, const replay::RecorderOptions& options,
                 const ChangeRecord& change) {
    const auto file = create(path);
    replay::Recorder recorder(*file, options);
    sim::Timeline timeline(std::move(simulation), &recorder);
    sound(timeline.start(setup));
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        sim::Bytes record = test::bot_record(timeline.simulation(), tick);
        if (change) {
            change(tick, record);
        }
        sound(timeline.advance(record));
    }
    sound(timeline.end(sim::EndReason::tick_limit));
    sound(file->close());
}

void record_stream(const std::string& path, const Stream& stream,
                   const replay::RecorderOptions& options) {
    sim::GameInfo game;
    game.name = "stream";
    game.tick_rate = TickRate{stream.rate};
    game.players_max = stream.players;
    game.input_schema = stream.schema;
    Setup setup;
    setup.slots = stream.players;
    setup = sim::complete_setup(game, std::move(setup));
    const sim::Bytes state;
    const sim::StateHash state_hash{sim::hash_bytes(state)};
    const std::uint64_t start = sim::start_hash(game, setup);
    sim::RunningHashes hashes = sim::running_start(start, state_hash);
    const auto file = create(path);
    replay::Recorder recorder(*file, options);
    sound(recorder.on_start({game, setup, start, state_hash, hashes, state}));
    for (std::uint64_t tick = 0; tick < stream.records.size(); ++tick) {
        const sim::Bytes& record = stream.records[tick];
        hashes = sim::running_next(hashes, sim::hash_bytes(record), state_hash);
        sound(recorder.on_tick({sim::Tick{tick}, record, state_hash, hashes}));
    }
    sound(recorder.on_end(sim::EndReason::source_ended));
    sound(file->close());
}

}  // namespace tandem::bench
